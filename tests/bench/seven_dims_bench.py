# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of 7 dimensions that get other chunks, beside h5repack, in turns: seven_dims_bench.py BINDIR FOLDER [ROUNDS]

A line for each old and new chunk: median seconds of each and their ratio, until the bytes are on the disk. The last chunk of each
list is longer than what it divides, so that edges make its file several times as long as the array."""
import os
import statistics
import subprocess
import sys
import time

import h5py
import numpy as np

iocopy = os.path.join(os.path.realpath(sys.argv[1]), 'iocopy')
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
os.makedirs(sys.argv[2], exist_ok=True)
os.chdir(sys.argv[2])
SHAPE = (12, 10, 12, 10, 12, 14, 10)
OLD = [(4, 5, 4, 3, 5, 4, 4), (1, 10, 1, 10, 1, 14, 1)]
NEW = [(6, 2, 6, 5, 2, 6, 2), (2, 2, 2, 2, 2, 2, 2), (12, 1, 12, 1, 12, 1, 10), (8, 1, 11, 3, 1, 12, 8)]


def seconds(words, target):
    if os.path.exists(target): os.remove(target)
    begin = time.monotonic()
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
    with open(target, 'rb') as made: os.fsync(made.fileno())
    return time.monotonic() - begin


def listed(chunk, mark): return mark.join(map(str, chunk))


for old in OLD:
    with h5py.File('s.h5', 'w') as f: f.create_dataset('A', data=np.random.default_rng(1).integers(0, 99, SHAPE).astype('f4'), chunks=old)
    for new in NEW:
        ours, theirs = [], []
        for _ in range(rounds):
            theirs.append(seconds(['h5repack', '-l', f'A:CHUNK={listed(new, "x")}', 's.h5', 't.h5'], 't.h5'))
            ours.append(seconds([iocopy, 's.h5', 'u.h5', '--chunk', listed(new, ','), '--quiet'], 'u.h5'))
        a, b = statistics.median(ours), statistics.median(theirs)
        print(f'{listed(old, "x"):18} to {listed(new, "x"):18} iocopy {a:6.2f} s, h5repack {b:6.2f} s: {a / b:5.2f} of it', flush=True)
for name in 's.h5', 't.h5', 'u.h5': os.remove(name)
