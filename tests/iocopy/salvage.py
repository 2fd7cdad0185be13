#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""iocopy --salvage of files with damaged chunks, drawn at random, judged by numpy, h5py and zarr-python.

usage: salvage.py BINDIR FOLDER CASES [SEED]

Each case writes an array in chunks, damages some, and copies what can be read: without --salvage there is no target; with it the
target has all elements of the others, the fill value in place of theirs, exit code 3, and every damaged element lies in a box that
is listed, no healthy one does; the bytes listed with the boxes are those of the damaged chunks, no others. Half of the cases salvage
what an ordinary copy has left behind.
"""
import json
import os

import h5py
import numpy as np
import zarr

from copy_cases import main, read, run, turn

FILL = 77


def make_hdf5(folder, a, chunks, damaged):
    with h5py.File(folder + '/in.h5', 'w') as f:
        made = f.create_dataset('A', data=a, chunks=chunks, compression=4, fletcher32=True, fillvalue=FILL)
        places = [made.id.get_chunk_info_by_coord(tuple(i * c for i, c in zip(at, chunks))) for at in damaged]
    for place in places:
        turn(folder + '/in.h5', place.byte_offset + 3, 0x55)
    return 'in.h5:/A', {('in.h5', b) for place in places for b in range(place.byte_offset, place.byte_offset + place.size)}


def make_zarr(folder, a, chunks, damaged):
    store = zarr.open(folder + '/in.zarr', 'w', shape=a.shape, chunks=chunks, dtype=a.dtype, fill_value=FILL, compressor=zarr.Zlib(3))
    store[...] = a
    names = ['in.zarr/' + '.'.join(map(str, at)) for at in damaged]
    for name in names:
        with open(folder + '/' + name, 'r+b') as f:
            f.truncate(5)
    return 'in.zarr', {(name, b) for name in names for b in range(5)}


def elements_of(told, shape):
    listed = np.zeros(shape, bool)
    for each in told['damage']:
        listed[tuple(slice(*ends) for ends in each['box'])] = True
    return listed


def bytes_of(told):
    return {(s['file'], b) for each in told['damage'] for s in each['bytes'] for b in range(s['begin'], s['end'])}


def draw(rng):
    shape = tuple(rng.randint(1, 40) for _ in range(rng.randint(1, 3)))
    chunks = tuple(rng.randint(1, n) for n in shape)
    if np.prod([-(-n // c) for n, c in zip(shape, chunks)]) > 300:
        return draw(rng)
    return shape, chunks


def one_case(folder, rng):
    shape, chunks = draw(rng)
    a = (np.arange(np.prod(shape)).reshape(shape) + 1000).astype(rng.choice(['<i4', '>f8', '<i8']))
    grid = [-(-n // c) for n, c in zip(shape, chunks)]
    damaged = {tuple(rng.randrange(n) for n in grid) for _ in range(rng.randint(1, 4))}
    source, bad_bytes = rng.choice([make_hdf5, make_zarr])(folder, a, chunks, damaged)
    lost = np.zeros(shape, bool)
    for at in damaged:
        lost[tuple(slice(i * c, (i + 1) * c) for i, c in zip(at, chunks))] = True
    turned = len(shape) == 2 and rng.random() < 0.5
    target = rng.choice(['out.npy', 'out.h5', 'out.zarr'])
    options = ['--access', rng.choice(['auto', 'two-phase', 'sieve']), '--memory', rng.choice(['8MiB', '64MiB'])]
    if turned:
        options += ['--copy', 'B[j][i]=A[i][j]']
    if not target.endswith('.npy'):
        options += ['--chunk', ','.join(str(rng.randint(1, n)) for n in (shape[::-1] if turned else shape)), '--deflate', rng.choice(['none', '1'])]
    ranks = rng.choice([1, 2, 3, 7])
    words = [source, target, *options]
    if rng.random() < 0.5:
        code, out, said = run(folder, ranks, *words, '--json')
        if not bytes_of(json.loads(out)) <= bad_bytes or not json.loads(out)['wrong'] or not json.loads(out)['damage']:
            return words, f'a plain copy says of the damage {out}'
        if code != 1 or 'damaged are these parts' not in said or os.path.exists(folder + '/' + target):
            return words, f'a plain copy ended with {code}: {said}'
    ranks = rng.choice([1, 2, 3, 7])
    code, out, said = run(folder, ranks, *words, '--salvage', '--resume', '--verify', '--json')
    if code != 3:
        return words, f'salvaging ended with {code}: {said}'
    expected = np.where(lost, np.array(FILL, a.dtype), a)
    if turned:
        expected, lost = expected.T, lost.T
    if not np.array_equal(read(folder, target), expected):
        return words, 'the target is not what can be read'
    told = json.loads(out)
    if not np.array_equal(elements_of(told, lost.shape), lost) or bytes_of(told) != bad_bytes:
        return words, f'listed is something else than what is lost: {told["damage"]}'
    return words, None


main(one_case, 'damaged files salvaged')
