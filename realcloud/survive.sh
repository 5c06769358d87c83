#!/usr/bin/env bash
# Proves that a run survives: certifies once without disturbance, then again with a kill -9 at random moments,
# each time continued with --resume, until it is done (a calm run that OUT has already is taken). Afterwards nothing may be left on the cloud and every
# row must have the verdict that it has without the kills.
#
#   realcloud/survive.sh OUT [CERTIFY-OPTION...]
#
#   KILLS=10 PLUMBLINE=plumbline realcloud/survive.sh /tmp/survive --os-cloud prod --spec microversions --no-sweep
#
# Exit code 0: all of that holds. 1: it does not, and what differs is printed.
set -euo pipefail

out=${1:?usage: survive.sh OUT [CERTIFY-OPTION...]}
shift
plumbline=${PLUMBLINE:-plumbline}
kills=${KILLS:-10}
mkdir -p "$out"

say() { printf '%s survive: %s\n' "$(date -u +%H:%M:%S)" "$*" >&2; }

# verdicts prints what was found, without what differs from run to run: times, ids, texts.
verdicts() {
	python3 - "$1/report.json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
print("complete", report["run"]["complete"], "verdict", report["summary"]["verdict"])
print("left behind", len(report["leaks"]), "not cleaned", len(report["cleanup_failures"]))
for r in report["requirements"]:
    print(r["id"], r["verdict"])
    for row in r["rows"]:
        print(" ", row["case"], row["verdict"])
PY
}

# certify runs once; 0, 1 and 3 are verdicts, all else is an error of ours.
certify() {
	local code=0
	"$plumbline" certify "$@" >>"$out/log" 2>&1 || code=$?
	case $code in 0 | 1 | 3) ;; *) say "certify ended with $code"; tail -5 "$out/log" >&2; exit 1 ;; esac
}

if [[ -f $out/calm/report.json ]]; then
	say "taking the run without disturbance from $out/calm"
else
	say "the run without disturbance"
	certify "$@" --out "$out/calm"
fi
took=$(python3 - "$out/calm/report.json" <<'PY'
import datetime, json, sys
run = json.load(open(sys.argv[1]))["run"]
started, ended = (datetime.datetime.fromisoformat(run[k].replace("Z", "+00:00")) for k in ("started", "ended"))
print(int((ended - started).total_seconds()))
PY
)
verdicts "$out/calm" >"$out/calm.txt"
say "it took $took s: $(head -1 "$out/calm.txt")"

# where are the options that say where the cloud is.
where=()
args=("$@")
for ((i = 0; i < ${#args[@]}; i++)); do
	case ${args[i]} in
	--os-cloud | --target | --actor | --config) where+=("${args[i]}" "${args[i + 1]}") ;;
	--os-cloud=* | --target=* | --actor=* | --config=* | --insecure) where+=("${args[i]}") ;;
	esac
done

bad=0
killed=0
round=0
while ((killed < kills)); do
	round=$((round + 1))
	dir=$out/killed-$round
	rm -rf "$dir"
	here=0
	while ((killed < kills)); do
		"$plumbline" certify "$@" --out "$dir" --resume >>"$out/log" 2>&1 &
		pid=$!
		# a random moment of the run, in tenths of a second
		tenths=$((RANDOM % (took * 15 / kills + 20) + 5))
		sleep "$((tenths / 10)).$((tenths % 10))"
		if ! kill -9 "$pid" 2>/dev/null; then
			wait "$pid" || true
			break
		fi
		wait "$pid" 2>/dev/null || true
		killed=$((killed + 1)) here=$((here + 1))
		say "kill $killed after $((tenths / 10)).$((tenths % 10)) s"
	done
	certify "$@" --out "$dir" --resume
	verdicts "$dir" >"$dir.txt"
	run=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["run"]["id"])' "$dir/report.json")
	left=$("$plumbline" sweep "${where[@]}" --run "$run" --dry-run)
	say "run $run was killed $here times: $(head -1 "$dir.txt"); sweep: $left"
	[[ $left == "nothing was left behind" ]] || bad=1
	if ! diff -u "$out/calm.txt" "$dir.txt"; then
		say "the verdicts differ"
		bad=1
	fi
done
((bad == 0)) && say "$killed kills in $round runs: nothing left, the same verdicts"
exit "$bad"
