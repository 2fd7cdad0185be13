#!/bin/bash
# Chunks of HDF5 files through the filters of the field: h5py with Debian's plugins writes what is read here, and reads what is written:
# filters.sh BINDIR SCRATCH-FOLDER
unset HDF5_PLUGIN_PATH
. "$(dirname "$0")/begin.sh" "$1" "$2"
needs_modules h5py

copy() { made timeout 60 local-mpirun -n "${ranks:-1}" iocopy "$@" --quiet >said 2>&1 || complain "iocopy $* failed"; }

# h5py's own filters, chunks beyond the edge, missing ones, one that has skipped a filter; and what nobody here can decode.
cat >make.py <<'P'
import ctypes, sys, h5py, numpy as np
data = (np.arange(70 * 50) % 1000).reshape(70, 50).astype('i4')
np.save('data.npy', data)
f = h5py.File('in.h5', 'w')
f.create_dataset('lzf', data=data, chunks=(16, 20), compression='lzf', shuffle=True, fletcher32=True)
f.create_dataset('sums', data=data, chunks=(16, 20), compression='gzip', fletcher32=True)
for name, number, values in (('bzip2', 307, (3,)), ('blosc', 32001, (0, 0, 0, 0, 5, 1, 5)), ('bits_of_blosc', 32001, (0, 0, 0, 0, 9, 2, 1)),
                             ('lz4', 32004, (0,)), ('short_blocks', 32004, (300,))):
    if not h5py.h5z.filter_avail(number): sys.exit(f'h5py has no plugin for filter {number}; share/bin/setup test installs it')
    f.create_dataset(name, data=data, chunks=(16, 20), compression=number, compression_opts=values, shuffle=number < 32000, fletcher32=True)
zstd = ctypes.CDLL('libzstd.so.1') # no plugin: its library encodes, chunk by chunk
settings = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
settings.set_chunk((35, 50))
settings.set_filter(32015, h5py.h5z.FLAG_OPTIONAL, (3,))
frames = h5py.h5d.create(f.id, b'zstd', h5py.h5t.NATIVE_INT32, h5py.h5s.create_simple(data.shape), settings)
for row in (0, 35):
    plain = data[row:row + 35].tobytes()
    frame = ctypes.create_string_buffer(2 * len(plain))
    count = zstd.ZSTD_compress(frame, ctypes.c_size_t(len(frame)), plain, ctypes.c_size_t(len(plain)), 3)
    frames.write_direct_chunk((row, 0), frame.raw[:count])
holes = f.create_dataset('holes', data.shape, 'i4', chunks=(16, 20), compression='lzf', fillvalue=-7)
holes[20:40] = data[20:40]
np.save('holes.npy', holes[:])
skipped = f.create_dataset('skipped', data.shape, 'i4', chunks=(70, 50), compression='lzf')
skipped.id.write_direct_chunk((0, 0), data.tobytes(), filter_mask=1)
space = h5py.h5s.create_simple(data.shape)
settings = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
settings.set_chunk((16, 20))
settings.set_filter(32008, h5py.h5z.FLAG_OPTIONAL, (0,))
h5py.h5d.create(f.id, b'bits', h5py.h5t.NATIVE_INT32, space, settings).write_direct_chunk((0, 0), b'whatever')
P
$python make.py || exit 1
for name in lzf sums skipped bzip2 blosc bits_of_blosc lz4 short_blocks zstd; do
    ranks=2 copy in.h5:/$name $name.npy
    cmp data.npy $name.npy || complain "$name differs"
done
copy in.h5:/holes got-holes.npy
cmp holes.npy got-holes.npy || complain 'holes differ'
timeout 20 iocopy in.h5:/bits out.npy >said 2>&1
[ $? -eq 2 ] && grep -qF 'filter 32008 (bitshuffle)' said || complain 'a filter that nobody knows was not named'
[ ! -e out.npy ] || complain 'out.npy is left'

# Every way to compress, on one and more ranks, read back here and by others.
for how in gzip:3 zstd:5 lz4 bzip2:2 blosc:5 blosc-zstd blosc-lz4hc blosc-zlib blosc-blosclz; do
    name=${how%:*}
    ranks=3 copy data.npy out.h5:/$name --chunk 16,20 --compress $how --verify
    ranks=2 copy data.npy shuffled.h5:/$name --chunk 7,50 --compress $how --shuffle yes
    copy out.h5:/$name kept.h5:/$name --chunk 20,16
    copy kept.h5:/$name back-$name.npy
    cmp data.npy back-$name.npy || complain "$name differs"
    copy out.h5:/$name $name.zarr:/a
    copy $name.zarr:/a again.h5:/$name
    copy shuffled.h5:/$name turned-$name.npy --order fortran
done
# Checksums are kept, and made where they are asked for, behind compressed bytes and plain ones; a Zarr store has none.
ranks=2 copy in.h5:/sums sums.h5:/kept --chunk 20,16 --verify
ranks=3 copy data.npy sums.h5:/plain --chunk 16,20 --fletcher32 yes --verify
ranks=2 copy data.npy sums.h5:/tight --chunk 16,20 --compress zstd --shuffle yes --fletcher32 yes
copy in.h5:/sums sums.h5:/without --chunk 20,16 --fletcher32 no
for name in kept plain tight without; do
    h5dump -pH -d /$name sums.h5 2>/dev/null | grep -q FLETCHER32 && has=yes || has=no
    [ $has = "$([ $name = without ] && echo no || echo yes)" ] || complain "$name: checksums: $has"
    copy sums.h5:/$name sums-$name.npy
    cmp data.npy sums-$name.npy || complain "$name differs"
done
for name in kept plain; do h5diff in.h5 sums.h5 /sums /$name >said 2>&1 || complain "HDF5 reads $name otherwise"; done
timeout 20 iocopy sums.h5:/plain sums.zarr:/a >said 2>&1
[ $? = 4 ] && grep -q 'does not keep the filter fletcher32' said || complain 'lost checksums without a word'
timeout 20 iocopy sums.h5 lost.zarr >said 2>&1
[ $? = 4 ] && grep -q "'lost.zarr' does not keep the filter fletcher32$" said || complain 'a whole file that loses filters does not end with 4'
timeout 20 iocopy sums.h5:/tight strict.npy --strict >said 2>&1
[ $? = 2 ] && [ ! -e strict.npy ] && grep -q "would not keep the filter shuffle, the filter zstd 3, the filter fletcher32; " said || complain '--strict keeps a loss of filters'
grep -q -- '; --chunk none leaves filters out on purpose$' said || complain 'is not told how to ask for a target without filters'
timeout 20 iocopy sums.h5:/tight told.npy >said 2>&1
[ $? = 0 ] && grep -q "'told.npy' does not keep the filter shuffle, the filter zstd 3, the filter fletcher32; --chunk none" said && cmp -s told.npy sums-tight.npy ||
    complain 'filters that npy cannot have are not told, or end with 4'
timeout 20 iocopy sums.h5:/tight asked.npy --strict --chunk none >said 2>&1 || complain '--chunk none does not ask for a target without filters'
timeout 20 iocopy sums.h5:/tight strict.npy --strict --compress none --fletcher32 no >said 2>&1 || complain 'failed'
[ ! -s said ] || ! grep -q 'does not keep' said || complain 'a filter that was not wanted counts as lost'
timeout 20 iocopy sums.h5:/plain no.npy --compress zstd >said 2>&1 && complain 'npy with filters'
grep -q -- '--compress is for HDF5 files and Zarr stores' said || complain 'npy with filters is not refused in one line'
timeout 20 iocopy sums.h5:/plain no.zarr:/a --fletcher32 yes >said 2>&1 && complain 'a Zarr store with fletcher32'
[ ! -e no.zarr ] && grep -q -- '--fletcher32 is for HDF5 files' said || complain 'not refused in one line'
made timeout 20 iocopy sums.h5:/plain rule.zarr:/a --fletcher32 'other:yes' >said 2>&1 || complain 'a rule for another variable was taken for this one'
# szip, n-bit and scale-offset (element_filters.py draws them at random): what h5repack makes is read, made alike, and kept.
h5repack -l plain:CHUNK=16x20 -f plain:SZIP=8,NN sums.h5 szip.h5 2>/dev/null
h5repack -l plain:CHUNK=16x20 -f plain:NBIT sums.h5 nbit.h5 2>/dev/null
h5repack -l plain:CHUNK=16x20 -f plain:SOFF=0,IN sums.h5 soff.h5 2>/dev/null
pipeline() { h5dump -pH -d "$2" "$1" 2>/dev/null | sed -n '/FILTERS/,/FILLVALUE/p'; }
for how in 'szip --compress szip:8' 'nbit --nbit yes' 'soff --scale-offset lossless'; do
    name=${how%% *}
    ranks=3 copy data.npy like.h5:/$name --chunk 16,20 ${how#* } --verify
    ranks=2 copy $name.h5:/plain like.h5:/kept-$name --verify
    for made in $name kept-$name; do
        [ "$(pipeline $name.h5 /plain)" = "$(pipeline like.h5 /$made)" ] || complain "$made does not pass through what h5repack's does"
        h5diff $name.h5 like.h5 /plain /$made >said 2>&1 || complain "HDF5 reads $made otherwise"
    done
done
# Rules for variables, whole files; what cannot be is refused in one line, or passed over where a rule is for all.
$python - <<'P'
import h5py, numpy as np
with h5py.File('several.h5', 'w') as f:
    f.create_dataset('n', data=np.arange(600, dtype='i4').reshape(30, 20), chunks=(8, 20))
    f.create_dataset('x', data=np.linspace(0, 1, 600).reshape(30, 20), chunks=(8, 20))
    f.create_dataset('hole', data=np.where(np.arange(600) == 77, np.nan, 1.5).reshape(30, 20), chunks=(8, 20))
    f.create_dataset('text', data=np.full((30, 20), b'abcd'), chunks=(8, 20))
P
ranks=2 copy several.h5 rules.h5 --scale-offset x:3 --scale-offset lossless --compress 'hole:szip:4' --verify
ranks=2 copy several.h5 all.h5 --compress szip --memory 8MiB
$python - <<'P' >said 2>&1 || complain 'rules are not followed:'
import h5py, numpy as np
wanted = {'rules.h5': {'n': [6], 'x': [6], 'hole': [4], 'text': []}, 'all.h5': {'n': [4], 'x': [4], 'hole': [4], 'text': []}}
for path, pipelines in wanted.items():
    with h5py.File(path) as f, h5py.File('several.h5') as source:
        for name, numbers in pipelines.items():
            settings = f[name].id.get_create_plist()
            assert [settings.get_filter(i)[0] for i in range(settings.get_nfilters())] == numbers, (path, name)
            ours, theirs = f[name][()], source[name][()]
            same = np.abs(ours - theirs).max() < 0.001 if numbers == [6] and name == 'x' else ours.tobytes() == theirs.tobytes()
            assert same, (path, name)
P
refused() { # NAME-OF-WHAT WORDS-OF-THE-LINE ARGUMENTS...
    local what=$1 words=$2
    shift 2
    timeout 20 iocopy "$@" >said 2>&1
    local code=$?
    [ $code = "${code_wanted:-2}" ] && [ "$(wc -l <said)" = 1 ] && grep -qF -- "$words" said || complain "$what: code $code"
    [ ! -e no.h5 ] && [ ! -e no.zarr ] || complain "$what: a target is left"
}
refused 'scale-offset of texts' 'is for integers and for floats' several.h5:/text no.h5:/a --scale-offset 2
refused 'lossless floats' 'say how many decimals' several.h5:/x no.h5:/a --scale-offset lossless
refused 'too many digits' 'expected how many decimals' several.h5:/x no.h5:/a --scale-offset 16
refused 'szip behind scale-offset' 'szip works on whole elements' several.h5:/n no.h5:/a --scale-offset 2 --compress szip
refused 'odd blocks' 'an even number' several.h5:/n no.h5:/a --compress szip:7
refused 'blocks longer than chunks' 'HDF5 does not take filter 4 (szip)' several.h5:/n no.h5:/a --chunk 1,8 --compress szip:16
refused 'szip in Zarr' '--compress szip is for HDF5 files' several.h5:/n no.zarr:/a --compress szip
refused 'nbit in Zarr' '--nbit is for HDF5 files' several.h5:/n no.zarr:/a --nbit yes
code_wanted=1 refused 'a NaN' "the element (3,17) does not come through scale-offset 3 as it must: nan would become" several.h5:/hole no.h5:/a --scale-offset 3
copy like.h5:/szip szip.zarr:/a
timeout 20 iocopy like.h5:/soff soff.zarr:/a >said 2>&1
[ $? = 4 ] && grep -q 'does not keep the filter scale-offset' said || complain 'lost scale-offset without a word'
# Digits that were rounded once are not rounded again without being asked for; the stored checksum is of what is stored.
copy several.h5:/x once.h5:/x --scale-offset 2
timeout 20 iocopy once.h5:/x twice.h5:/x --chunk 9,9 >said 2>&1
[ $? = 4 ] && grep -q 'would round the elements again' said || complain 'not told what is not kept'
grep -q 'it is the one stored with the source' said || complain 'the checksum is not of what is stored'
# A whole file keeps it, with one variable and with several, each with its own filters; other chunks lose it.
timeout 20 iocopy once.h5 whole-once.h5 --strict >said 2>&1 || complain 'a whole file loses scale-offset'
[ "$(pipeline once.h5 /x)" = "$(pipeline whole-once.h5 /x)" ] || complain 'a whole file has other filters'
timeout 20 iocopy once.h5 other-once.h5 --chunk 9,9 >said 2>&1
[ $? = 4 ] && grep -q 'does not keep the filter scale-offset 2 (it would round' said || complain 'a whole file in other chunks loses scale-offset without a word'
$python - <<'P'
import h5py, numpy as np
with h5py.File('both.h5', 'w') as f, h5py.File('once.h5') as once:
    once.copy('x', f)
    f.create_dataset('y', data=np.arange(600.).reshape(30, 20), chunks=(8, 20), compression='gzip', shuffle=True)
P
timeout 20 iocopy both.h5 whole-both.h5 --strict >said 2>&1 || complain 'a whole file of two variables loses filters'
for name in x y; do
    [ "$(pipeline both.h5 /$name)" = "$(pipeline whole-both.h5 /$name)" ] || complain "$name has other filters"
done
h5diff once.h5 twice.h5 /x /x >said 2>&1 && h5diff once.h5 whole-once.h5 >said 2>&1 || complain 'what was rounded has changed'

# One bit of a chunk turned: the checksum of the filter tells.
$python - <<'P'
import h5py
with h5py.File('in.h5', 'r+') as f:
    mask, chunk = f['lzf'].id.read_direct_chunk((16, 20))
    f['lzf'].id.write_direct_chunk((16, 20), bytes([*chunk[:-9], chunk[-9] ^ 4, *chunk[-8:]]), mask)
with h5py.File('sums.h5', 'r+') as f:
    mask, chunk = f['plain'].id.read_direct_chunk((32, 40))
    f['plain'].id.write_direct_chunk((32, 40), bytes([chunk[0] ^ 4, *chunk[1:]]), mask)
P
timeout 20 iocopy in.h5:/lzf out.npy >said 2>&1 && complain 'a damaged chunk was read'
grep -qF 'the chunk at (16,20) is damaged' said || complain 'the damaged chunk was not named'
timeout 20 iocopy sums.h5:/plain out.npy >said 2>&1 && complain 'a damaged plain chunk was read'
grep -qF '[32:48][40:50]: ' said || complain 'the damaged plain chunk was not named'

# h5py finds Debian's plugins of blosc, lz4 and bzip2. Of zstd there is none: a chunk is decoded by its library.
cat >judge.py <<'P'
import glob, os, sys, ctypes, h5py, numpy as np
data = np.load('data.npy')
failed = []
numbers = {'gzip': 1, 'zstd': 32015, 'lz4': 32004, 'bzip2': 307}
for path in ('out.h5', 'shuffled.h5', 'kept.h5', 'again.h5'):
    with h5py.File(path) as f:
        for name, d in f.items():
            if name not in numbers and not name.startswith('blosc'): continue # a dimension
            settings = d.id.get_create_plist()
            filters = [settings.get_filter(i)[0] for i in range(settings.get_nfilters())]
            number = numbers.get(name, 32001)
            if number not in filters: failed.append(f'{path}:{name} passes through {filters}')
            if h5py.h5z.filter_avail(number):
                if not (d[:] == data).all(): failed.append(f'{path}:{name} differs')
            elif name == 'zstd' and 2 not in filters:
                library = ctypes.CDLL('libzstd.so.1')
                chunk = d.chunks
                raw = d.id.read_direct_chunk((0, 0))[1]
                plain = ctypes.create_string_buffer(int(np.prod(chunk)) * 4)
                count = library.ZSTD_decompress(plain, ctypes.c_size_t(len(plain)), raw, ctypes.c_size_t(len(raw)))
                if count != len(plain) or not (np.frombuffer(plain, 'i4').reshape(chunk) == data[:chunk[0], :chunk[1]]).all():
                    failed.append(f'{path}:zstd differs')
            elif name != 'zstd': print(f'{path}:{name} was not judged: no plugin')
print('\n'.join(failed))
sys.exit(1 if failed else 0)
P
$python judge.py >said 2>&1 || complain 'h5py has found:'

if [ $failures = 0 ]; then echo "h5py reads what was written, and what it wrote was read"; fi
exit $failures
