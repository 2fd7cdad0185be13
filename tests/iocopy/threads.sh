#!/bin/bash
# Copies whose chunks several threads decode and encode: the same bytes, the same words and the same bound on memory for any number of them,
# also where a copy is killed and resumed. threads.sh BINDIR SHIM SCRATCH-FOLDER
shim=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"

# number KEY: of the last copy's JSON.
number() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" said | head -1; }
# spoil FILE PLACE: some bytes of it.
spoil() { printf '\x55\xaa\x55\xaa\x55\xaa\x55\xaa' | dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }

# same A B: to the byte; of an HDF5 file, which tells when it was made, every chunk or the whole array, and where it lies.
same() {
    if [[ $1 != *.h5 ]]; then
        diff -r "$1" "$2" >/dev/null
        return
    fi
    $python - "$1" "$2" <<'READ'
import sys
import h5py
def told(name):
    with h5py.File(name) as f, open(name, 'rb') as bytes_of:
        data = f['A'].id
        if f['A'].chunks is None:
            places = [(data.get_offset(), data.get_storage_size())]
        else:
            places = sorted((c.byte_offset, c.size, c.filter_mask, c.chunk_offset) for c in map(data.get_chunk_info, range(data.get_num_chunks())))
        def read(place, size):
            bytes_of.seek(place)
            return bytes_of.read(size)
        return places, [read(*each[:2]) for each in places]
sys.exit(told(sys.argv[1]) != told(sys.argv[2]))
READ
}

# 8 MB of numbers, most of their bits alike; and the same in chunks that are decoded here.
rows=1000 columns=2000
$python -c "
import numpy as np
numbers = np.arange($rows * $columns, dtype='f4').reshape($rows, $columns)
numbers[::7] += np.random.default_rng(1).integers(0, 1000, ($rows // 7 + 1, $columns)).astype('f4')
numbers.tofile('source.raw')" || exit 1
array="float32 A[$rows][$columns]"
iocopy source.raw plain.h5:/A --array "$array" --quiet >said 2>&1 || { cat said && exit 1; }
iocopy plain.h5:/A deflated.h5:/A --chunk 90,110 --deflate 4 --shuffle yes --quiet >said 2>&1 || { cat said && exit 1; }
iocopy plain.h5:/A blosc.zarr:/A --chunk 90,110 --compress blosc --quiet >said 2>&1 || { cat said && exit 1; }

# Every format with chunks, and every codec, one by HDF5, which no thread but one may call.
while read -r source target options; do
    for ranks in 1 2; do
        for threads in 1 2 5; do
            name="$source to $target $options, $ranks ranks, $threads threads" made=with_$threads.${target#*.}
            rm -rf "$made"* ".$made"*
            # shellcheck disable=SC2086 # options are words; mpirun would read the other cases
            local-mpirun -n $ranks iocopy "$source" "$made$([[ $made == *.h5 ]] && echo :/A)" $options --threads $threads --memory 80MiB --verify --json >said 2>&1 </dev/null || complain failed
            [ "$(number peak)" -le "$(number bound)" ] || complain "buffers of $(number peak)"
            [ $threads = 1 ] || same "with_1.${target#*.}" "$made" || complain 'made other bytes than one thread'
        done
    done
done <<'CASES'
deflated.h5:/A t.h5 --chunk 100,100
deflated.h5:/A t.h5 --chunk 300,64 --compress zstd:1 --fletcher32 yes
blosc.zarr:/A t.h5 --chunk 64,300 --compress bzip2:1 --shuffle yes
blosc.zarr:/A t.h5 --chunk 64,300 --compress szip:8
deflated.h5:/A t.h5 --chunk 250,250 --scale-offset 2 --deflate 1
deflated.h5:/A t.h5 --chunk none --deflate none
deflated.h5:/A t.zarr --chunk 100,100 --compress blosc-zstd:3
blosc.zarr:/A t.zarr --chunk 100,150 --deflate 3 --shuffle yes
blosc.zarr:/A t.zarr --chunk 50,50 --shard 200,250 --compress zstd:1
blosc.zarr:/A t.zarr --as zarr3 --chunk 128,128 --compress zstd:1
blosc.zarr:/A t.npy --chunk none
deflated.h5:/A t.raw --scratch always --chunk none
CASES

# Of several damaged chunks the first is told, and with --salvage all.
places=$($python -c "
import h5py
with h5py.File('deflated.h5') as f:
    for at in ((180, 0), (180, 550), (900, 1100)):
        print(f['A'].id.get_chunk_info_by_coord(at).byte_offset + 20)") || exit 1
cp deflated.h5 damaged.h5 && cp -r blosc.zarr damaged.zarr
for place in $places; do spoil damaged.h5 "$place"; done
for chunk in 2.0 2.5 10.10; do truncate -s 30 "damaged.zarr/A/$chunk"; done
for source in damaged.h5 damaged.zarr; do
    for threads in 1 2 5; do
        name="$source, $threads threads"
        iocopy $source:/A t.h5:/A --chunk 100,100 --threads $threads --force >said 2>&1 && complain 'was copied'
        grep -q damaged said || complain 'does not say what is damaged'
        cp said told_$threads
        iocopy $source:/A s.h5:/A --chunk 100,100 --threads $threads --force --salvage >said 2>&1
        [ $? -eq 3 ] || complain 'was not salvaged'
        cp said salvaged_$threads
        cmp told_1 told_$threads || complain 'says something else than one thread'
        diff <(grep '\]: ' salvaged_1) <(grep '\]: ' salvaged_$threads) || complain 'salvages something else than one thread'
    done
done

# The bound holds, and where it has no room for threads the plan says so.
for memory in 3MiB 5MiB 8MiB 16MiB 64MiB; do
    for target in t.h5 t.zarr; do
        name="$target within $memory"
        iocopy deflated.h5:/A $target:/A --chunk 200,200 --compress zstd:1 --threads 4 --memory $memory --force --verify --json >said 2>&1 || complain failed
        [ "$(number peak)" -le "$(number bound)" ] || complain "buffers of $(number peak)"
        [ "$(number resident_growth)" -le "$(number resident_allowed)" ] || complain "grew by $(number resident_growth)"
    done
done
name='plan'
iocopy deflated.h5:/A t.h5:/A --chunk 200,200 --threads 4 --memory 64MiB --force --plan >said 2>&1 && grep -q '4 threads to decode' said || complain 'does not tell the threads'
iocopy deflated.h5:/A t.h5:/A --chunk 200,200 --threads 4 --memory 3MiB --force --plan >said 2>&1 && grep -q 'for 4 there is no room' said || complain 'does not tell that memory is short'

# Killed, and gone on with by another number of threads.
for target in killed.h5 killed.zarr; do
    for ranks in 1 2; do
        name="$target on $ranks"
        rm -rf $target* .$target*
        copy="iocopy deflated.h5:/A $target:/A --chunk 40,100 --deflate 0 --memory $((ranks * 24))MiB --resume"
        IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=20000 setsid bash -c "local-mpirun -n $ranks -x LD_PRELOAD=$shim $copy --threads 3" >said 2>&1 &
        session=$!
        for ((waited = 0; waited < 500; ++waited)); do
            [ -n "$(find . -maxdepth 1 -name ".$target.iocopy-journal" -size +8)" ] && break # more than its header of 4096 bytes
            sleep 0.02
        done
        sleep 0.3
        pkill -KILL -s $session
        wait $session 2>/dev/null
        for ((waited = 0; waited < 250; ++waited)); do pgrep -r D,R,S -s $session >/dev/null && sleep 0.02 || break; done
        [ ! -e $target ] || complain 'was not killed in time'
        # shellcheck disable=SC2086 # words
        local-mpirun -n $ranks $copy --threads 2 --verify >said 2>&1 || complain 'could not go on'
        grep -q 'there already' said || complain 'nothing was found that had been done'
        rm -f back.raw* && iocopy $target:/A back.raw --chunk none >said 2>&1 && cmp back.raw source.raw || complain 'is not the source'
    done
done 2>/dev/null
exit $failures
