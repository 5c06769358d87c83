#!/bin/bash
# Certifies the clouds of this folder in the profile shipped, and compares the mock with them:
#   certify.sh zed epoxy zed:resting epoxy:resting zed:new-rbac
# RELEASE:MODE brings the cloud up (as root) in a mode of its own: resting (shelved servers stay on their
# hosts), new-rbac (Zed with the policy defaults of 2023.1). Reports go to reports/real/RELEASE[-MODE]/, those of
# the mock beside them to reports/real/RELEASE[-MODE]/parity/. CERTIFY_ARGS are further options
# (default --allow-disruptive), for example CERTIFY_ARGS="--no-sweep --exclude @disruptive"; PARITY=no leaves the comparison out.
set -u
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$HERE/.." || exit 2
[ -x bin/plumbline ] || make --no-print-directory build || exit 2
# The cloud runs on the machine that certifies it: what it does takes as long as the rest of the machine lets it.
patience=()
for wait in delete image rebuild server-action server-boot shelve stack; do patience+=(--timeout "$wait=12m"); done
patience+=(--timeout observation=2m --timeout notification=2m)
worst=0
note() { [ "$1" -le $worst ] || worst=$1; }
for cloud in "${@:-zed}"; do
    release=${cloud%%:*} mode=${cloud#"${cloud%%:*}"} offload=0 rbac=
    case $mode in
    "") ;;
    :resting) offload=-1 ;;
    :new-rbac) rbac=1 ;;
    *)
        echo "certify.sh: $cloud: the modes are resting and new-rbac" >&2
        exit 2
        ;;
    esac
    state=/var/tmp/realcloud
    [ "$release" = zed ] || state=$state-$release
    out=reports/real/$release${mode/:/-}
    env REALCLOUD_RELEASE="$release" REALCLOUD_SHELVED_OFFLOAD_TIME=$offload ${rbac:+REALCLOUD_NEW_RBAC=$rbac} "$HERE/up.sh" || exit 2
    # These clouds are nobody else's: what disturbs others may run, unless CERTIFY_ARGS says otherwise. A cloud in a
    # root of its own is asked with the stock client that is there; STATE/openstack would bring credentials of its own.
    clients=
    if [ -x "$state/root/usr/bin/openstack" ]; then
        mkdir -p "$state/clients"
        printf '#!/bin/sh\nexec chroot %s /usr/bin/openstack "$@"\n' "$state/root" >"$state/clients/openstack"
        chmod 0755 "$state/clients/openstack"
        clients=$state/clients:
    fi
    PATH=$clients$PATH OS_CLIENT_CONFIG_FILE=$state/clouds.yaml bin/plumbline certify --os-cloud admin --profile shipped --config "$state/plumbline.yaml" \
        --jobs 4 --max-servers 8 --fresh "${patience[@]}" --out "$out" ${CERTIFY_ARGS:---allow-disruptive}
    note $?
    if [ "${PARITY:-yes}" = yes ]; then
        bin/plumbline parity "$out" --out "$out/parity"
        note $?
    fi
done
exit $worst
