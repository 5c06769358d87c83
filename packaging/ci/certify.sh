#!/usr/bin/env bash
# Certifies a cloud in a CI job: what the GitHub action and the GitLab template run. Environment:
#   PLUMBLINE        the binary; `plumbline` on the PATH when empty
#   PLUMBLINE_CLOUD  entry of clouds.yaml; empty is the embedded mock
#   PLUMBLINE_ARGS   further arguments of certify, separated by blanks
#   PLUMBLINE_OUT    folder for the reports; plumbline-report when empty
# Copies the JUnit file of each profile to PLUMBLINE_OUT/junit-*.xml and ends with the exit code of certify, which
# itself appends the summary to GITHUB_STEP_SUMMARY where that is set.
set -uo pipefail
bin=${PLUMBLINE:-plumbline}
out=${PLUMBLINE_OUT:-plumbline-report}
read -r -a more <<<"${PLUMBLINE_ARGS:-}"
args=(certify --out "$out")
[ -z "${PLUMBLINE_CLOUD:-}" ] || args+=(--os-cloud "$PLUMBLINE_CLOUD")
# set -e is off: a verdict is no mishap, and what was written has to be shown whatever it is.
"$bin" "${args[@]}" ${more[@]+"${more[@]}"}
code=$?
shopt -s nullglob
for file in "$out"/junit.xm[l] "$out"/*/junit.xml; do
    cp "$file" "$out/junit-$(basename "$(dirname "$file")").xml"
done
exit "$code"
