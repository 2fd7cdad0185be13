# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: what the tests of local-cluster share. Each has a cluster of its own, which is gone when it ends.
#   source lib.sh BINDIR SCRATCH-FOLDER NAME

PATH=$1:$(cd "$(dirname "${BASH_SOURCE[0]}")/../../share/bin" && pwd):$PATH
scratch=$2
export TESSERA_CLUSTER=test_$3
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch" || exit 1
failures=0
trap 'local-cluster down 2>/dev/null; exit $failures' EXIT

# up ARGUMENTS...: a fresh cluster; where the system allows none, the test ends as skipped, with the reason.
up() {
    local code=0
    local-cluster down 2>/dev/null
    local-cluster up "$@" >up.out 2>&1 || code=$?
    [ $code -eq 0 ] && return
    cat up.out
    failures=$code
    exit
}

complain() {
    echo "FAILED: $*"
    failures=1
}

# expect WHAT TEXT TEXT
expect() {
    [ "$2" = "$3" ] || complain "$1: expected"$'\n'"$3"$'\n'"found"$'\n'"$2"
}
