#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Chunks of Zarr that blosc has made and that are longer than what is decoded at a time: what any part of them is copied to is what zarr and
numpy find there.

usage: stretches.py BINDIR FOLDER CASES [SEED [ONE-CASE]]

Each case makes an array of 4 to 24 MB with chunks of 0.6 to 4 MB, in any settings of blosc, some of them not stored, and copies all of it, a
section, or all with its dimensions exchanged, by 1, 2 or 3 ranks in little memory.
"""
import os
import re

import numcodecs
import numpy as np
import zarr

from copy_cases import MADE, RANKS, main, read, refusal, run_here

TYPES = ['<f4', '<f8', '<i2', '|u1', '>i4', '<c8']


def draw_extents(rng, elements, dims):
    """About so many elements in all."""
    extents = []
    for left in range(dims, 0, -1):
        mean = elements ** (1 / left)
        extents.append(max(1, round(elements if left == 1 else mean * rng.uniform(0.3, 2))))
        elements = max(1, elements // extents[-1])
    rng.shuffle(extents)
    return extents


def make(rng):
    """The array that in.zarr has now, and whether it has Fortran's order."""
    dtype, dims = np.dtype(rng.choice(TYPES)), rng.randint(1, 4)
    shape = draw_extents(rng, rng.randint(4_000_000, 24_000_000) // dtype.itemsize, dims)
    chunk = draw_extents(rng, rng.randint(600_000, 4_000_000) // dtype.itemsize, dims)
    blosc = numcodecs.Blosc(rng.choice(['lz4', 'zstd', 'blosclz']), rng.randint(0, 9), rng.choice([0, 1, 2]),
                            rng.choice([0, 0, rng.randint(4096, 600_000)]))
    store = zarr.open('in.zarr', 'w', shape=shape, chunks=chunk, dtype=dtype, compressor=blosc, order=rng.choice('CF'), fill_value=7)
    numbers = np.arange(np.prod(shape), dtype='i8')
    store[...] = (numbers // rng.choice([1, 1000]) % 251).astype(dtype).reshape(shape)
    for name in sorted(os.listdir('in.zarr')):
        if re.fullmatch(r'[0-9.]+', name) and rng.random() < 0.1:
            os.remove(f'in.zarr/{name}')
    return store[...], store.order == 'F' and dims > 1


def part_of(rng, array, fortran):
    """Options that copy some of it, and what comes of that."""
    kind = rng.choice(['all', 'section', 'turned'])
    if kind == 'section':
        ranges = []
        for n in array.shape:
            begin = rng.randrange(n)
            ranges.append((begin, rng.randint(begin + 1, n), rng.choice([1, 1, 1, 2, 5])))
        first = 1 if fortran else 0 # Fortran counts from 1, and names the last index instead of the next
        words = ['--section', ','.join(f'{b + first}:{e}:{s}' for b, e, s in ranges)]
        return words, array[tuple(slice(*each) for each in ranges)]
    if kind == 'turned' and array.ndim > 1:
        order = list(range(array.ndim))
        rng.shuffle(order)
        indices = ''.join(f'[{"ijkl"[d]}]' for d in order)
        return ['--copy', f'B{indices}=A{"".join(f"[{letter}]" for letter in "ijkl"[:array.ndim])}'], array.transpose(order)
    return [], array


def case(folder, rng):
    array, fortran = make(rng)
    options, expected = part_of(rng, array, fortran)
    ranks = min(rng.choice(RANKS), 3)
    target = rng.choice(['out.npy', 'out.npy', 'out.zarr'])
    words = ['in.zarr', target, *options, '--memory', f'{rng.randint(4, 40) * ranks}MiB', *rng.choice([[], ['--verify']])]
    done = run_here(words, ranks)
    told = f'{ranks} ranks, {" ".join(words)}'
    if done.returncode not in MADE:
        left = [name for name in os.listdir('.') if 'out' in name]
        return told, refusal(done, left) or ('' if 'memory' in done.stderr else done.stderr), 'refused'
    got = read(folder, target)
    return told, None if got.shape == expected.shape and (got == expected).all() else 'other elements', f'{ranks} ranks, copied'


if __name__ == '__main__':
    main(case, 'arrays of long chunks copied or refused')
