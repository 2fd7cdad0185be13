#!/bin/bash
# Where threads can decode and encode, one rank of a node copies for all, and the others rest: the same bytes as one rank makes, the same
# words and exit codes, and what befalls a rank that rests befalls the copy. teams.sh BINDIR SHIM SCRATCH-FOLDER
shim=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"

# number KEY: of the last copy's JSON.
number() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" said | head -1; }
# copied_by RANKS OF: so many of those that were started.
copied_by() { [ "$(number ranks)" = "$1" ] && [ "$(number started_ranks)" = "$2" ] || complain "copied by $(number ranks) of $(number started_ranks) ranks"; }

random_bytes 4000000 >source.raw
iocopy source.raw plain.h5:/A --array 'float32 A[1000][1000]' --quiet && iocopy plain.h5:/A deflated.h5:/A --chunk 90,110 --deflate 1 --quiet || exit 1

for target in t.zarr t.npy t.raw; do
    options=(--chunk none) && [ $target = t.zarr ] && options=(--chunk 200,130)
    iocopy deflated.h5:/A one.${target#*.} "${options[@]}" --quiet || exit 1
    for ranks in 2 3 9; do
        name="$target on $ranks"
        rm -rf $target* .$target*
        local-mpirun -n $ranks iocopy deflated.h5:/A $target "${options[@]}" --verify --json >said 2>&1 </dev/null || complain failed
        copied_by $(((ranks + 7) / 8)) $ranks
        [ "$(number resident_growth)" -le "$(number resident_allowed)" ] || complain "grew by $(number resident_growth)"
        diff -r one.${target#*.} $target >/dev/null || complain 'made other bytes than one rank'
    done
done

# All copy where threads have nothing to do, or may not, or where the user says what each rank does.
while read -r source options; do
    name="$source $options"
    # shellcheck disable=SC2086 # options are words; mpirun would read the other cases
    local-mpirun -n 2 iocopy $source all.h5:/A $options --force --json >said 2>&1 </dev/null || complain failed
    copied_by 2 2
done <<'CASES'
plain.h5:/A
plain.h5:/A --chunk 100,100 --nbit yes
deflated.h5:/A --threads 1
deflated.h5:/A --threads 2
deflated.h5:/A --access two-phase
CASES

name='plan'
local-mpirun -n 3 iocopy deflated.h5:/A p.zarr --access auto --plan >said 2>&1 && grep -q '1 of 3 ranks copies' said || complain 'does not tell who copies'

# What is wrong is told once, with the exit code that one rank has.
place=$($python -c "
import h5py
with h5py.File('deflated.h5') as f: print(f['A'].id.get_chunk_info_by_coord((180, 550)).byte_offset + 20)") || exit 1
cp deflated.h5 damaged.h5
printf '\x55\xaa\x55\xaa\x55\xaa\x55\xaa' | dd of=damaged.h5 bs=1 seek="$place" conv=notrunc status=none
while read -r code source options; do
    name="$source $options"
    for ranks in 1 3; do
        touch taken.zarr
        # shellcheck disable=SC2086
        local-mpirun -n $ranks iocopy $source $options >said 2>&1 </dev/null
        [ $? -eq "$code" ] || complain "did not end with $code on $ranks"
        [ "$(grep -c '^iocopy: ' said)" = 1 ] || complain "is not told once on $ranks"
        sed 's/^copying.*//' said >"told_$ranks"
        rm -rf w.zarr .w.zarr*
    done
    [ "$(grep '^iocopy: ' told_1)" = "$(grep '^iocopy: ' told_3)" ] || complain 'is told in other words'
done <<'CASES'
1 damaged.h5:/A w.zarr
2 deflated.h5:/A taken.zarr
2 deflated.h5:/A w.zarr --memory 10KiB
CASES

# A rank that rests is killed: nothing hangs, nothing is made, and the copy can be gone on with.
name='killed at rest'
copy='iocopy deflated.h5:/A k.zarr --chunk 40,50 --deflate 0 --memory 8MiB --resume'
# shellcheck disable=SC2086
IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=20000 timeout 60 local-mpirun -n 2 -x LD_PRELOAD="$shim" $copy >said 2>&1 &
session=$!
for ((waited = 0; waited < 500; ++waited)); do
    [ -n "$(find . -maxdepth 1 -name '.k.zarr.iocopy-journal' -size +8)" ] && break # more than its header of 4096 bytes
    sleep 0.02
done
kill -KILL "$(pgrep -f '^iocopy deflated.h5:/A k.zarr' | tail -1)" || complain 'had ended already'
wait $session
code=$?
{ [ $code -ne 0 ] && [ $code -ne 124 ]; } || complain "ended with $code"
[ ! -e k.zarr ] || complain 'a target appeared'
# shellcheck disable=SC2086
local-mpirun -n 2 $copy --verify >said 2>&1 && grep -q 'there already' said || complain 'could not go on'
[ $failures = 0 ] && echo 'one rank copied for all'
exit $failures
