#!/bin/bash
# Compiles and runs random programs of all kinds in both languages at 1, 2, 4 and 7 ranks: each checks itself.
# Usage: random.sh PROPERTY-TESTS LOCAL-MPIRUN SCRATCH-FOLDER COUNT SEED [KIND] (COUNT for each number of ranks)
set -euo pipefail
writer=$1 mpirun=$2 scratch=$3 count=$4 seed=$5 kind=${6-}
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

for ranks in 1 2 4 7; do
    "$writer" write_programs . "$ranks" "$count" "$seed" ${kind:+"$kind"} 2>writer.log || { cat writer.log >&2 && exit 1; }
    seed=$((seed + count)) # other kinds
done

run=0
for program in *-*.cpp *-*.f90; do
    case $program in
    *.cpp) mpicxx -std=c++17 -Wall -Wextra -Werror -D_GLIBCXX_ASSERTIONS "$program" -o program.run ;;
    *.f90) mpif90 -std=f2008 -fcheck=all,no-array-temps -Wall -Werror "$program" -o program.run ;;
    esac
    said=$("$mpirun" -n "${program%%-*}" ./program.run) || { echo "$program: $said" >&2 && exit 1; }
    [[ $said == *" elements, 0 wrong" ]]
    run=$((run + 1))
done
echo "$run programs move every element"
[ "$run" -eq $((4 * count)) ]
