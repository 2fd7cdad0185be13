# SPDX-License-Identifier: BSD-3-Clause
"""Ranks together read a source that is not cut about once, as Linux counts: read_once.py BINDIR FOLDER"""
import os
import subprocess
import sys

import h5py
import numpy as np

from told_by import Told

told = Told(sys.argv[1], sys.argv[2])
SHAPE = 1024, 512
np.save('a.npy', np.arange(SHAPE[0] * SHAPE[1], dtype='f8').reshape(SHAPE))
with h5py.File('a.h5', 'w') as f:
    f['a'] = np.load('a.npy')
with open('counted', 'w', encoding='utf-8') as file: # what the children of a shell have read counts as its own
    file.write('#!/bin/bash\n"$@" && grep rchar /proc/$$/io >read.$OMPI_COMM_WORLD_RANK\n')
os.chmod('counted', 0o755)


def bytes_read(*words):
    done = subprocess.run(['local-mpirun', '-n', '8', './counted', *words], env=told.environment, stdout=subprocess.DEVNULL, check=False)
    told.check(done.returncode == 0, f'{words} failed')
    return sum(int(open(f'read.{rank}', encoding='utf-8').read().split()[1]) for rank in range(8))


base = bytes_read('iocopy', '--version')
for source in 'a.npy', 'a.h5:/a':
    for words in [], ['--copy', 'B[j][i]=a[i][j]']:
        for access in 'two-phase', 'auto':
            read = bytes_read('iocopy', source, 'b.npy', '--force', '--quiet', '--access', access, '--scratch', 'never', *words) - base
            size = os.path.getsize('a.npy')
            told.check(size <= read < 1.5 * size, f'{source} {words} by {access}: {read} bytes were read of a file of {size}')
told.end('sources were read once')
