# SPDX-License-Identifier: BSD-3-Clause
"""Chunks that are not stored are counted, and --complete refuses them: unstored.py BINDIR FOLDER HDF5-CALLS"""
import json
import os
import subprocess
import sys

import h5py
import numpy as np
import zarr

from told_by import Told

hdf5_calls = os.path.realpath(sys.argv[3])
told = Told(sys.argv[1], sys.argv[2])


def counts(source, target, expected, *options):
    told.copies(1, source, target, *options)
    words = f'{expected[0]} of {expected[1]} chunks are not stored'
    done = subprocess.run(['iocopy', source, target, '--force', '--json', *options], env=told.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    said = json.loads(done.stdout)
    said = said['variables'][0] if 'variables' in said else said
    told.check(said.get('source_chunks') == ({'all': expected[1], 'not_stored': expected[0]} if expected[0] else None), f'counted {said.get("source_chunks")}')
    if expected[0]:
        told.refuses(words, 1, source, target, '--complete', *options)
    else:
        told.copies(1, source, target, '--complete', *options)


with h5py.File('part.h5', 'w') as f:
    for name, options in ('plain', {}), ('deflated', {'compression': 'gzip'}), ('scaled', {'scaleoffset': 0}):
        d = f.create_dataset(name, (50, 40), 'i4', chunks=(10, 10), fillvalue=7, **options)
        d[5:25, 15:35] = 1
    f.create_dataset('all', data=np.ones((50, 40)), chunks=(10, 10))
for name in 'plain', 'deflated', 'scaled':
    counts(f'part.h5:/{name}', 'out/a.npy', (11, 20))
    counts(f'part.h5:/{name}', 'out/a.zarr', (11, 20))
counts('part.h5:/all', 'out/a.npy', (0, 20))
for separator in '.', '/':
    for shape, chunks in ((50, 40), (20, 30)), ((5,), (1,)):
        g = zarr.open_group('part.zarr', 'w')
        a = g.create_dataset('a', shape=shape, chunks=chunks, dtype='i4', fill_value=7, dimension_separator=separator)
        a[(slice(0, 1),) * len(shape)] = 1
        for stray in 'notes.txt', '9.9', '7':
            open(f'part.zarr/a/{stray}', 'w', encoding='utf-8').close()
        all_chunks = np.prod([-(-n // c) for n, c in zip(shape, chunks)])
        counts('part.zarr:/a', 'out/a.npy', (all_chunks - 1, all_chunks))
        counts('part.zarr', 'out/whole.h5', (all_chunks - 1, all_chunks))
for words, count, file in ([], 1, '0/0'), (['--shard', '20,20'], 4, '1/1'):
    told.copies(1, 'part.h5:/all', 'out/third.zarr', '--as', 'zarr3', *words)
    os.replace('out/third.zarr', f'third{count}.zarr')
    os.remove(f'third{count}.zarr/all/c/{file}')
    os.remove(f'third{count}.zarr/all/.xxh3')
    counts(f'third{count}.zarr', 'out/a.npy', (count, 20))

def chunk_counts(*options):
    """How often HDF5 counts the chunks of the source, of which one reading of the file needs some."""
    if os.path.exists('calls'): os.remove('calls')
    environment = dict(told.environment, LD_PRELOAD=hdf5_calls, HDF5_CALLS_REPORT=os.path.realpath('calls'))
    subprocess.run(['iocopy', 'part.h5:/all', 'out/a.npy', '--force', *options], env=environment, stdout=subprocess.DEVNULL, check=True)
    with open('calls', encoding='ascii') as report: return int(report.read().split()[5])


silent = chunk_counts('--quiet')
for options in [], ['--complete'], ['--complete', '--quiet'], ['--json', '--quiet'], ['--json', '--complete']:
    found = chunk_counts(*options) - silent
    told.check(found == 1, f'{options}: chunks were counted {found} times, expected once')

told.end('chunks that are not stored were counted')
