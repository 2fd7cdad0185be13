#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""iocopy --repair of copies with turned bits, drawn at random, judged by numpy, h5py and zarr-python.

usage: repair.py BINDIR FOLDER CASES [SEED]

Each case copies an array, turns bits of the copy where its elements lie, and repairs it: --plan tells and writes nothing, exit
code 3; --repair makes it what the source is, and of what was healthy only what shares a chunk or 64 KiB with the damage is written again.
"""
import json
import os
import subprocess
import time

import h5py
import numpy as np
import zarr

from copy_cases import MADE, main, read, run, turn


def stretches(folder, target):
    """Where a target's elements lie: (file, begin, bytes)."""
    path = folder + '/' + target
    if target.endswith('.npy') or target.endswith('.raw'):
        begin = 128 if target.endswith('.npy') else 0
        return [(path, begin, os.path.getsize(path) - begin)]
    if target.endswith('.h5'):
        with h5py.File(path) as f:
            made = next(iter(f.values()))
            if made.chunks is None:
                return [(path, made.id.get_offset(), made.id.get_storage_size())]
            infos = [made.id.get_chunk_info(i) for i in range(made.id.get_num_chunks())]
        return [(path, i.byte_offset, i.size) for i in infos]
    found = []
    for folder_name, _, names in os.walk(path):
        for name in names:
            if not name.startswith('.z') and name != 'zarr.json' and not name.endswith('.xxh3'):
                found.append((folder_name + '/' + name, 0, os.path.getsize(folder_name + '/' + name)))
    return sorted(found)


def changes_elements(folder, target, expected, path, at):
    """Does it matter when this byte's bit turns? Not in the padding of a chunk, nor where a codec skips it."""
    turn(path, at, 0x10)
    try:
        return not np.array_equal(read(folder, target), expected)
    except Exception: # whatever the target's reader throws
        return True
    finally:
        turn(path, at, 0x10)


def contents(path):
    with open(path, 'rb') as f:
        return f.read()


def of_whole_file(folder, rng):
    """Variables of one chunk each and without a checksum: the file is a copy as long as one of them is right."""
    arrays = {f'v{i}': np.arange(rng.randint(2, 60), dtype='<i8') + 100 * i for i in range(rng.randint(2, 4))}
    with h5py.File(folder + '/in.h5', 'w') as f:
        for name, values in arrays.items():
            f.create_dataset(name, data=values, chunks=values.shape)
    words = ['in.h5', 'out.h5']
    code, _, said = run(folder, 2, *words)
    if code not in MADE:
        return words, f'the copy ended with {code}: {said}'
    target = folder + '/out.h5'
    if rng.random() < 0.7 and os.path.exists(target + '.xxh3'):
        os.remove(target + '.xxh3')
    with h5py.File(target) as f:
        places = {name: f[name].id.get_chunk_info(0) for name in f}
    damaged = rng.sample(sorted(arrays), rng.randint(1, len(arrays)))
    for name in damaged:
        turn(target, places[name].byte_offset + rng.randrange(places[name].size), 0x10)
    retyped = rng.random() < 0.3 and len(damaged) < len(arrays)
    if retyped: # the last variable cannot be compared: nothing may be mended before that is found
        with h5py.File(target, 'a') as f:
            del f[max(arrays)]
            f[max(arrays)] = 1.5
    before = contents(target)
    ranks = rng.choice([1, 2, 3])
    code, _, said = run(folder, ranks, *words, '--repair')
    # That it is a copy is shown by an array, a piece of one (several ranks compare in pieces), or a checksum beside the file.
    known = len(damaged) < len(arrays) or ranks > 1 or os.path.exists(target + '.xxh3')
    if retyped or not known or code != 0 and len(damaged) == len(arrays):
        if code != 2 or contents(target) != before:
            return words, f'what should be refused ended with {code}, the target was {"kept" if contents(target) == before else "changed"}: {said}'
        return words, None
    if code != 0:
        return words, f'repairing ended with {code}: {said}'
    with h5py.File(target) as f:
        same = all(np.array_equal(f[name][...], values) for name, values in arrays.items())
    return words, None if same else 'the repaired copy is wrong'


def one_case(folder, rng):
    if rng.random() < 0.2:
        return of_whole_file(folder, rng)
    shape = tuple(rng.randint(2, 40) for _ in range(rng.randint(1, 3)))
    if rng.random() < 0.3: # several stretches, several parts
        shape = (rng.randint(100, 300), rng.randint(100, 900))
    a = np.arange(np.prod(shape), dtype='<i8').reshape(shape) * 3 + 5
    np.save(folder + '/in.npy', a)
    turned = len(shape) == 2 and rng.random() < 0.5
    target = rng.choice(['out.npy', 'out.h5', 'out.zarr', 'out.raw'])
    words = ['in.npy', target, '--memory', '64MiB' if len(shape) == 2 and shape[0] >= 100 else rng.choice(['8MiB', '64MiB'])]
    if turned:
        words += ['--copy', 'B[j][i]=in[i][j]']
    layout = []
    chunk = []
    if target in ('out.h5', 'out.zarr') and (target == 'out.zarr' or rng.random() < 0.8):
        made = shape[::-1] if turned else shape
        chunk = [rng.randint(max(1, n // 4), n) for n in made]
        layout += ['--chunk', ','.join(map(str, chunk))]
        layout += rng.choice([[], ['--deflate', '3'], ['--compress', 'zstd:3' if target == 'out.zarr' else 'bzip2:3'], ['--deflate', '1', '--shuffle', 'yes']])
        if target == 'out.h5' and rng.random() < 0.5:
            layout += ['--fletcher32', 'yes']
    code, _, said = run(folder, rng.choice([1, 3]), *words, *layout)
    if code not in MADE:
        return words + layout, f'the copy ended with {code}: {said}'
    expected = read(folder, target)
    if not np.array_equal(expected, (a.T if turned else a).ravel() if target == 'out.raw' else (a.T if turned else a)):
        return words + layout, 'the copy is wrong'
    places = stretches(folder, target)
    damaged = rng.sample(places, min(len(places), rng.choice([0, 1, 1, 2])))
    removed, turned_bytes, to_blame = [], [], []
    for path, begin, size in damaged:
        if target == 'out.zarr' and rng.random() < 0.3:
            removed.append(path)
        else:
            turned_bytes.append((path, begin + rng.randrange(size)))
            if changes_elements(folder, target, expected, *turned_bytes[-1]):
                to_blame.append(turned_bytes[-1])
    for path in removed:
        os.remove(path)
    for path, at in turned_bytes:
        turn(path, at, 0x10)
    ranks = rng.choice([1, 2, 3, 7])
    with_layout = words + (layout if rng.random() < 0.5 else [])
    code, out, said = run(folder, ranks, *with_layout, '--repair', '--plan', '--json')
    told = [box for each in json.loads(out)['variables'] for box in each['damage']] if out else []
    blamed = [(folder + '/' + s['file'], s['begin'], s['end']) for box in told for s in box['bytes']]
    same = False
    if code == 0 and damaged: # a bit of what nobody reads: padding of a chunk, or of what a codec skips
        same = np.array_equal(read(folder, target), expected)
    if not same and (code != (3 if damaged else 0) or bool(told) != bool(damaged)):
        return with_layout, f'looking at the damage ended with {code}, told {told}: {said}'
    if not same and any(all(f != path or not b <= at < e for f, b, e in blamed) for path, at in to_blame):
        return with_layout, f'bits were turned at {to_blame}, blamed are {blamed}'
    if rng.random() < 0.4: # killed, perhaps while it mends: it is done again
        with subprocess.Popen(['iocopy', *with_layout, '--repair', '--bandwidth', '1MB/s'], cwd=folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as job:
            time.sleep(0.1 + rng.random() * 0.5)
            job.kill()
    code, out, said = run(folder, ranks, *with_layout, '--repair', '--json')
    if code != 0:
        return with_layout, f'repairing ended with {code}: {said}'
    if not np.array_equal(read(folder, target), expected):
        return with_layout, 'the repaired copy is wrong'
    mended = sum(each['bytes_mended'] for each in json.loads(out)['variables'])
    if chunk and mended > len(damaged) * int(np.prod(chunk)) * a.itemsize:
        return with_layout, f'{mended} of {a.nbytes} bytes were written for {len(damaged)} of {len(places)} chunks'
    code, _, said = run(folder, 1, *with_layout, '--repair', '--plan')
    return with_layout, None if code == 0 else f'looking again ended with {code}: {said}'


main(one_case, 'copies damaged and repaired')
