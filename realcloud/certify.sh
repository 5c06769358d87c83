#!/bin/bash
# Certifies the clouds of this folder in the profile shipped: certify.sh zed epoxy
# Brings each up first (as root). Reports go to reports/real/RELEASE/. CERTIFY_ARGS adds options, for
# example CERTIFY_ARGS=--no-sweep.
set -u
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$HERE/.." || exit 2
[ -x bin/plumbline ] || make --no-print-directory build || exit 2
worst=0
for release in "${@:-zed}"; do
    state=/var/tmp/realcloud
    [ "$release" = zed ] || state=$state-$release
    REALCLOUD_RELEASE=$release "$HERE/up.sh" || exit 2
    OS_CLIENT_CONFIG_FILE=$state/clouds.yaml bin/plumbline certify --os-cloud admin --profile shipped \
        --config "$state/plumbline.yaml" --jobs 4 --max-servers 8 --out "reports/real/$release" ${CERTIFY_ARGS:-}
    code=$?
    [ $code -le $worst ] || worst=$code
done
exit $worst
