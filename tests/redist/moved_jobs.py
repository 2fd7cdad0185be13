#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random jobs that redist moves under MPI, from files to files, judged by numpy.

usage: moved_jobs.py BINDIR FOLDER JOBS [SEED [ONE-JOB]]

numpy and h5py write what --in and --old hold, numpy computes the targets from the whole arrays, and what redist writes to --out must be
equal, byte for byte. Also the number of elements that nothing writes.
"""
import json

import numpy as np

from files import draw_format, place_of, read, write
from jobs import batches_of, draw_job, values
from run import call, main, script

ALGORITHMS = ['lex', 'gen', 'pex-gen', 'pex-gen-shift', 'caterpillar', 'bruck', 'centralized', 'staged', 'multistage', 'hybrid', 'coloured',
              'largest-first', 'split', 'unscheduled', 'auto']
TRANSPORTS = ['auto', 'shared', 'p2p', 'persistent', 'alltoallv', 'alltoallw']


def has_old(rng, job):
    """Does --old say what targets hold? It is refused where nothing of it stays, and needed where it is added to."""
    unread = [array for array in job.targets if not job.copies or array not in job.inputs]
    adds = job.update.beta not in (None, 0)
    return unread if unread and (adds or (job.unwritten() and rng.random() < 0.7)) else []


def plain(job):
    return not job.update.options() and not job.update.conjugate and not any(copy.combined for copy in job.copies)


def draw_way(rng, job, old):
    """How it travels: none of it may change the result."""
    one = len(job.copies) == 1 or not job.copies and len(job.arrays) == 1
    if one and plain(job) and not job.unwritten() and rng.random() < 0.25:
        return ['--memory', rng.choice(['8MiB', '64MiB'])] # from file to file, part by part
    if plain(job) and rng.random() < 0.1:
        return ['--method', 'naive']
    if len(batches_of(job.copies)) < 2 and plain(job) and rng.random() < 0.2:
        by_method, by_steps = ['--method', 'auto'], ['--algorithm', rng.choice(ALGORITHMS)]
        return rng.choice([by_method, by_steps, by_method if job.copies else ['--relabel']])
    words = ['--transport', rng.choice(TRANSPORTS)] if rng.random() < 0.6 else []
    words += ['--receive', 'sync'] if rng.random() < 0.2 else []
    words += ['--repeat', '2'] if rng.random() < 0.2 else []
    return words + (['--verify'] if rng.random() < 0.4 else [])


def in_rounds(rng, job, way):
    """Within little memory for messages, if the way can be cut into rounds."""
    if {'--method', '--algorithm', '--memory'} & set(way) or any(copy.combined for copy in job.copies):
        return way
    moved = sum(array.dtype.itemsize * int(np.prod(array.shape)) for array in job.targets)
    way = [word for word in way if word not in TRANSPORTS + ['--transport']]
    return [*way, '--transport', 'p2p', '--memory', str(moved // rng.randint(1, 4) + 300 * job.ranks)]


def data_words(rng, job, old):
    """Writes the files. Returns the words that name them, what numpy expects by target, and the format of --out."""
    held = {array.name: values(array, job.dtype, 1 + job.arrays.index(array)) for array in job.inputs}
    before = {array.name: values(array, job.update.to or job.dtype, 5 + job.arrays.index(array)) for array in old}
    form = draw_format(rng, job.targets)
    if rng.random() < 0.2 and all(has_room(kind, array) for array in job.arrays for kind in (job.dtype, job.update.to or 'i4')):
        return without_in(rng, job, old, form, before)
    words = ['--in', write(rng, 'in', draw_format(rng, job.inputs), job.inputs, held)]
    if old:
        words += ['--old', write(rng, 'old', draw_format(rng, old), old, before)]
    return words + ['--out', place_of('out', form)], job.expected(held, before), form


def has_room(kind, array):
    """For the number of every element of the array."""
    dtype = np.dtype(kind)
    bits = {'i': 8 * dtype.itemsize - 1, 'u': 8 * dtype.itemsize, 'f': 24}.get(dtype.kind, 0)
    return bits > 0 and np.prod(array.shape) <= 2 ** bits


def without_in(rng, job, old, form, before):
    """Elements are their own numbers then, in the order of storage; messages go in rounds, if they may take only so much memory."""
    def numbers(array, dtype):
        return np.arange(int(np.prod(array.shape))).astype(dtype).reshape(array.shape, order=array.order())

    held = {array.name: numbers(array, job.dtype) for array in job.inputs}
    words = []
    if old and rng.random() < 0.5:
        words = ['--old', write(rng, 'old', draw_format(rng, old), old, before)]
    elif job.update.beta not in (None, 0):
        before = {array.name: numbers(array, job.update.to or job.dtype) for array in old}
    else:
        before = {}
    return words + ['--out', place_of('out', form)], job.expected(held, before), form


def compared(job, form, expected, relabelled):
    """What is wrong with the targets, or nothing; `relabelled`: ranks hold each other's parts."""
    problems = []
    for array in job.targets:
        wanted = expected[array.name]
        found = read('out', form, array, wanted.dtype, None if relabelled else job.after[array.name], problems)
        if found.dtype != wanted.dtype or found.shape != wanted.shape:
            problems.append(f'{array.name}: {found.dtype}{found.shape} instead of {wanted.dtype}{wanted.shape}')
        elif found.tobytes() != wanted.tobytes():
            raw = f'V{wanted.itemsize}'
            differ = np.argwhere(np.frombuffer(found.tobytes(), raw) != np.frombuffer(wanted.tobytes(), raw))
            at = np.unravel_index(int(differ[0, 0]), wanted.shape)
            index = tuple(int(i) + low for i, low in zip(at, array.lower))
            problems.append(f'{array.name}: {len(differ)} elements differ, first {index}: {found[at]} instead of {wanted[at]}')
            np.save(f'expected-{array.name}.npy', wanted)
    return problems


def one_job(rng):
    job = draw_job(rng, combines=True, large=0.1)
    if job.text:
        with open('job.hpf', 'w') as file:
            file.write(job.text)
    old = has_old(rng, job)
    way = draw_way(rng, job, old)
    words, expected, form = data_words(rng, job, old)
    launched = ['local-mpirun', '-n', str(job.ranks)]
    if '--in' not in words and rng.random() < 0.5:
        way = in_rounds(rng, job, way)
    words = ['redist', *job.words, *words, *job.update.options(), *(['--op', 'conj'] if job.update.conjugate else []), *way, '--json']
    done = call(words, launched)
    if done.returncode != 0:
        return script(words, launched), f'code {done.returncode}: {done.stderr.strip()}'
    problems = compared(job, form, expected, '--relabel' in way)
    unwritten = [(each['array'], each['elements']) for each in json.loads(done.stdout).get('unwritten', [])]
    if unwritten != job.unwritten():
        problems.append(f'{unwritten} unwritten elements told instead of {job.unwritten()}')
    return script(words, launched), '; '.join(problems) or None


if __name__ == '__main__':
    main(one_job, 'jobs moved')
