#!/bin/bash
# Holds the documents of compute against each Nova that is installed here: run.sh [zed] [epoxy]. Where there is none, it
# says so and goes on. AT is what compare.py takes as --at.
set -u
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$HERE/../..
[ -x "$ROOT/bin/plumbline" ] || make --no-print-directory -C "$ROOT" build || exit 2
worst=0
for release in "${@:-zed epoxy}"; do
    for release in $release; do
        chroot=
        [ "$release" = zed ] || chroot=/var/tmp/realcloud-$release/root
        python() { if [ -n "$chroot" ]; then chroot "$chroot" /usr/bin/python3 "$@"; else /usr/bin/python3 "$@"; fi; }
        if [ -n "$chroot" ] && [ ! -x "$chroot/usr/bin/python3" ] || ! python -c 'import nova' 2>/dev/null; then
            echo "oracle: $release: not compared here: its Nova is not installed (realcloud/up.sh does that)"
            continue
        fi
        work=$(mktemp -d "$chroot/tmp/oracle.XXXXXX") || exit 2
        cp "$HERE"/*.py "$HERE/accepted.yaml" "$ROOT/bin/plumbline" "$work/"
        inside=${work#"$chroot"}
        echo "oracle: $release"
        python "$inside/nova_api.py" --out "$inside/nova.json" &&
            python "$inside/compare.py" --oracle "$inside/nova.json" --plumbline "$inside/plumbline" --accepted "$inside/accepted.yaml" ${AT:+--at "$AT"} ||
            worst=1
        rm -rf "$work"
    done
done
exit $worst
