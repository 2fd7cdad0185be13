#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: generated programs beside hand-written loops, a walk over FALLS, and redist.
# usage: codegen_bench.sh BIN [ROUNDS]
#   BIN: the folder of distplan and redist, of a release build; ROUNDS: whose median counts (7). Contenders take turns.
set -euo pipefail

bin=$(realpath "$1")
rounds=${2:-7}
mpirun=$(realpath "$(dirname "$0")/../../share/bin/local-mpirun")
# redist asks Linux for large pages by itself; programs get them from their C library, or rows far apart cost half as much again.
export GLIBC_TUNABLES=glibc.malloc.hugetlb=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

median() { sort -g | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }

cat >triangle.hpf <<'JOB'
      real A(10000,10000)
!hpf$ processors P(4,4)
!hpf$ distribute A(block,cyclic(5)) onto P
!dist$ region read must A(i,j) for(m: 3<=i, 3<=j, i+j<=1+m)
JOB

echo "The triangle of 10^4 x 10^4 on 16 ranks, planned and counted (a process of its own each time)"
for ((i = 0; i < rounds; ++i)); do
    start=$(date +%s%N)
    "$bin/distplan" region triangle.hpf --set m=10000 >/dev/null
    echo $(($(date +%s%N) - start))
done | median | awk '{printf "  %.3f s\n", $1 / 1e9}'

# The elements of all 16 ranks: loops of the generated program, the same by hand, and a walk over the FALLS of both dimensions.
"$bin/distplan" codegen triangle.hpf --kind collect --set m=10000 | sed 's/^int main(/int program(/' >walk.cpp
cat >>walk.cpp <<'CODE'
#include <chrono>

namespace {

constexpr long n = 10000;
std::vector<double> const memory(2500L * 2500L, 1.0);

std::vector<Part> parts;

double generated() {
    double sum = 0;
    for (long p1 = 1; p1 <= 4; ++p1)
        for (long p2 = 1; p2 <= 4; ++p2) {
            Part& part = parts[processor(p1, p2)];
            for_each_element(p1, p2, [&](long a1, long a2) { sum += part.at(a1, a2); });
        }
    return sum;
}

double by_hand() {
    double sum = 0;
    for (long p1 = 0; p1 < 4; ++p1)
        for (long p2 = 0; p2 < 4; ++p2)
            for (long block = p2; 5 * block < n; block += 4)
                for (long j = std::max(3L, 5 * block + 1); j <= std::min(5 * block + 5, m - 2); ++j) {
                    double const* const column = &memory[2500 * (block / 4 * 5 + (j - 1) % 5)];
                    for (long i = std::max(3L, 2500 * p1 + 1); i <= std::min(2500 * (p1 + 1), m + 1 - j); ++i)
                        sum += column[i - 1 - 2500 * p1];
                }
    return sum;
}

struct Falls {
    long l, r, s, n;
};

double by_falls() {
    double sum = 0;
    for (long p1 = 0; p1 < 4; ++p1)
        for (long p2 = 0; p2 < 4; ++p2) {
            std::vector<Falls> const rows{{2500 * p1 + 1, 2500 * p1 + 2500, 2500, 1}};
            std::vector<Falls> const columns{{5 * p2 + 1, 5 * p2 + 5, 20, 500}};
            for (Falls const& c : columns)
                for (long b = 0; b < c.n; ++b)
                    for (long k = 0; k <= c.r - c.l; ++k) {
                        long const j = c.l + b * c.s + k;
                        if (j < 3 || j > m - 2) continue;
                        for (Falls const& r : rows)
                            for (long e = 0; e < r.n; ++e)
                                for (long i = std::max(3L, r.l + e * r.s); i <= std::min(r.r + e * r.s, m + 1 - j); ++i)
                                    sum += memory[2500 * (b * (c.r - c.l + 1) + k) + e * (r.r - r.l + 1) + i - r.l - e * r.s];
                    }
        }
    return sum;
}

} // namespace

int main(int argc, char**) {
    if (argc > 1) return program(0, nullptr);
    for (int rank : rank_of) parts.emplace_back(rank);
    for (int p1 = 1; p1 <= 4; ++p1)
        for (int p2 = 1; p2 <= 4; ++p2)
            for_each_element(p1, p2, [&](long a1, long a2) { parts[processor(p1, p2)].at(a1, a2) = 1; });
    double (*const walks[])() = {generated, by_hand, by_falls};
    for (auto walk : walks) {
        auto const start = std::chrono::steady_clock::now();
        double const sum = walk();
        printf("%.3f ", std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / sum);
    }
    printf("\n");
}
CODE
mpicxx -std=c++17 -O2 walk.cpp -o walk
for ((i = 0; i < rounds; ++i)); do ./walk >>walks; done
echo "Reading its elements from local memory, nanoseconds each"
for column in "1 generated loops" "2 loops by hand" "3 a walk over FALLS"; do
    printf '  %-20s %s\n' "${column#* }" "$(cut -d' ' -f"${column%% *}" walks | median)"
done

# redistribution NAME FROM TO: the programs of both kinds and languages beside redist with messages, on 4 ranks.
redistribution() {
    local name=$1 from=$2 to=$3 kind language
    for kind in redist pitfalls; do
        for language in c++ fortran; do
            "$bin/distplan" codegen --array 'real8 A(2048,2048)' --from "$from" --to "$to" --kind $kind --language $language >$kind.${language/fortran/f90}
        done
        mpicxx -std=c++17 -O2 -x c++ $kind.c++ -o $kind-c++
        mpif90 -O2 $kind.f90 -o $kind-fortran
    done
    rm -f times-*
    for ((i = 0; i < rounds; ++i)); do
        "$mpirun" -n 4 "$bin/redist" --array 'real8 A(2048,2048)' --from "$from" --to "$to" --transport p2p --repeat 20 --json |
            sed -n 's/.*"min": \([^,]*\),.*/\1/p' >>times-redist
        for program in redist-c++ redist-fortran pitfalls-c++ pitfalls-fortran; do
            "$mpirun" -n 4 ./$program 20 | sed -n 's/^ *\([0-9.]*\) seconds.*/\1/p' >>times-program-$program
        done
    done
    awk -v name="$name" -v redist="$(median <times-redist)" -v list="$(for p in redist-c++ redist-fortran pitfalls-c++ pitfalls-fortran; do median <times-program-$p; done | tr '\n' ' ')" \
        'BEGIN {split(list, t); printf "  %-34s %6.2f", name, redist * 1e3; for (i = 1; i <= 4; ++i) printf " %7.2f (%.2f)", t[i] * 1e3, t[i] / redist; printf "\n"}'
}

echo "2048 x 2048 doubles on 4 ranks, messages, milliseconds (and times redist): redist, programs redist in C++ and Fortran, pitfalls in both"
redistribution "(block,*) to (*,block)" '(block,*) onto P(4)' '(*,block) onto P(4)'
redistribution "(cyclic(3),*) to (cyclic(5),*)" '(cyclic(3),*) onto P(4)' '(cyclic(5),*) onto P(4)'
redistribution "(cyclic,*) to (block,*)" '(cyclic,*) onto P(4)' '(block,*) onto P(4)'
redistribution "(block,cyclic) to (cyclic(64),block)" '(block,cyclic) onto P(2,2)' '(cyclic(64),block) onto P(2,2)'
