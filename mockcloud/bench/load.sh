#!/bin/sh
# A load run with wrk: the mock beside the bare handler, server pinned to one core and wrk to another,
# processor time from /proc. Without wrk it says so and ends well.
#   CONNS=16 SECONDS_EACH=2 ROUNDS=3 ./mockcloud/bench/load.sh
set -eu
cd "$(dirname "$0")/../.."
if ! command -v wrk >/dev/null; then
  echo "load run left out: wrk is not installed (Debian: apt-get install wrk)"
  exit 0
fi
conns=${CONNS:-16} seconds=${SECONDS_EACH:-2} rounds=${ROUNDS:-3}
[ "$seconds" -le 10 ] || seconds=10
work=$(mktemp -d)
pids=
# shellcheck disable=SC2086
trap 'kill $pids 2>/dev/null || true; rm -rf "$work"' EXIT INT TERM

server_core= load_core=
if command -v taskset >/dev/null && [ "$(nproc)" -gt 1 ]; then
  server_core="taskset -c 0" load_core="taskset -c 1"
fi
id=5e5e5e5e-0000-4000-8000-000000000001 image=00000000-0000-4000-8000-0000000000a1 token=a-token-for-the-bench
go build -o "$work/bench" ./mockcloud/bench

# serve NAME COMMAND…: starts a server and leaves its URL in $url, its process in $pid.
serve() {
  name=$1
  shift
  "$@" >"$work/$name.out" &
  pid=$!
  pids="$pids $pid"
  url=
  for _ in $(seq 100); do
    url=$(grep -o 'http://[0-9.:]*' "$work/$name.out" | head -n 1)
    [ -z "$url" ] || return 0
    sleep 0.1
  done
  echo "$name did not start" >&2
  exit 1
}
serve mock $server_core bin/plumbline mock --listen 127.0.0.1:0 --seed-servers 100 --server-id $id --token $token
mock=$url mock_pid=$pid
serve bare $server_core "$work/bench" -bare 127.0.0.1:0 "$mock"
bare=$url bare_pid=$pid

cat >"$work/ask.lua" <<'L'
wrk.method = os.getenv("ASK_METHOD")
wrk.body = os.getenv("ASK_BODY")
wrk.headers["X-Auth-Token"] = os.getenv("ASK_TOKEN")
wrk.headers["OpenStack-API-Version"] = "compute 2.93"
wrk.headers["Accept"] = "application/json"
if wrk.body ~= "" then wrk.headers["Content-Type"] = "application/json" else wrk.body = nil end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), e.status + e.connect + e.read + e.write + e.timeout))
end
L
ticks() { sed 's/.*) //' "/proc/$1/stat" | awk '{print $12 + $13}'; }
hertz=$(getconf CLK_TCK)

# ask NAME PID URL: one run; adds a line "name µs-of-cpu requests/s p50 p99 wrong" to the results.
ask() {
  before=$(ticks "$2")
  # shellcheck disable=SC2086
  result=$($load_core wrk -t1 -c"$conns" -d"${seconds}s" -s "$work/ask.lua" "$3$ASK_PATH" | grep RESULT)
  echo "$1 $(ticks "$2") $before $result" | awk -v hz="$hertz" '{printf "%s %.1f %.0f %d %d %d\n", $1, ($2-$3)*1e6/hz/$5, $5/($6/1e6), $7, $8, $9}' >>"$work/results"
}
# middle COLUMN NAME: the median over rounds.
middle() { awk -v n="$2" -v c="$1" '$1==n {print $c}' "$work/results" | sort -n | awk '{v[NR]=$1} END {print v[int((NR+1)/2)]}'; }

export ASK_TOKEN=$token ASK_METHOD ASK_BODY ASK_PATH
echo
echo "Load run: wrk -t1 -c$conns, $rounds rounds of ${seconds} s in turn, ${server_core:+server on core 0, wrk on core 1, }medians"
printf '%-20s %9s %9s %7s %11s %11s %9s %9s %6s\n' exchange 'bare µs' 'mock µs' ratio 'bare req/s' 'mock req/s' 'p50 µs' 'p99 µs' wrong
while IFS='|' read -r title ASK_METHOD ASK_PATH ASK_BODY; do
  : >"$work/results"
  for _ in $(seq "$rounds"); do
    ask bare "$bare_pid" "$bare"
    ask mock "$mock_pid" "$mock"
    curl -fsS -o "$work/reset" -X POST "$mock/_plumbline/reset" 2>/dev/null || true
  done
  wrong=$(middle 6 mock)
  [ "$title" != "a refused body" ] || wrong=- # every answer is a refusal
  printf '%-20s %9s %9s %7s %11s %11s %9s %9s %6s\n' "$title" "$(middle 2 bare)" "$(middle 2 mock)" \
    "$(echo "$(middle 2 mock) $(middle 2 bare)" | awk '{printf "%.2f", $1/$2}')" "$(middle 3 bare)" "$(middle 3 mock)" "$(middle 4 mock)" "$(middle 5 mock)" "$wrong"
done <<EOF
show a server|GET|/compute/v2.1/servers/$id|
list 50 in detail|GET|/compute/v2.1/servers/detail?limit=50|
create|POST|/compute/v2.1/servers|{"server": {"name": "made", "imageRef": "$image", "flavorRef": "1", "networks": "none", "metadata": {"a": "b"}}}
rebuild|POST|/compute/v2.1/servers/$id/action|{"rebuild": {"imageRef": "$image", "name": "rebuilt", "metadata": {"a": "b"}}}
a refused body|POST|/compute/v2.1/servers/$id/action|{"rebuild": {"imageRef": "nope", "name": "rebuilt", "metadata": {"a": "b"}}}
EOF
