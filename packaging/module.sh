#!/usr/bin/env bash
# Renames the Go module everywhere: go.mod, imports, the modules inside it, and whatever text names a package by its path.
#   packaging/module.sh example.org/you/plumbline
# Formats and schemas ("plumbline/report/v1"), the binary and the image keep their names: files that exist name them.
set -euo pipefail
PATH=$(command -p getconf PATH) # `make module PATH=…` hands its own PATH to everything that it starts
new=${1:-}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[[ $new =~ ^[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*$ ]] || { echo "usage: make module PATH=example.org/you/plumbline" >&2; exit 2; }
old=$(sed -n 's/^module //p' go.mod)
was=${old//./\\.}
packages='cmd|examples|features|internal|mockcloud|openapi|reports|steps'
before='(^|[^A-Za-z0-9_./~-])'
path="$before$was(/($packages)([^A-Za-z0-9_-]|$))"     # "plumbline/mockcloud/seed", not a folder /srv/plumbline/mockcloud
module="^(module |replace |	)$was( v0\.0\.0| =>|$)" # the lines of a go.mod that name the module by itself

edit() { # PATTERN, the old path between its first group and its second, FILES-FOR-GREP...
	local pattern=$1
	shift
	{ grep -rlIE --exclude-dir=.git --exclude-dir=bin --exclude-dir=latest --exclude-dir=real --exclude-dir='compute-[0-9]*' "$@" -- "$pattern" . || [ $? = 1 ]; } |
		while IFS= read -r file; do sed -E -i "s#$pattern#\1$new\2#g" "$file"; done
}
edit "$path"
edit "$module" --include=go.mod
echo "the module is $new; it was $old"
