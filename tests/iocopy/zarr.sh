#!/bin/bash
# Zarr stores that zarr-python wrote are read, and it reads what was written: zarr.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/begin.sh" "$1" "$2"
needs_modules 'zarr, xarray'

copy() { made timeout 60 iocopy "$@" --quiet >said 2>&1 || complain "iocopy $* failed"; }
copy_by() { made timeout 60 local-mpirun -n "$1" iocopy "${@:2}" --quiet >said 2>&1 || complain "iocopy ${*:2} on $1 ranks failed"; }
# refuses WORDS ARGUMENTS...: exit code 2, one line with the words, and no target.
refuses() {
    local words=$1
    shift
    timeout 20 iocopy "$@" >said 2>&1
    [ $? -eq 2 ] || complain "iocopy $*: exit code 2 was expected"
    [ "$(wc -l <said)" = 1 ] && grep -qF -- "$words" said || complain "iocopy $* did not say in one line: $words"
    [ ! -e "$2" ] || complain "iocopy $* left $2"
}

# What zarr-python writes: one array of each kind, with edge chunks, missing chunks and fill values among them.
cat >make.py <<'P'
import itertools, json, numpy as np, zarr, numcodecs as nc
root = zarr.open_group('in.zarr', mode='w')
rng = np.random.default_rng(1)
blosc = lambda **k: nc.Blosc(**k)
cases = [('plain', '<f8', 'C', '.', None), ('zlib', '>f4', 'F', '/', nc.Zlib(3)), ('gzip', '<i2', 'C', '/', nc.GZip(2)),
         ('bz2', '>i8', 'F', '.', nc.BZ2(1)), ('zstd', '<u4', 'C', '.', nc.Zstd(5)), ('lz4', '<c8', 'C', '.', nc.LZ4()),
         ('blosc', '|u1', 'C', '.', blosc(cname='lz4', shuffle=1)), ('bits', '<f4', 'F', '.', blosc(cname='zstd', shuffle=2)),
         ('none', '|b1', 'C', '/', blosc(cname='zlib', shuffle=0)), ('text', '|S5', 'C', '.', nc.Zlib(1)), ('half', '<f2', 'C', '.', None)]
for name, dtype, order, separator, compressor in cases:
    shape = (7, 10, 5)
    data = rng.integers(0, 100, shape).astype(dtype)
    fill = {'plain': 2.5, 'zlib': float('nan'), 'gzip': -7, 'lz4': 1 + 2j}.get(name)
    a = root.create_dataset(name, shape=shape, chunks=(3, 4, 5), dtype=dtype, order=order, compressor=compressor,
                            dimension_separator=separator, fill_value=fill, filters=[nc.Shuffle(2)] if name == 'gzip' else None)
    a[:3] = data[:3]
    a[3:, :4] = data[3:, :4] # the other chunks are missing
    if fill is None: a[:] = data
    np.save(name + '.npy', np.asfortranarray(a[:]) if order == 'F' else a[:])
root.array('scalar', np.float64(4.5))
root.array('single', np.arange(4.), filters=[nc.Quantize(2, '<f8')], chunks=3)
root['plain'].attrs['weird'] = float('nan')
json.dump([case[0] for case in cases], open('names.json', 'w'))
P
$python make.py || exit 1
for name in plain zlib gzip bz2 zstd lz4 blosc bits none text half; do
    copy in.zarr:/$name got-$name.npy
done
copy in.zarr:/scalar got-scalar.npy
refuses "its chunks pass through 'quantize', which is not known here" in.zarr:/single out.npy
refuses "in.zarr' has several arrays: /" in.zarr out.npy
refuses "'in.zarr' has no array '/plane'" in.zarr:/plane out.npy

# Written: every compressor, either order of storage, chunks longer than the array, in a store that is there and in a new one.
copy plain.npy out.zarr:/plain --chunk 2,4,5
copy zlib.npy out.zarr:/deep/er/zlib --chunk 3,3,3 --deflate 4 --shuffle yes
copy_by 3 gzip.npy out.zarr:/gzip --chunk 2,2,2 --compress gzip:1
copy_by 2 bz2.npy out.zarr:/bz2 --chunk 7,3,2 --compress bzip2
copy zstd.npy out.zarr:/zstd --compress zstd:9 --verify
copy lz4.npy out.zarr:/lz4 --chunk 20,20,20 --compress lz4
copy_by 2 in.zarr:/blosc out.zarr:/blosc --verify
copy in.zarr:/bits out.zarr:/bits
copy in.zarr:/none out.zarr:/none --chunk 7,10,5 --compress blosc-zstd
copy text.npy out.zarr:/text
copy half.npy out.zarr:/half --chunk 3,3,3 --compress blosc
copy got-scalar.npy out.zarr:/scalar
copy plain.npy one.zarr:/ --deflate 1
copy plain.npy one.zarr:/ --chunk 4,4,4 --force
refuses "'out.zarr/plain' exists; --force overwrites it" plain.npy out.zarr:/plain
refuses "'out.zarr/deep' holds /er/zlib besides, which would be lost" plain.npy out.zarr:/deep --force
copy out.zarr:/deep/er/zlib back.h5:/zlib
copy out.zarr/deep/er/zlib again.zarr

cat >judge.py <<'P'
import json, sys, numpy as np, zarr, xarray
failed = []
def same(what, a, b):
    if not (a.dtype == b.dtype or a.dtype.newbyteorder() == b.dtype) or a.shape != b.shape or a.tobytes() != b.astype(a.dtype).tobytes():
        failed.append(f'{what}: {a.dtype}{a.shape} {b.dtype}{b.shape} differ')
names = json.load(open('names.json'))
for name in names: same('read ' + name, np.load(f'got-{name}.npy'), np.load(f'{name}.npy'))
if np.load('got-scalar.npy') != 4.5: failed.append('scalar')
store = zarr.open_consolidated('out.zarr')
for name in names:
    at = 'deep/er/zlib' if name == 'zlib' else name
    same('written ' + name, store[at][:], np.load(f'{name}.npy'))
if store['scalar'][()] != 4.5: failed.append('scalar again')
same('one', zarr.open('one.zarr', mode='r')[:], np.load('plain.npy'))
same('again', zarr.open('again.zarr', mode='r')[:], np.load('zlib.npy'))
if store['bits'].compressor != zarr.open('in.zarr')['bits'].compressor: failed.append('the compressor of bits was not kept')
if store['deep/er/zlib'].order != 'F' or store['gzip'].chunks != (2, 2, 2): failed.append('layout')
if store['bits'].fill_value != zarr.open('in.zarr')['bits'].fill_value: failed.append('fill value')
field = xarray.open_zarr('out.zarr')
if field['plain'].dims != ('plain_0', 'plain_1', 'plain_2') or field['zstd'].dims[0] != 'zstd_0': failed.append(f'dimensions {field["plain"].dims}')
same('xarray', field['plain'].values, np.load('plain.npy'))
print('\n'.join(failed))
sys.exit(1 if failed else 0)
P
$python -W error::UserWarning judge.py >said 2>&1 || complain "zarr-python has found:"
[ -z "$(find . -name '*.iocopy*' -o -name '.*tmp-*')" ] || complain "something provisional is left: $(find . -name '*.iocopy*' -o -name '.*tmp-*')"

# Version 3: zarr-python of Debian knows an older draft of it, so those of zarr3.py judge.
cat >third.py <<'P'
import sys, numpy as np
from zarr3 import read, write
data = np.arange(180, dtype='int32').reshape(12, 15)
data[4:8, :6] = 7
if sys.argv[1] == 'write':
    np.save('third.npy', data)
    for name, first in (('end.zarr', False), ('start.zarr', True)):
        write(name, data, [8, 6], [4, 2], endian='big', fill=7, order=[1, 0], index='start' if first else 'end', names=['y', None])
else:
    for name in sys.argv[2:]: assert (read(name) == data).all(), name + ' differs'
    for name in ('end.npy', 'start.npy'): assert (np.load(name) == data).all(), name + ' differs'
P
PYTHONPATH=$here $python third.py write || exit 1
copy end.zarr end.npy
copy_by 2 start.zarr start.npy
copy third.npy t3.zarr:/ --as zarr3 --chunk 5,4 --compress gzip:2
copy_by 2 third.npy g3.zarr:/a/b --chunk 2,3 --shard 6,6 --verify
copy_by 3 third.npy g3.zarr:/a/c --chunk 4,5 --shard 8,15 --deflate 3 --shuffle no
copy end.zarr g3.zarr:/turned --chunk 4,4
copy g3.zarr:/a/b again.h5:/b --chunk 3,3
copy again.h5:/b g3.zarr:/last --shard 6,6 --compress blosc-zstd
copy g3.zarr:/last g3.zarr:/plain --compress none --shuffle no --force
PYTHONPATH=$here $python third.py read t3.zarr g3.zarr/a/b g3.zarr/a/c g3.zarr/turned g3.zarr/plain >said 2>&1 || complain 'version 3:'
refuses "'g3.zarr' is a Zarr store of version 3" third.npy g3.zarr:/second --as zarr2
refuses "the shard is 7 long in dimension 1, no multiple of the chunk's 2" third.npy s.zarr --chunk 2,3 --shard 7,6
refuses "a shard has more than 262144 chunks, which its index would list" third.npy s.zarr --chunk 1,1 --shard 2000,2000
refuses "a shard has more than 262144 chunks, which its index would list" third.npy s.zarr --chunk 1,1 --shard 3000000000,6000000000
printf 'x' | dd of=end.zarr/c/0/0 bs=1 seek=20 conv=notrunc status=none
timeout 20 iocopy end.zarr out.npy >said 2>&1 && complain 'a chunk whose checksum is another one was read'
grep -qF "the chunk in 'end.zarr/c/0/0' is damaged: its checksum (crc32c) is another one" said || complain 'nothing was said of a wrong checksum'
rm -f out.npy

# Damaged metadata and chunks: one clear line each.
spoil() { # WORDS SED-SCRIPT
    cp -r one.zarr bad.zarr && sed -i "$2" bad.zarr/.zarray && refuses "$1" bad.zarr:/ out.npy
    rm -rf bad.zarr
}
spoil "it is no metadata of an array: 'shape' is missing" 's/shape/shade/'
spoil 'its chunks have no elements' ':a; N; $!ba; s/"chunks": \[\s*4/"chunks": [0/'
spoil "its element type '<f9' is none that is known here" 's/<f8/<f9/'
spoil 'its Zarr version is 7, not 2' 's/"zarr_format": 2/"zarr_format": 7/'
spoil 'it is no metadata of an array: it is no JSON from byte' 's/{//'
truncate -s 100 one.zarr/0.0.0
timeout 20 iocopy one.zarr:/ out.npy >said 2>&1 && complain 'a chunk that is cut short was read'
grep -qF "the chunk in 'one.zarr/0.0.0' is damaged: it has 100 bytes, not 512" said || complain 'nothing was said of the chunk that is cut short'

if [ $failures = 0 ]; then echo "zarr-python reads what was written, and what it wrote was read"; fi
exit $failures
