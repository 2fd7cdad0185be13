#!/bin/bash
# The out-of-core examples compute what a program with enough memory does, on any number of ranks and with any slabs.
# The published sets of what two distributions have in common are those that distplan finds by its own method.
# Usage: examples.sh LOCAL-MPIRUN FOLDER-OF-EXAMPLES ORACLE IOCOPY SCRATCH-FOLDER
set -euo pipefail
mpirun=$1 examples=$2 oracle=$3 iocopy=$4 folder=$5
rm -rf "$folder" && mkdir -p "$folder"

# compare PROGRAM N PARAMETER ICLA_BYTES RANKS
compare() {
    local program=$1 n=$2 parameter=$3 icla=$4 ranks=$5
    "$oracle" "$program" "$n" "$parameter" "$folder/expected.raw"
    "$mpirun" -n "$ranks" "$examples/$program" "$n" "$parameter" "$icla" "$folder/$program.json"
    "$mpirun" -n 1 "$iocopy" --quiet --force "$folder/$program.json" "$folder/found.raw"
    cmp "$folder/expected.raw" "$folder/found.raw"
    [ "$(find "$folder" -name '*.other*' -o -name '*.image*' | wc -l)" = 0 ] # what was not closed is gone
}

compare laplace 50 7 1000 1
compare laplace 61 12 700 4
compare laplace 40 5 4000 3
compare median_filter 64 3 500 1
compare median_filter 71 5 1000 4
compare median_filter 48 7 4000 3

# couple EXTENT SENDERS BLOCK RECEIVERS BLOCK
couple() {
    "$examples/coupling" "$@" "$(dirname "$mpirun")/../../datasets/machines/sp1-generic.json" | sed -n 's/^\([0-9]*\) -> \([0-9]*\): \([0-9]*\) elements.*/\1 \2 \3/p' >"$folder/found"
    "$(dirname "$iocopy")/distplan" redist --array "real A($1)" --from "(cyclic($3)) onto P($2)" \
        --to "(cyclic($5)) onto Q($4) ranks($2:$(($2 + $4 - 1)))" --json |
        sed -n 's/.*"from": \([0-9]*\), "to": \([0-9]*\), "elements": \([0-9]*\).*/\1 \2 \3/p' |
        awk -v senders="$2" '{ print $1, $2 - senders, $3 }' | sort -n -k1 -k2 >"$folder/expected"
    [ -s "$folder/found" ] && cmp "$folder/expected" "$folder/found"
}

couple 100 4 3 3 5
couple 32 4 8 8 2
couple 1000 5 7 6 11

# The page that leads other libraries' users here shows lines of the example that runs.
"$mpirun" -n 4 "$examples/block_cyclic_copy"
source=$(dirname "$0")/../../share/examples/block_cyclic_copy.cpp
awk '/^```cpp$/ { code = 1; next } /^```$/ { code = 0 } code' "$(dirname "$0")/../../share/doc/moving.md" >"$folder/shown"
[ -s "$folder/shown" ]
while IFS= read -r line; do
    grep -qxF -- "$line" "$source" || { echo "moving.md shows what the example does not say: $line"; exit 1; }
done <"$folder/shown"

# Stencils on any mapping compute what one process does, to the last bit.
for ranks in 1 4 6; do
    for mapped in '(block,block)' '(cyclic(5),block)' '(cyclic,cyclic(3))'; do
        "$mpirun" -n "$ranks" "$examples/heat" 40 12 "$mapped" | grep -q ': 0 elements differ from one process$'
        "$mpirun" -n "$ranks" "$examples/life" 31 20 "$mapped" | grep -q ': 0 differ from one process$'
    done
done

# Two tasks with a channel between them transform images as one program does; the halves of the paper's Figure 3 meet in one launch.
# (tests/mpi/separate_jobs.sh starts them as separate jobs.)
for ranks in 2 5; do
    "$mpirun" -n "$ranks" "$examples/fft2d" 32 6 | grep -q "^6 images of 32 x 32 on $ranks ranks: data-parallel .* s, two tasks .* s$"
done
"$mpirun" -n 3 "$examples/producer" 20 4 : -n 2 "$examples/consumer" 20 | grep -qx 'received 4 matrices of 20 x 20'

# Places are chosen and put side by side as one process does; the image of the thesis comes out as printed there.
[ "$("$mpirun" -n 4 "$examples/compaction" | head -2)" = $'band 1: 0 4 2 3 4\nband 2: 16 12 14 13 12' ]
for ranks in 1 3 7; do
    "$mpirun" -n "$ranks" "$examples/compaction" 23 '(cyclic(2),block)' | grep -q ': 0 differ from one process$'
done

# MPI alone moves what distplan exports.
for operation in send get; do
    "$(dirname "$iocopy")/distplan" comm $operation --array 'real8 A(20,30)' --from '(block,cyclic(4)) onto P(2,3)' \
        --where 'i + j < 40' --export alltoallw >"$folder/exported.json"
    "$mpirun" -n 6 "$examples/neighbor_exchange" "$folder/exported.json" | grep -qx '534 elements came, 0 of them wrong'
done
