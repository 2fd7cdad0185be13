# SPDX-License-Identifier: BSD-3-Clause
"""Long chunks that are not compressed are read and written in parts, so that memory for a part is enough: plain_chunks.py BINDIR FOLDER"""
import json
import os
import shutil
import sys

import h5py
import numpy as np
import zarr

import zarr3
from told_by import MADE, Told
from zarr3_codecs import BYTES, shards, write

told = Told(sys.argv[1], sys.argv[2])
ROWS, COLUMNS, CHUNK = 1100, 4096, (1024, 4096) # a chunk of 32 MiB, and one that reaches beyond the array
MEMORY = 8 << 20
data = np.arange(ROWS * COLUMNS, dtype='f8').reshape(ROWS, COLUMNS)


def measured(ranks, *words):
    """Copied and verified within the memory, as iocopy counts its buffers and the kernel what it grew by."""
    told.copies(ranks, *words, '--memory', str(MEMORY), '--scratch', 'never', '--json')
    if told.code in MADE:
        memory = json.loads(told.out)['memory']
        told.check(memory['peak'] <= MEMORY and memory['resident_growth'] <= 1.1 * MEMORY + memory['resident_allowed'] - memory['bound'], f'takes {memory}')


zarr.save_array('second.zarr', data, chunks=CHUNK, compressor=None)
zarr.save_array('slashes.zarr', data, chunks=CHUNK, compressor=None, dimension_separator='/')
made = zarr.open('fortran.zarr', 'w', shape=data.shape, chunks=CHUNK, dtype='>f8', compressor=None, order='F')
made[...] = data
write('third.zarr', data, CHUNK, BYTES)
write('turned.zarr', data, CHUNK, zarr3.named('transpose', order=[1, 0]), zarr3.named('bytes', endian='big'))
write('shards.zarr', data, (2048, 4096), shards((512, 4096), BYTES, index='start'))
with h5py.File('chunked.h5', 'w') as f:
    f.create_dataset('A', data=data, chunks=CHUNK)
for source in 'second.zarr', 'slashes.zarr', 'fortran.zarr', 'third.zarr', 'turned.zarr', 'shards.zarr', 'chunked.h5':
    measured(1, source, 'out/a.npy')
    told.check(told.code in MADE and np.array_equal(np.load('out/a.npy'), data), 'elements became others')
    measured(2, source, 'out/b.h5:/B', '--copy', 'B(j,i) = A(i,j)', '--chunk', '300,300')
    with h5py.File('out/b.h5') if told.code in MADE else h5py.File('none.h5', 'w') as f:
        # Of Fortran's order HDF5 has the transpose in any case.
        turned = data if source in ('fortran.zarr', 'turned.zarr') else data.transpose()
        told.check('B' in f and np.array_equal(f['B'][...], turned), 'elements became others when they were transposed')
measured(3, 'second.zarr', 'out/a.npy', '--access', 'two-phase')
measured(1, 'second.zarr', 'out/a.npy', '--section', '1000:1050,7:4000:3')
told.check(told.code in MADE and np.array_equal(np.load('out/a.npy'), data[1000:1050, 7:4000:3]), 'elements of a section became others')

# Chunks of the target that no memory holds are written in pieces, where they pass through no filters.
np.save('whole.npy', data)


def written(path, elements):
    """As zarr-python, or h5py, reads it."""
    if told.code not in MADE:
        return
    if path.endswith('h5'):
        with h5py.File(path) as file:
            made = file[next(iter(file))]
            found, chunks = made[...], made.chunks
    else:
        made = zarr.open(path, 'r')
        made = made if isinstance(made, zarr.Array) else made[next(iter(made))]
        found, chunks = made[...], made.chunks
        folder = os.path.join(path, made.path)
        told.check({os.path.getsize(f'{folder}/{name}') for name in os.listdir(folder) if name[0] != '.'} == {found.itemsize * int(np.prod(chunks))}, 'chunks have other lengths')
    told.check(np.array_equal(found, elements) and found.dtype == elements.dtype, 'elements that were written in pieces became others')


for source, target, *more in (('whole.npy', 'out/t.zarr'), ('fortran.zarr', 'out/t.zarr'), ('shards.zarr', 'out/t.zarr', '--as', 'zarr2'), ('whole.npy', 'out/t.h5'),
                              ('second.zarr', 'out/t.zarr', '--access', 'two-phase')):
    for ranks in 1, 3:
        measured(ranks, source, target, '--chunk', '1024,4096', *more)
        written(target, zarr.open(source, 'r')[...] if source == 'fortran.zarr' else data)
measured(2, 'whole.npy', 'out/t.zarr', '--copy', 'B(j,i) = whole(i,j)', '--chunk', '4096,1024')
written('out/t.zarr', data.T)
measured(2, 'whole.npy', 'out/t.zarr', '--chunk', '1024,4096', '--as', 'zarr3')
shutil.move('out/t.zarr', 'pieces.zarr')
measured(1, 'pieces.zarr', 'out/back.npy')
told.check(told.code in MADE and np.array_equal(np.load('out/back.npy'), data), 'elements of version 3 became others')
told.refuses('is written whole: --chunk makes it smaller', 1, 'whole.npy', 'out/t.zarr', '--chunk', '1024,4096', '--deflate', '1', '--memory', str(MEMORY))

os.remove('second.zarr/1.0')
told.copies(1, 'second.zarr', 'out/a.npy')
told.check(np.array_equal(np.load('out/a.npy'), np.where(np.arange(ROWS)[:, None] < 1024, data, 0)), 'a chunk that is not stored is not zero')
os.truncate('second.zarr/0.0', 32 << 20)
told.copies(1, 'second.zarr', 'out/a.npy')
for size in (32 << 20) - 8, (32 << 20) + 8:
    os.truncate('second.zarr/0.0', size)
    told.refuses_damage(f'second.zarr/0.0\' is damaged: it has {size} bytes, not {32 << 20}', 1, 'second.zarr', 'out/a.npy')

told.end('parts of long chunks were read and written')
