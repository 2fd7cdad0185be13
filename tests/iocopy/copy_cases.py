# SPDX-License-Identifier: BSD-3-Clause
"""What salvage.py and repair.py share: cases drawn at random, iocopy run on them, targets read by the libraries of others."""
import os
import random
import shutil
import subprocess
import sys

import h5py
import numpy as np
import zarr


def run(folder, ranks, *words):
    done = subprocess.run(['local-mpirun', '-n', str(ranks), 'iocopy', *words], cwd=folder, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def read(folder, target):
    """The one array of a target; of a raw one 64-bit integers in a row."""
    path = folder + '/' + target
    if target.endswith('.npy'):
        return np.load(path)
    if target.endswith('.raw'):
        return np.fromfile(path, '<i8')
    if target.endswith('.h5'):
        with h5py.File(path) as f:
            return next(iter(f.values()))[...]
    store = zarr.open(path, 'r')
    return (store if isinstance(store, zarr.Array) else next(iter(store.arrays()))[1])[...]


def turn(path, at, bits):
    """Turns these bits of one byte round."""
    with open(path, 'r+b') as f:
        f.seek(at)
        byte = f.read(1)
        f.seek(at)
        f.write(bytes([byte[0] ^ bits]))


def main(one_case, done):
    """Usage: BINDIR FOLDER CASES [SEED]. `one_case(folder, rng)` returns the words after "iocopy", and what is wrong or None."""
    bin_dir, folder, cases = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    here = os.path.dirname(os.path.abspath(__file__))
    os.environ['PATH'] = f'{bin_dir}:{here}/../../share/bin:{os.environ["PATH"]}'
    wrong = 0
    for case in range(cases):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        words, complaint = one_case(folder, random.Random(seed * 100000 + case))
        if complaint:
            wrong += 1
            print(f'case {case}: iocopy {" ".join(words)}: {complaint}')
    print(f'{cases} {done}, {wrong} wrong')
    sys.exit(1 if wrong or cases == 0 else 0)
