#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: the methods of redistribution beside each other: PITFALLS Tables 1 to 3, and the experiments of Thakur's chapter 3.
# usage: methods_bench.sh BIN [REPEAT]
#   BIN: where redist is; REPEAT: how often each is timed (11), the median counts
# Naive asks for the owner of each element while it runs, as the paper's does; ours is the planned redistribution. The paper's times are of
# 1994's machines: only the ratios can be compared. Thakur has plots and no numbers: who wins stands beside who wins here.
set -euo pipefail

bin=$(realpath "$1")
repeat=${2:-11}
here=$(realpath "$(dirname "$0")")
mpi=$here/../../share/bin/local-mpirun
PATH=$bin:$PATH

# seconds RANKS KEY ARGUMENTS...: the median time of a run, in milliseconds; KEY is times or times_back
median() {
    local ranks=$1 key=$2
    shift 2
    "$mpi" -n "$ranks" redist "$@" --repeat "$repeat" --verify --json |
        awk -v key="\"$key\"" '$0 ~ key { sub(".*" key, ""); match($0, /"median": [0-9.e+-]+/); print 1e3 * substr($0, RSTART + 10, RLENGTH - 10); exit }'
}

max() { echo $(($1 > $2 ? $1 : $2)); }
product() { echo $(($1)); }

# pitfalls FROM TO SIZE PS PT CM5 PARAGON: one row; CM5 and PARAGON are the paper's speedups
pitfalls() {
    local from=$1 to=$2 size=$3 ps=$4 pt=$5 ranks
    ranks=$(max "$(product "${ps/,/*}")" "$(product "${pt/,/*}")")
    local job=(--array "real8 A($size,$size)" --from "$from onto P($ps)" --to "$to onto Q($pt)")
    local naive ours
    naive=$(median "$ranks" times "${job[@]}" --method naive)
    ours=$(median "$ranks" times "${job[@]}" --method "${8:-pitfalls}")
    awk -v f="$from" -v t="$to" -v n="$size" -v s="$ps" -v q="$pt" -v a="$naive" -v b="$ours" -v c="$6" -v p="$7" \
        'BEGIN { printf "%-20s %-20s %4d %-5s %-5s %10.2f %10.3f %8.1f %6.2f %8.2f %10.0f %8.0f\n", f, t, n, s, q, a, b, a / b, c, p, 1e6 * a / n / n, 1e6 * b / n / n }'
}

echo "PITFALLS Tables 1 to 3: milliseconds, speedup over naive here and in the paper, nanoseconds per element (Table 3's figure)"
printf '%-20s %-20s %4s %-5s %-5s %10s %10s %8s %6s %8s %10s %8s\n' from to N Ps Pt naive planned speedup CM-5 Paragon naive/el planned
while read -r kind size ps pt cm5 paragon; do
    case $kind in
    a) pitfalls '(cyclic(3),block)' '(cyclic,cyclic(5))' "$size" "$ps" "$pt" "$cm5" "$paragon" ;;
    b) pitfalls '(cyclic(3),cyclic(7))' '(cyclic(5),cyclic)' "$size" "$ps" "$pt" "$cm5" "$paragon" ;;
    c) pitfalls '(block,*)' '(*,block)' "$size" "$ps" "$pt" "$cm5" "$paragon" ;;
    esac
done <<'TABLE'
a 128 4,4 3,5 2.18 1.71
a 128 2,6 3,3 2.87 2.52
a 128 3,5 4,3 2.45 1.94
a 256 4,4 3,5 2.44 2.67
a 256 2,6 3,3 2.81 3.10
a 256 3,5 4,3 2.49 2.70
a 512 4,4 3,5 2.63 2.35
a 512 2,6 3,3 3.08 2.74
a 512 3,5 4,3 2.66 2.86
b 128 5,2 4,3 2.23 2.13
b 128 3,6 5,2 2.55 2.03
b 128 4,5 3,3 2.16 1.81
b 256 5,2 4,3 2.24 2.75
b 256 3,6 5,2 2.79 2.95
b 256 4,5 3,3 2.67 2.67
b 512 5,2 4,3 2.47 2.71
b 512 3,6 5,2 2.87 2.89
b 512 4,5 3,3 2.87 2.96
c 128 8 16 3.06 2.81
c 128 16 16 2.67 2.17
c 128 10 18 2.92 2.60
c 256 8 16 3.26 4.20
c 256 16 16 3.38 3.63
c 256 10 18 3.19 3.86
c 512 8 16 3.40 4.47
c 512 16 16 3.74 3.85
c 512 10 18 3.23 4.56
TABLE

# contest TITLE PAPER RANKS METHODS JOB...: the methods side by side; who wins, and by what
contest() {
    local title=$1 paper=$2 ranks=$3 methods=$4 method
    shift 4
    for method in $methods; do
        echo "$method $(median "$ranks" times "$@" --method "$method")"
    done | sort -g -k2 | awk -v title="$title" -v paper="$paper" \
        '{ n[NR] = $1; t[NR] = $2 } END { printf "%-46s", title; for (i = 1; i <= NR; ++i) printf " %s %.3f ms%s", n[i], t[i], i < NR ? "," : ""
           printf "; %s wins by %.2f (paper: %s)\n", n[1], t[2] / t[1], paper }'
}

echo
echo "Thakur, chapter 3, 1M integers, medians of $repeat"
for ranks in 4 8 16; do
    contest "Fig. 3.17, cyclic(15) to cyclic(10) on $ranks" "lcm, then gcd" "$ranks" "general gcd lcm naive" \
        --array 'integer A(1048576)' --from "(cyclic(15)) onto P($ranks)" --to "(cyclic(10)) onto P($ranks)"
    contest "Fig. 3.18, cyclic(11) to cyclic(3) on $ranks" "lcm, then general" "$ranks" "general gcd lcm naive" \
        --array 'integer A(1048576)' --from "(cyclic(11)) onto P($ranks)" --to "(cyclic(3)) onto P($ranks)"
done
for side in 2 4; do
    ranks=$((side * side))
    contest "Fig. 3.20, (block,block) to (cyclic,cyclic) on $ranks" indirect "$ranks" "direct indirect naive" \
        --array 'integer A(1024,1024)' --from "(block,block) onto P($side,$side)" --to "(cyclic,cyclic) onto P($side,$side)"
    contest "Fig. 3.21, cyclic(11) to cyclic(3) twice on $ranks" "indirect" "$ranks" "direct indirect naive" \
        --array 'integer A(1024,1024)' --from "(cyclic(11),cyclic(11)) onto P($side,$side)" \
        --to "(cyclic(3),cyclic(3)) onto P($side,$side)"
done
for ranks in 4 8; do
    job=(--array 'integer A(1048576)' --from "(cyclic(11)) onto P($ranks)" --to "(cyclic(3)) onto P($ranks)")
    printf 'Fig. 3.22, circular cyclic(11) to cyclic(3) on %d: there %.3f ms, back %.3f ms without planning\n' "$ranks" \
        "$(median "$ranks" times "${job[@]}" --round-trip)" "$(median "$ranks" times_back "${job[@]}" --round-trip)"
done
