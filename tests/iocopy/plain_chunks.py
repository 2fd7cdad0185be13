# SPDX-License-Identifier: BSD-3-Clause
"""Of a long chunk that is not compressed a part is read without the rest, so that memory for the part is enough: plain_chunks.py BINDIR FOLDER"""
import json
import os
import sys

import h5py
import numpy as np
import zarr

import zarr3
from told_by import Told
from zarr3_codecs import BYTES, shards, write

told = Told(sys.argv[1], sys.argv[2])
ROWS, COLUMNS, CHUNK = 1100, 4096, (1024, 4096) # a chunk of 32 MiB, and one that reaches beyond the array
MEMORY = 8 << 20
data = np.arange(ROWS * COLUMNS, dtype='f8').reshape(ROWS, COLUMNS)


def measured(ranks, *words):
    """Copied and verified within the memory, as iocopy counts its buffers and the kernel what it grew by."""
    told.copies(ranks, *words, '--memory', str(MEMORY), '--scratch', 'never', '--json')
    if told.code == 0:
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
    told.check(told.code == 0 and np.array_equal(np.load('out/a.npy'), data), 'elements became others')
    measured(2, source, 'out/b.h5:/B', '--copy', 'B(j,i) = A(i,j)', '--chunk', '300,300')
    with h5py.File('out/b.h5') if told.code == 0 else h5py.File('none.h5', 'w') as f:
        # Of Fortran's order HDF5 has the transpose in any case.
        turned = data if source in ('fortran.zarr', 'turned.zarr') else data.transpose()
        told.check('B' in f and np.array_equal(f['B'][...], turned), 'elements became others when they were transposed')
measured(3, 'second.zarr', 'out/a.npy', '--access', 'two-phase')
measured(1, 'second.zarr', 'out/a.npy', '--section', '1000:1050,7:4000:3')
told.check(told.code == 0 and np.array_equal(np.load('out/a.npy'), data[1000:1050, 7:4000:3]), 'elements of a section became others')

os.remove('second.zarr/1.0')
told.copies(1, 'second.zarr', 'out/a.npy')
told.check(np.array_equal(np.load('out/a.npy'), np.where(np.arange(ROWS)[:, None] < 1024, data, 0)), 'a chunk that is not stored is not zero')
os.truncate('second.zarr/0.0', 32 << 20)
told.copies(1, 'second.zarr', 'out/a.npy')
for size in (32 << 20) - 8, (32 << 20) + 8:
    os.truncate('second.zarr/0.0', size)
    told.refuses_damage(f'second.zarr/0.0\' is damaged: it has {size} bytes, not {32 << 20}', 1, 'second.zarr', 'out/a.npy')

told.end('parts of long chunks were read')
