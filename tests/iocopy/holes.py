# SPDX-License-Identifier: BSD-3-Clause
"""Raw and npy files with holes stay so: holes.py BINDIR FOLDER"""
import os
import sys

import numpy as np

from told_by import Told

told = Told(sys.argv[1], sys.argv[2])
ROWS, COLUMNS = 4096, 1024
SHAPE = ['--array', f'double A[{ROWS}][{COLUMNS}]']


def room(path):
    return 512 * os.stat(path).st_blocks


a = np.lib.format.open_memmap('a.npy', 'w+', '<f8', (ROWS, COLUMNS))
a[1000:1003] = 7
a.flush()
r = np.memmap('a.raw', '<f8', 'w+', shape=(ROWS, COLUMNS))
r[1000:1003] = 7
r.flush()
np.save('full.npy', np.zeros((ROWS, COLUMNS)))
if room('a.raw') > 2**20:
    print('this file system has no holes')
    sys.exit(0)
for ranks in 1, 3:
    for source, target, words in ('a.raw', 'out/b.raw', SHAPE), ('a.raw', 'out/b.npy', SHAPE), ('a.npy', 'out/b.raw', []), ('a.npy', 'out/b.npy', []):
        told.copies(ranks, source, target, *words)
        told.check(room(target) < 2**21, f'takes {room(target)} bytes')
        made = np.load(target) if target.endswith('npy') else np.fromfile(target, '<f8').reshape(ROWS, COLUMNS)
        told.check(np.array_equal(made, r), 'elements are others')
told.copies(1, 'full.npy', 'out/b.npy')
told.check(room('out/b.npy') >= 8 * ROWS * COLUMNS, 'zeros that were written have become holes')

told.end('files with holes stayed so')
