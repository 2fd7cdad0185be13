#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What iocopy takes stays within what it was allowed, as the kernel counts it: arrays of random shapes, between all formats.

usage: memory.py BINDIR FOLDER CASES [SEED [ONE-CASE]]

Each case makes an array of 24 to 64 MB in one format and copies it to another by 1, 2, 3 or 7 ranks with much less memory. The buffers of all
ranks together are no more than --memory, and what the processes grew by (the most that was resident, from the system's own count) no more
than 1.1 times --memory and what the report states beside it for libraries. Refusals, where no plan fits the memory, are counted.
"""
import json
import os

import numpy as np

from copy_cases import MADE, main, refusal, run_here

MIB = 1 << 20
BOUND = 1.10
KINDS = ['hdf5', 'hdf5 chunked', 'hdf5 encoded', 'classic', 'zarr2', 'zarr3', 'zarr3 shards', 'npy', 'raw', 'local']
ENDINGS = {'classic': 'cdf', 'npy': 'npy', 'raw': 'raw', 'local': 'json'}
HDF5_CODECS = ['gzip:1', 'zstd:1', 'lz4', 'blosc', 'bzip2:1', 'szip:16']
ZARR2_CODECS = ['none', 'gzip:1', 'zstd:1', 'bzip2:1', 'lz4', 'blosc']
ZARR3_CODECS = ['none', 'gzip:1', 'zstd:1', 'blosc-zstd:1']
MOST_BYTES_OF_A_CHUNK = 2 * MIB
MOST_FILES = 1500


def draw_shape(rng, elements):
    """Extents whose product is about so much."""
    shape = [1] * rng.randint(1, 4)
    left = elements
    for d in range(len(shape) - 1):
        shape[d] = max(1, round(left ** rng.uniform(0, 0.9)))
        left //= shape[d]
    shape[-1] = max(left, 1)
    rng.shuffle(shape)
    return shape


def draw_chunk(rng, shape, itemsize, most_chunks):
    """Of any form, neither too long nor too many."""
    while True:
        chunk = [max(1, round(n ** rng.uniform(0.3, 1))) for n in shape]
        while np.prod(chunk) * itemsize > MOST_BYTES_OF_A_CHUNK:
            d = rng.randrange(len(chunk))
            chunk[d] = max(1, chunk[d] // 2)
        if np.prod([-(-n // c) for n, c in zip(shape, chunk)]) <= most_chunks:
            return chunk


def words_for(rng, kind, shape, itemsize, ranks):
    """Options that make a file of this kind."""
    def listed(numbers):
        return ','.join(map(str, numbers))
    if kind == 'hdf5':
        return ['--chunk', 'none']
    if kind.startswith('hdf5'):
        chunk = ['--chunk', listed(draw_chunk(rng, shape, itemsize, 20000))]
        return chunk + (['--compress', rng.choice(HDF5_CODECS)] if kind == 'hdf5 encoded' else [])
    if kind == 'local':
        formats = ['*'] * len(shape)
        formats[rng.randrange(len(shape))] = rng.choice(['block', 'cyclic', f'cyclic({rng.randint(2, 50)})'])
        return ['--to', f'({",".join(formats)}) onto P({ranks})']
    if not kind.startswith('zarr'):
        return []
    chunk = draw_chunk(rng, shape, itemsize, MOST_FILES)
    words = ['--as', kind[:5], '--compress', rng.choice(ZARR2_CODECS if kind == 'zarr2' else ZARR3_CODECS)]
    if kind != 'zarr3 shards':
        return ['--chunk', listed(chunk), *words]
    inner = [rng.choice([k for k in range(1, c + 1) if c % k == 0 and c // k <= 8]) for c in chunk]
    return ['--chunk', listed(inner), '--shard', listed(chunk), *words]


def name_of(stem, kind):
    return f'{stem}.{ENDINGS.get(kind, kind[:4].replace("hdf5", "h5"))}'


def one_case(folder, rng):
    dtype = np.dtype(rng.choice(['<f4', '<f8', '<i2']))
    shape = draw_shape(rng, rng.randint(24 * MIB, 64 * MIB) // dtype.itemsize)
    values = np.random.default_rng(rng.randrange(1 << 30)).integers(0, 500, int(np.prod(shape))).astype(dtype)
    np.save(folder + '/given.npy', values.reshape(shape))
    kinds = [rng.choice(KINDS), rng.choice(KINDS)]
    names = [name_of('source', kinds[0]), name_of('target', kinds[1])]
    ranks = rng.choice([1, 2, 3, 7])
    makers = 2 if kinds[0] == 'local' else 1
    made = run_here(['given.npy', names[0], *words_for(rng, kinds[0], shape, dtype.itemsize, makers), '--memory', '600MiB', '--scratch', 'never'], makers)
    if made.returncode not in MADE:
        return f'{kinds[0]} of {shape} {dtype}', f'cannot be made: {made.stderr}'
    os.remove(folder + '/given.npy')
    options = words_for(rng, kinds[1], shape, dtype.itemsize, ranks)
    options += ['--memory', f'{ranks * 4 + rng.randint(0, 32)}MiB', '--access', rng.choice(['auto', 'auto', 'direct', 'sieve', 'two-phase'] if ranks > 1 else ['auto'])]
    options += rng.choice([[], ['--verify']]) + rng.choice([[], ['--threads', '1'], ['--threads', '2'], ['--threads', '5']])
    if kinds[0] == 'raw':
        options += ['--array', f'{dtype.name} A{"".join(f"[{n}]" for n in shape)}']
    words = [*names, *options]
    done = run_here([*words, '--json'], ranks)
    text = f'{ranks} ranks, {kinds[0]} of {"x".join(map(str, shape))} {dtype.name}: iocopy {" ".join(words)}'
    if done.returncode == 2 and ('iocopy: --memory' in done.stderr or 'memory' in done.stderr):
        return text, refusal(done, [name for name in os.listdir(folder) if 'target' in name]), 'refused: no plan fits the memory'
    if done.returncode not in MADE:
        return text, f'ended with {done.returncode}: {done.stderr}'
    memory = json.loads(done.stdout)['memory']
    stated = memory['resident_allowed'] - memory['bound']
    if os.environ.get('VERBOSE'):
        print(f'{text}: {memory}', flush=True)
    if memory['peak'] > memory['bound']:
        return text, f'buffers of {memory["peak"]}: {memory}'
    if memory['resident_growth'] > BOUND * memory['bound'] + stated:
        return text, f'grew by {(memory["resident_growth"] - memory["bound"] - stated) / MIB:.1f} MiB more than is stated: {memory}'
    return text, None, 'kept within --memory and what is stated' if memory['resident_growth'] <= memory['resident_allowed'] else 'kept within 1.1 of it'


main(one_case, 'copies measured')
