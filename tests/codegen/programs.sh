#!/bin/bash
# Compiles programs that distplan codegen writes, without a warning, and runs them: each checks itself.
# Usage: programs.sh DISTPLAN LOCAL-MPIRUN JOBS SCRATCH-FOLDER
set -euo pipefail
distplan=$1 mpirun=$2 jobs=$3 scratch=$4
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

# Copies along the second dimension of the processors, a stride, and blocks of three sizes.
cat >copies.hpf <<'JOB'
      real B(20), C(9,7)
!hpf$ processors P(2,3), Q(3)
!hpf$ template T(20,6)
!hpf$ align B(i) with T(i,*)
!hpf$ distribute T(cyclic(3),block) onto P
!hpf$ distribute C(gen_block(4,0,5),*) onto Q
!dist$ region write may B(i) for(n: 2<=i, i<=n, mod(i,2)==0)
!dist$ region read must C(i,j) for(n: 1<=i, i<=j, j<=n)
JOB

# program NAME JOB RANKS ARGUMENTS...: makes, compiles, and runs.
program() {
    local name=$1 job=$2 ranks=$3
    shift 3
    "$distplan" codegen "$job" "$@" >"$name"
    case $name in
    *.cpp) mpicxx -std=c++17 -Wall -Wextra -Werror "$name" -o "${name%.*}.run" ;;
    *.f90) mpif90 -Wall -Werror "$name" -o "${name%.*}.run" ;;
    esac
    said=$("$mpirun" -n "$ranks" "./${name%.*}.run")
    echo "$name: $said"
    [[ $said == *"elements, 0 wrong" && $said != *": 0 elements"* ]]
}

program collect.cpp "$jobs/triangle.hpf" 8 --kind collect --set m=27
program update.f90 "$jobs/triangle.hpf" 9 --kind update --language fortran --set m=27
program copies_update.cpp copies.hpf 6 --kind update --set n=13
program copies_collect.f90 copies.hpf 6 --kind collect --language fortran --set n=20
program blocks.cpp copies.hpf 3 --kind collect --line 2 --set n=6

# A wrong place is seen: the test of the test.
sed 's/array\[number(a1, a2)\] = message/array[number(a2, a1)] = message/' collect.cpp >broken.cpp
mpicxx -std=c++17 broken.cpp -o broken.run
if "$mpirun" -n 8 ./broken.run; then
    echo "a program that misplaces elements ended well" >&2
    exit 1
fi
