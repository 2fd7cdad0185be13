#!/bin/bash
# Runs one command line and compares everything it says with what is written down.
# Usage: golden.sh BINDIR CASE
#
# A case is a file: its first line is "$ command line", run in datasets/jobs with the commands of BINDIR; then follows standard
# output, then standard error after a line "--- stderr", then "--- exit N"; the last two only where there is something to say.
# $SCRATCH is an empty folder, called SCRATCH in what is written down; on-ranks runs a command under mpirun; in $SHIMS are libraries
# to preload.
# With TESSERA_UPDATE_GOLDEN=1 the case is rewritten instead, to be read before it is committed.
set -euo pipefail
bin=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
case=$(realpath "$2")
cd "$here/../../datasets/jobs"

IFS= read -r first <"$case"
if [[ $first != '$ '* ]]; then
    echo "$case does not begin with a line '\$ command'" >&2
    exit 1
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

export SCRATCH=$scratch/files SHIMS=$bin/../tests/shim
mkdir "$SCRATCH"
status=0
PATH=$bin:$here:$here/../../share/bin:$PATH LC_ALL=C COLUMNS=80 bash -c "${first#\$ }" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
{
    echo "$first"
    cat "$scratch/out"
    [ ! -s "$scratch/err" ] || { echo '--- stderr' && cat "$scratch/err"; }
    [ $status -eq 0 ] || echo "--- exit $status"
} | sed "s|$SCRATCH|SCRATCH|g" >"$scratch/actual"

if [ "${TESSERA_UPDATE_GOLDEN:-}" = 1 ]; then
    cp "$scratch/actual" "$case"
elif ! diff -u --label expected --label actual "$case" "$scratch/actual"; then
    echo "If the new output is right: TESSERA_UPDATE_GOLDEN=1 ctest -R '^cli\\.', and read the changes." >&2
    exit 1
fi
