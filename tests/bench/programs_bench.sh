#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: the eight programs of the pC* thesis (share/examples/pcstar) beside plain MPI (tests/bench/plain_mpi) and a loop of one
# process, in turns, each run a job of its own; what 'distbench table pcstar-7.9 FILE' reads, on the standard output.
# usage: programs_bench.sh BUILD [ROUNDS] [MACHINE] >FILE
#   BUILD: of the preset bench, e.g. build/bench; ROUNDS: whose median counts (5); MACHINE: where and when, in words
# To record it:
#   tests/bench/programs_bench.sh build/bench 9 'two cores of a virtual machine, 2026' >datasets/programs/recorded.json
# Times leave out the making of the data, and count the plans in. RANKS='1 2 4' are tried; SMALL=1 is a test of this script.
set -euo pipefail

build=$(realpath "$1")
rounds=${2:-5}
machine=${3:-$(uname -m) of $(nproc) processors}
mpirun=$(realpath "$(dirname "$0")/../../share/bin/local-mpirun")
read -ra ranks <<<"${RANKS:-1 2 4}"
times=$(mktemp)
trap 'rm -f "$times"' EXIT

# once PROGRAM BY RANKS EXECUTABLE ARGUMENTS...: its line of result as "PROGRAM NUMBER,NUMBER... BY RANKS SECONDS".
once() {
    local program=$1 by=$2 count=$3 line
    shift 3
    line=$("$mpirun" -n "$count" "$@")
    sed -nE "s/^$program ([0-9 ]+): ([0-9.]+) s .*/\1 : \2/p" <<<"$line" |
        awk -v program="$program" -v by="$by" -v count="$count" '{
            numbers = $1
            for (i = 2; $i != ":"; ++i) numbers = numbers "," $i
            print program, numbers, by, count, $NF
        }' >>"$times"
}

# round PROGRAM NUMBERS...: every contender once.
round() {
    local program=$1 count
    once "$program" alone 1 "$build/share/examples/pcstar/$program" "${@:2}" --alone
    for count in "${ranks[@]}"; do
        once "$program" tessera "$count" "$build/share/examples/pcstar/$program" "${@:2}"
        once "$program" plain "$count" "$build/tests/bench/plain_mpi/$program" "${@:2}"
    done
}

for ((i = 0; i < rounds; ++i)); do
    echo "round $((i + 1)) of $rounds" >&2
    if [ -n "${SMALL:-}" ]; then
        round mm 16
        round njac 20 20 5
        continue
    fi
    round fft 1048576
    round histeq 2048 2048
    round njac 1024 1024 100
    round roadnet 4096 4096 10
    round amp 2048 2048 3
    round amp 2048 2048 15
    round julia 1024 1024 100
    round mm 512
    round rf 1024 1024 3
done

sort -k1,1 -k2,2V -k3,3 -k4,4n -k5,5n "$times" | awk -v machine="$machine" -v processors="$(nproc)" -v rounds="$rounds" '
    function finish() {
        if (count == 0) return
        printf "%s\n  {\"program\": \"%s\", \"numbers\": [%s], \"by\": \"%s\", \"ranks\": %d, \"median\": %s, \"min\": %s, \"max\": %s}",
            rows++ ? "," : "", program, numbers, by, ranks, seconds[int((count + 1) / 2)], seconds[1], seconds[count]
        count = 0
    }
    BEGIN {
        printf "{\"schema\": \"tessera.programs/1\", \"machine\": \"%s\", \"processors\": %d, \"rounds\": %d, \"rows\": [",
            machine, processors, rounds
    }
    $1 " " $2 " " $3 " " $4 != key { finish(); key = $1 " " $2 " " $3 " " $4 }
    {
        program = $1; by = $3; ranks = $4; seconds[++count] = $5
        numbers = $2
        gsub(",", ", ", numbers)
    }
    END { finish(); print "\n]}" }'
