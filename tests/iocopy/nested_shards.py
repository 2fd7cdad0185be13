# SPDX-License-Identifier: BSD-3-Clause
"""Shards of Zarr 3 that are transposed, or lie in shards: nested_shards.py BINDIR FOLDER"""
import shutil
import sys

import numpy as np

from told_by import MADE, Told
from zarr3 import metadata, named
from zarr3_codecs import BYTES, CRC, read, shards, write

told = Told(sys.argv[1], sys.argv[2])
GZIP = named('gzip', level=1)
BIG = named('bytes', endian='big')


def turned(*order):
    return named('transpose', order=list(order))


data = np.arange(9 * 10 * 13, dtype='f8').reshape(9, 10, 13) + 1
data[:4, :6, :8] = 0 # whole chunks and whole shards that are not stored
CASES = {'turned inside': ((4, 6, 8), [shards((2, 3, 4), turned(2, 0, 1), BYTES, GZIP)]),
         'turned outside': ((4, 6, 8), [turned(2, 0, 1), shards((4, 2, 3), BYTES)]),
         'turned on both sides': ((4, 6, 8), [turned(1, 2, 0), shards((3, 4, 2), turned(1, 0, 2), BIG, GZIP, CRC, index='start')]),
         'turned twice': ((4, 6, 8), [turned(1, 2, 0), turned(1, 0, 2), shards((8, 6, 4), BYTES)]),
         'in shards': ((4, 6, 8), [shards((4, 3, 4), shards((1, 3, 2), BYTES, GZIP))]),
         'in shards, its index in front': ((4, 6, 8), [shards((2, 6, 4), shards((2, 3, 4), BYTES, index='start'))]),
         'in shards, all in front': ((4, 6, 8), [shards((2, 6, 4), shards((2, 3, 4), BIG, index='start', index_codecs=[BIG]), index='start')]),
         'in shards, turned between': ((4, 6, 8), [turned(2, 1, 0), shards((8, 3, 2), turned(1, 2, 0), shards((3, 1, 2), turned(2, 1, 0), BYTES, GZIP))]),
         'three deep': ((8, 12, 16), [shards((4, 6, 16), shards((4, 6, 8), shards((2, 3, 4), BYTES, index='start')), index='start')]),
         'all in one': ((16, 12, 16), [shards((16, 12, 16), shards((16, 12, 16), turned(1, 0, 2), BYTES))])}
for name, (chunk, codecs) in CASES.items():
    shutil.rmtree('in.zarr', ignore_errors=True)
    write('in.zarr', data, chunk, *codecs)
    told.check(np.array_equal(read('in.zarr'), data), f'{name}: the test does not read what it wrote')
    told.copies(1, 'in.zarr', 'out/a.npy')
    told.check(told.code in MADE and np.array_equal(np.load('out/a.npy'), data), f'{name}: elements became others')
    told.copies(2, 'in.zarr', 'out/b.zarr')
    if told.code in MADE:
        told.check(np.array_equal(read('out/b.zarr'), data), f'{name}: elements of a store became others')
        # Two transpositions one after the other become one.
        told.check(name == 'turned twice' or metadata('out/b.zarr')['codecs'] == codecs, f'{name}: codecs became {metadata("out/b.zarr")["codecs"]}')
    told.copies(1, 'in.zarr', 'out/c.zarr', '--chunk', '2,3,4')
    told.check(told.code in MADE and np.array_equal(read('out/c.zarr'), data), f'{name}: elements became others in other chunks')
    told.copies(1, 'in.zarr', 'out/c.zarr:/B', '--copy', 'B(k,j,i) = A(i,j,k)')
    told.check(told.code in MADE and np.array_equal(read('out/c.zarr/B'), data.transpose()), f'{name}: elements became others when they were transposed')

shutil.rmtree('in.zarr', ignore_errors=True)
write('in.zarr', data, (4, 6, 8), shards((4, 6, 8), shards((4, 6, 8), BYTES), GZIP))
told.refuses('pass through codecs as a whole', 1, 'in.zarr', 'out/a.npy')

told.end('shards in shards and transposed ones were read and written back')
