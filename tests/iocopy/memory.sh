#!/bin/bash
# What iocopy takes stays within what it was allowed, over random layouts: memory.sh BINDIR SCRATCH-FOLDER ROUNDS [SEED]
# The buffers of all ranks together, at their most; and what the processes grew by since they started, as the kernel counts it.
rounds=$3 seed=${4:-$RANDOM}
. "$(dirname "$0")/begin.sh" "$1" "$2"
RANDOM=$seed
refused=0 # rounds in which no plan fits the memory, and one line says so

one_of() {
    local all=("$@")
    echo "${all[RANDOM % $#]}"
}
# number KEY: of the last copy's JSON.
number() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" said; }

# 60 MB of different numbers: more than any of the bounds below.
rows=3000 columns=5000
local-mpirun -n 2 redist --array "float32 A[$rows][$columns]" --from '(block,*)' --to '(*,block)' --ranks 2 --out first.h5:/A --quiet \
    >said 2>&1 || { cat said && exit 1; }
source=first.h5
for ((round = 0; round < rounds; ++round)); do
    ranks=$((RANDOM % 4 + 1))
    memory=$((ranks * 4 + RANDOM % 32))MiB
    options=(--access "$(one_of auto auto direct sieve two-phase)" --memory $memory)
    [ $ranks -gt 1 ] || options[1]=auto
    case $((RANDOM % 5)) in
    0) target=t$round.h5 options+=(--chunk "$((RANDOM % 400 + 40)),$((RANDOM % 400 + 40))") ;;
    1) target=t$round.h5 options+=(--chunk "$(one_of 512,1 1,2000 64,512)" --deflate "$(one_of 1 none)" --shuffle yes) ;;
    2) target=t$round.h5 options+=(--chunk none) ;;
    3) target=t$round.npy ;;
    4) target=t$round.json options+=(--to "$(one_of '(block,*)' '(*,cyclic(7))' '(cyclic(30),block) onto P(2,2)')") ;;
    esac
    what="round $round of seed $seed: $source to $target on $ranks, ${options[*]}"
    if ! timeout 120 local-mpirun -n $ranks iocopy "$source" "$target" "${options[@]}" --verify --json >said 2>&1; then
        grep -q 'iocopy: --memory' said && refused=$((refused + 1)) && continue
        echo "$what: failed" && cat said
        failures=1
        continue
    fi
    [ -z "${VERBOSE:-}" ] || echo "$what: $(grep '"memory"' said)"
    [ "$(number peak)" -le "$(number bound)" ] || { echo "$what: buffers of $(number peak)" && failures=1; }
    [ "$(number resident_growth)" -le "$(number resident_allowed)" ] || { echo "$what: grew by $(number resident_growth)" && failures=1; }
    [ "$source" = first.h5 ] || rm -rf "${source%.*}"*
    source=$target
done
echo "$rounds copies, $refused of them refused; seed $seed"
[ $((refused * 2)) -le "$rounds" ] || { echo "too few were copied" && failures=1; }
exit $failures
