#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: libtessera_scalapack under a program of ScaLAPACK by LD_PRELOAD: each value of TESSERA_SCALAPACK, and illegal arguments.
# Usage: scalapack_modes.sh LOCAL_MPIRUN PROGRAM LIBRARY OTHER_SCALAPACK EXPLAINED
set -uo pipefail
mpirun=$1
program=$2
library=$3
other=$4
explained=$5
failures=0

# run PRELOADED MODE ARGUMENTS...: what the ranks print; the exit code last.
run() {
    local preloaded=$1 mode=$2
    shift 2
    "$mpirun" -n 4 -x LD_PRELOAD="$preloaded" -x TESSERA_SCALAPACK="$mode" "$program" "$@" 2>&1
    echo "exit code $?"
}

check() {
    echo "wrong: $1" >&2
    failures=$((failures + 1))
}

# What ScaLAPACK or Tessera says, without what differs between ranks: some may be stopped before they say it.
messages_of() {
    grep -E 'MR2D|^PBLAS|^tessera|^exit code' <<<"$1" | sed -E 's/row=[0-9]+//' | sort -u
}

output=$(run "$library" explain)
if [ -n "${TESSERA_UPDATE_GOLDEN:-}" ]; then
    echo "$output" >"$explained"
fi
diff -u "$explained" <(echo "$output") || check "explain"

output=$(run "$library" verify)
[ "$output" = "exit code 0" ] || check "verify: $output"
output=$(run "$library:$other" verify)
grep -q '^tessera: Cpdgemr2d: rank .: ScaLAPACK and Tessera differ$' <<<"$output" || check "verify with another ScaLAPACK: $output"
grep -q 'exit code 0' <<<"$output" && check "verify with another ScaLAPACK ends with 0"

output=$(run "$library:$other" "")
[ "$output" = "exit code 0" ] || check "with another ScaLAPACK behind: $output"
output=$(run "$library:$other" off)
grep -q '^another Cpdgemr2d$' <<<"$output" || check "off: $output"
output=$(run "$library" maybe)
grep -q 'TESSERA_SCALAPACK=maybe: expected off, explain or verify' <<<"$output" || check "maybe: $output"

for what in lld submatrix source extent kind context; do
    for routine in 0 1 2; do
        theirs=$(messages_of "$(run "" "" "$what" "$routine")")
        ours=$(messages_of "$(run "$library" "" "$what" "$routine")")
        [ "$ours" = "$theirs" ] || check "illegal $what of routine $routine: ScaLAPACK says
$theirs
Tessera says
$ours"
    done
done
exit $((failures > 0))
