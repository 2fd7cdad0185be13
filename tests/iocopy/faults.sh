#!/bin/bash
# What iocopy does when disks, files and ranks fail: faults.sh BINDIR SHIM SCRATCH-FOLDER
shim=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"

# expect NAME EXIT-CODE WORDS COMMAND...: mpirun's remarks aside, the command says the words and ends with the code.
expect() {
    name=$1 wanted=$2 words=$3
    shift 3
    "$@" >said 2>&1
    local code=$?
    [ $code -eq "$wanted" ] || complain "ended with $code, expected $wanted"
    grep -qF -- "$words" said || complain "did not say: $words"
}

nothing_named() { [ ! -e "$1" ] || complain "there is a file $1"; }
same() { cmp -s "$1" "$2" || complain "$1 and $2 differ"; }

# The first process called iocopy among the children's children.
a_rank_below() {
    local child
    for child in $(pgrep -P "$1"); do
        if [ "$(cat /proc/"$child"/comm)" = iocopy ]; then echo "$child" && return; fi
        a_rank_below "$child" && return
    done
    return 1
}

ranks() { timeout 60 local-mpirun -n 3 "$@"; }
broken() { ranks -x LD_PRELOAD="$shim" "$@"; }

random_bytes 2400000 >source.raw
array='float32 A[1000][600]'
copy=(iocopy source.raw target.raw --array "$array" --memory 2100KiB)

export IO_SHIM_PREFIX=$folder/source.raw IO_SHIM_BAD_READ=1200000
expect 'read error' 1 'damaged are these parts of it, those without damage wait' broken "${copy[@]}"
grep -qE '^  \[[0-9]+:[0-9]+\]\[0:600\]: reading bytes .*source.raw.*Input/output error' said || complain 'the damaged region is not named'
nothing_named target.raw
unset IO_SHIM_BAD_READ
expect 'read error, resumed' 0 'were there already' ranks "${copy[@]}" --resume
same source.raw target.raw
rm -f target.raw* .target*

# A disk that reads well at the second try damages nothing, whoever reads for whom.
for access in direct two-phase; do
    IO_SHIM_BAD_READ=1200000 IO_SHIM_BAD_READS=1 expect "one error, $access" 0 'written' ranks -x LD_PRELOAD="$shim" "${copy[@]}" --access $access
    same source.raw target.raw
    rm -f target.raw* .target*
done

IO_SHIM_PREFIX=$folder/.target IO_SHIM_DISK_END=1500000 expect 'full disk' 1 'No space left on device' broken "${copy[@]}"
nothing_named target.raw
expect 'full disk, resumed' 0 'were there already' ranks "${copy[@]}" --resume --verify
same source.raw target.raw
rm -f target.raw* .target*

IO_SHIM_BAD_FOLDERS=1 expect 'a folder is not synced' 1 "syncing the folder '" env LD_PRELOAD="$shim" "${copy[@]}"
grep -q 'Input/output error' said || complain 'the reason is not named'
rm -f target.raw* .target*

IO_SHIM_PREFIX=$folder/.target IO_SHIM_BAD_WRITE=700000 expect 'write error' 1 'Input/output error' broken "${copy[@]}"
nothing_named target.raw
expect 'interrupted before' 2 "a copy to 'target.raw' was interrupted; --resume goes on with it, --force begins again" ranks "${copy[@]}"
expect 'begun again' 0 'copied' ranks "${copy[@]}" --force
same source.raw target.raw
expect 'target exists' 2 "'target.raw' exists; --force overwrites it" ranks "${copy[@]}"
expect 'itself' 2 "'./source.raw' is the source itself" ranks iocopy source.raw ./source.raw --array "$array" --force
rm -f target.raw* .target*

# A disk that does not give back what was written, and does not say so: verification tells, names the bytes, and there is no target.
in_json() { "$@" >told.json; } # apart from what is said of it
whole() { local-mpirun -n 2 iocopy source.raw "$1" --array "$array" "${@:2}" --memory 4MiB; }
for target in 'target.npy' 'target.raw' 'target.cdf' 'target.h5:/A' 'target.h5:/A --chunk 100,100' 'target.h5:/A --chunk 100,100 --compress zstd:1' \
    'target.zarr:/A --chunk 100,100' 'target.zarr:/A --chunk 100,100 --compress zstd:1' 'target.zarr:/A --chunk 50,50 --shard 100,100' \
    'target.json --to (block,*)'; do
    read -ra given <<<"$target"
    at=$folder/.target
    [[ $target != *json* ]] || at=$folder/target # the files of ranks have their names from the beginning
    IO_SHIM_PREFIX=$at IO_SHIM_WRONG_READ=20000 expect "spoilt, $target" 3 'the target is not what was written' \
        in_json local-mpirun -n 2 -x LD_PRELOAD="$shim" iocopy source.raw "${given[0]}" --array "$array" "${given[@]:1}" --memory 4MiB --verify --json
    $python -c 'import json
told = json.load(open("told.json"))
assert told["damage"] and told["wrong"] and not told["verified"], told
blamed = [s for box in told["damage"] for s in box["bytes"] if s["begin"] <= 20000 < s["end"]]
assert blamed and all("source" not in s["file"] for s in blamed), told["damage"]' || complain 'the bytes are not named'
    nothing_named "${given[0]%%:*}"
    expect "spoilt, $target, resumed" 0 'verified: ' whole "${given[@]}" --resume --verify
    rm -rf target* .target*
done

# The disk is full while an array is added to a file, or a store, that holds another: nothing of that is lost, and --resume adds it.
ranks iocopy source.raw held.h5:/B --array "$array" --chunk 100,100 >/dev/null 2>&1
for store in held.zarr held3.zarr; do
    ranks iocopy source.raw $store:/B --array "$array" --chunk 100,100 --as "$([ $store = held.zarr ] && echo zarr2 || echo zarr3)" >/dev/null 2>&1
done
for target in 'held.h5:/A --chunk 90,90 3000000' 'held.h5:/A --chunk 90,90 --compress zstd:1 3000000' 'held.zarr:/A --chunk 90,90 20000' \
    'held3.zarr:/A --chunk 30,30 --shard 90,90 20000' 'held.h5:/A --chunk 90,90 100000'; do
    read -ra given <<<"$target"
    room=${given[-1]}
    unset 'given[-1]'
    rm -rf before && mkdir before && cp -a held.h5 held.zarr held3.zarr before
    adding=(iocopy source.raw "${given[@]}" --array "$array" --memory 3MiB)
    IO_SHIM_PREFIX=$folder/ IO_SHIM_DISK_END=$room expect "full disk, $target" 1 'No space left on device' broken "${adding[@]}"
    for file in held.h5 held.zarr held3.zarr; do diff -r "$file" "before/$file" >/dev/null || complain "$file changed"; done
    expect "full disk, $target, resumed" 0 'written' ranks "${adding[@]}" --resume --verify
    for array_in in A B; do
        ranks iocopy "${given[0]%%:*}:/$array_in" back.raw --byte-order native --chunk none --force >said 2>&1 || complain "$array_in cannot be read"
        same source.raw back.raw
    done
    rm -rf back.raw* && rm -rf held* .held* && cp -a before/* .
done
rm -rf before* held*

# A rank dies: the others end, and what was done is found.
IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=20000 broken "${copy[@]}" >said 2>&1 &
mpirun=$!
name='a rank dies'
until [ -e .target.raw.iocopy-journal ] || ! kill -0 $mpirun; do sleep 0.02; done 2>/dev/null
sleep 0.2
kill -KILL "$(a_rank_below $mpirun)"
wait $mpirun && complain 'it ended with 0'
nothing_named target.raw
expect 'a rank dies, resumed' 0 'copied' ranks "${copy[@]}" --resume
same source.raw target.raw
rm -f target.raw* .target*

# Killed while HDF5 lays out the target: what there is of it is no beginning.
name='killed at the beginning'
chunked=(iocopy source.raw target.h5:/A --array "$array" --chunk 20,20 --memory 2100KiB)
IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=200000 broken "${chunked[@]}" >said 2>&1 &
mpirun=$!
until [ -s .target.h5.iocopy ] || ! kill -0 $mpirun; do sleep 0.02; done 2>/dev/null
kill -KILL "$(a_rank_below $mpirun)"
wait $mpirun && complain 'it ended with 0'
expect 'killed at the beginning, resumed' 0 'copied' ranks "${chunked[@]}" --resume --verify
rm -f target.h5* .target*

# What lies in the provisional file is not believed.
IO_SHIM_PREFIX=$folder/source.raw IO_SHIM_BAD_READ=2000000 expect 'damaged meanwhile: begin' 1 'damaged are these parts' broken "${copy[@]}"
printf 'X' | dd of=.target.raw.iocopy bs=1 seek=100 conv=notrunc status=none
expect 'damaged meanwhile' 0 'were there already' ranks "${copy[@]}" --resume
same source.raw target.raw
rm -f target.raw* .target*

# The source changes between the beginning and the end, or between two tries.
IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=20000 broken "${copy[@]}" >said 2>&1 &
mpirun=$!
name='the source changes'
until [ -e .target.raw.iocopy-journal ] || ! kill -0 $mpirun; do sleep 0.02; done 2>/dev/null
sleep 0.1
touch source.raw
wait $mpirun && complain 'it ended with 0'
grep -qF "'source.raw' changed while it was copied" said || complain 'it did not say so'
nothing_named target.raw
nothing_named .target.raw.iocopy
IO_SHIM_PREFIX=$folder/source.raw IO_SHIM_BAD_READ=2000000 expect 'changed meanwhile: begin' 1 'damaged are these parts' broken "${copy[@]}"
touch source.raw
expect 'changed meanwhile' 2 'the source has changed since the copy was interrupted' ranks "${copy[@]}" --resume
rm -f target.raw* .target*

# What is told to be missing is a chunk of the source or a short stretch, however large the parts are; any number of ranks goes on.
ranks iocopy source.raw cut.h5:/A --array "$array" --chunk 100,100 >/dev/null 2>&1
few=(iocopy cut.h5:/A target.npy --memory 4MiB)
IO_SHIM_PREFIX=$folder/cut.h5 IO_SHIM_BAD_READ=1200000 expect 'a bad chunk' 1 'damaged are these parts' \
    local-mpirun -n 1 -x LD_PRELOAD="$shim" "${few[@]}" --access sieve
grep -qE '^  /A\[[0-9]00:[0-9]00\]\[[0-9]00:[0-9]00\]: ' said && [ "$(grep -c '^  /A\[' said)" = 1 ] || complain 'more or less than a chunk is named'
IO_SHIM_PREFIX=$folder/cut.h5 IO_SHIM_BAD_READ=1200000 expect 'a bad chunk, two-phase' 1 'damaged are these parts' broken "${few[@]}" --access two-phase --force
grep -qE '^  /A\[[0-9]+:[0-9]+\]\[[0-9]+:[0-9]+\]: ' said || complain 'no region is named'
rm -f target.npy* .target*

# What can be read is salvaged, and what cannot is listed and zero; the journal still knows that it is not the source's.
salvage=(iocopy source.raw target.raw --array "$array" --memory 2100KiB --salvage)
IO_SHIM_BAD_READ=1200000 expect 'salvaged' 3 "'source.raw' has unreadable parts; 'target.raw' holds the fill value, or 0, in their place" broken "${salvage[@]}" --verify
lost=$(cmp -l source.raw target.raw | awk '{ if (!first) first = $1; last = $1; if ($3 != 0) other = 1 } END { print first, last, last - first < 65536 && !other }')
[ "$(echo "$lost" | cut -d' ' -f3)" = 1 ] || complain "lost are the bytes $lost"
rm -f target.raw* .target*
IO_SHIM_BAD_READ=1200000 IO_SHIM_DISK_END=2200000 IO_SHIM_PREFIX=$folder expect 'salvaged to a full disk' 1 'No space left' broken "${salvage[@]}"
expect 'salvaged, then resumed' 0 'written' ranks "${copy[@]}" --resume --verify
same source.raw target.raw
rm -f target.raw* .target*
IO_SHIM_PREFIX=$folder/source.raw IO_SHIM_BAD_READ=2000000 expect 'large parts' 1 'damaged are these parts' local-mpirun -n 1 -x LD_PRELOAD="$shim" \
    iocopy source.raw target.npy --array "$array" --memory 2100KiB
expect 'large parts, more ranks' 0 'were there already' ranks iocopy source.raw target.npy --array "$array" --memory 2100KiB --resume --verify
cmp -s <(tail -c 2400000 target.npy) source.raw || complain 'resumed by more ranks it is another array'
rm -f target.npy* .target*

# A source that is cut short, or that is not what its checksum says.
head -c 2000000 source.raw >short.raw
expect 'short raw file' 2 "'short.raw' has 2 000 000 bytes" ranks iocopy short.raw target.raw --array "$array"
ranks iocopy source.raw whole.h5:/A --array "$array" --chunk 100,100 >/dev/null 2>&1
head -c 2000000 whole.h5 >short.h5
expect 'short HDF5 file' 1 'truncated file' ranks iocopy short.h5:/A target.h5
ranks iocopy source.raw good.npy --array "$array" >/dev/null 2>&1
printf 'X' | dd of=good.npy bs=1 seek=5000 conv=notrunc status=none
expect 'damaged source' 3 'is not what it was' ranks iocopy good.npy target.npy
nothing_named target.npy
nothing_named .target.npy.iocopy

# redist from file to file in parts: the same journal, the same going on.
rm -f target.raw* .target*
move=(redist --array 'float32 A[1000][600]' --from '(block,*)' --to '(*,block)' --in source.raw --out target.raw --memory 2100KiB)
IO_SHIM_PREFIX=$folder/.target IO_SHIM_DISK_END=1500000 expect 'redist, full disk' 1 'No space left on device' broken "${move[@]}"
nothing_named target.raw
expect 'redist, interrupted before' 2 "a copy to 'target.raw' was interrupted; --resume goes on with it" ranks "${move[@]}"
expect 'redist, resumed' 0 'were there already' ranks "${move[@]}" --resume --verify
same source.raw target.raw
expect 'redist, itself' 2 "'./source.raw' is the source itself" ranks "${move[@]/target.raw/./source.raw}" --force
rm -f target.raw* .target*

if [ $failures = 0 ]; then echo "every failure is told, and nothing is lost"; fi
exit $failures
