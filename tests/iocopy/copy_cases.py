# SPDX-License-Identifier: BSD-3-Clause
"""What the scripts of random cases share: cases drawn from a seed, iocopy run on them, targets read by the libraries of others."""
import collections
import itertools
import os
import random
import shutil
import subprocess
import sys

import h5py
import numpy as np
import zarr

from told_by import MADE # for the scripts that import this one


RANKS = [1, 1, 1, 2, 3, 7]


class Untried(Exception):
    """No library can make such a case."""


class Wrong(Exception):
    """What is not as it should be."""


def run_here(words, ranks=1):
    """In the folder of the case, without mpirun for one rank; what subprocess says of it."""
    launched = ['local-mpirun', '-n', str(ranks)] if ranks > 1 else []
    return subprocess.run([*launched, 'iocopy', *words], capture_output=True, text=True, timeout=120)


def refusal(done, left):
    """What is wrong with the way in which it was refused: in one line, and nothing of it is `left`; None where nothing is."""
    lines = done.stderr.strip().splitlines()
    if left or len(lines) != 1 or not lines[0].startswith('iocopy: '):
        return f'refused with {left} left and {len(lines)} lines: {done.stderr.strip()}'
    return None


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
    """Usage: BINDIR FOLDER CASES [SEED [ONE-CASE]]. `one_case(folder, rng)`, in an empty folder, returns the words after "iocopy" (or a
    text that tells the case), what is wrong or None, and, if it likes, a row that is counted in a table at the end."""
    bin_dir, folder, cases = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2]), int(sys.argv[3])
    cases = max(1, cases * int(os.environ.get('TESSERA_CASES', 100)) // 100)
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    numbers = [int(sys.argv[5])] if len(sys.argv) > 5 else itertools.count()
    here = os.path.dirname(os.path.realpath(__file__))
    os.environ['PATH'] = f'{bin_dir}:{here}/../../share/bin:{os.environ["PATH"]}'
    tried, wrong, rows = 0, 0, collections.Counter()
    for number in numbers:
        os.chdir('/')
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        os.chdir(folder)
        try:
            words, complaint, *row = one_case(folder, random.Random(seed * 100000 + number))
        except Untried:
            continue
        except OSError as error: # a reader that is not ours cannot read it
            words, complaint, row = 'see the case alone', f'{type(error).__name__}: {error}', []
        tried += 1
        rows.update(row)
        if complaint:
            wrong += 1
            print(f'case {number} of seed {seed}: {words if isinstance(words, str) else "iocopy " + " ".join(words)}: {complaint}', flush=True)
        if tried == cases:
            break
    for row, times in sorted(rows.items(), key=str):
        print(f'{times:5} {row if isinstance(row, str) else "  ".join(row)}')
    print(f'{tried} {done}, {wrong} wrong')
    sys.exit(1 if wrong or tried == 0 else 0)
