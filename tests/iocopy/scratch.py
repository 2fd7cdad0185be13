#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Copies in two passes: what they hold, what their plans say of them, and what is left where they are killed or told to stop.

usage: scratch.py BINDIR FOLDER CASES [SEED]

Random shapes, chunks, filters, transpositions, ranks and memory. Every third copy is killed in its first pass, every third in its
last (or told to stop by SIGTERM), and another goes on with other ranks and another memory. The judge is numpy; what --plan says that
will be read and written the run has read and written; nothing stays beside the target.
"""
import glob
import json
import os
import shutil
import signal
import subprocess
import time

import h5py
import numpy as np
import zarr

from copy_cases import MADE, main, read, run


def make_source(folder, rng):
    shape = [rng.randrange(20, 90) for _ in range(3)]
    a = (np.arange(np.prod(shape), dtype='<i8') + 1).reshape(shape) # no zeros: what was never written is one
    chunk = tuple(rng.choice([1, 3, n // 2, n]) for n in shape)
    kind = rng.choice(['h5', 'h5', 'zarr', 'npy', 'big'])
    if kind == 'npy':
        np.save(folder + '/in.npy', a)
        return a, 'in.npy'
    if kind == 'zarr':
        zarr.open(folder + '/in.zarr', 'w', shape=shape, chunks=chunk, dtype='i8')[...] = a
        return a, 'in.zarr'
    with h5py.File(folder + '/in.h5', 'w') as f:
        f.create_dataset('A', data=a.astype('>i8' if kind == 'big' else '<i8'), chunks=chunk, compression='gzip', compression_opts=1)
    return a, 'in.h5:/A'


def target_of(rng, shape):
    chunk = ','.join(str(rng.randrange(1, n + 1)) for n in shape)
    return rng.choice([
        ('out.npy', []), ('out.h5:/A', []), ('out.h5:/A', ['--chunk', chunk]), ('out.h5:/A', ['--chunk', chunk, '--deflate', '1']),
        ('out.zarr', ['--chunk', chunk, '--compress', 'zstd:1'])])


def left(folder):
    return [name for name in os.listdir(folder) + os.listdir(folder + '/elsewhere') if 'scratch' in name or 'iocopy' in name]


def made(folder):
    return [path for path in glob.glob(folder + '/.out*.scratch') + glob.glob(folder + '/elsewhere/.out*.scratch-*')
            if 'iocopy' not in path]


def journals(folder, last):
    """Of the pass that is meant, with records in them: they are longer than the header of 4096 bytes."""
    paths = glob.glob(folder + '/.out*.iocopy-journal') + glob.glob(folder + '/.*scratch*.iocopy-journal') + \
        glob.glob(folder + '/elsewhere/.*.iocopy-journal')
    return [path for path in paths if ('scratch' in os.path.basename(path)) != last and has_arrays(path)]


def has_arrays(path):
    """The target's has none as long as the first pass is under way."""
    try:
        with open(path, 'rb') as f:
            header = f.readline()
        return bool(header and json.loads(header)['arrays'])
    except FileNotFoundError:
        return False


def forget(folder):
    """What a copy left that was not interrupted where it should have been."""
    for name in ['out.*', '.out*', '..out*', 'elsewhere/.*']:
        for path in glob.glob(f'{folder}/{name}'):
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)


def interrupted(folder, rng, ranks, words, last):
    """Whether a moment was found in the pass that is meant: slower, and sooner, until one is."""
    for attempt in range(6):
        if interrupted_once(folder, rng, ranks, [*words, '--bandwidth', f'{6000 >> attempt}KB/s'], last, 0.3 / (attempt + 1)):
            return True
        forget(folder)
    return False


def interrupted_once(folder, rng, ranks, words, last, wait):
    job = subprocess.Popen(['local-mpirun', '-n', str(ranks), 'iocopy', *words], cwd=folder,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    end = time.time() + 20
    while not journals(folder, last) and job.poll() is None and time.time() < end:
        time.sleep(0.01)
    time.sleep(rng.random() * wait)
    how = rng.choice([signal.SIGKILL, signal.SIGTERM])
    if how == signal.SIGKILL:
        subprocess.run(['pkill', '-KILL', '-s', str(job.pid)]) # mpirun gives its children groups of their own
    else:
        subprocess.run(['pkill', '-TERM', '-s', str(job.pid), '-x', 'iocopy'])
    job.wait()
    return bool(journals(folder, last)) and not os.path.exists(f'{folder}/{words[1].split(":")[0]}')


def complaint_of_plan(folder, ranks, words):
    """Requests and bytes of all passes, as far as the plan says it knows them."""
    code, out, said = run(folder, ranks, *words, '--plan', '--json')
    if code != 0:
        return None, f'--plan ended with {code}: {said}'
    ways = [way for way in json.loads(out)['passes'] if way['chosen']]
    if len(ways) != 1 or ways[0]['passes'] != 2:
        return None, f'the plan does not take two passes: {ways}'
    return ways[0], None


def complaint_of_counts(plan, told):
    for side in ('reads', 'writes'):
        for what in ('requests', 'bytes'):
            if plan[side]['exact'] and plan[side][what] != told[side][what]:
                return f'{side}: the plan says {plan[side]}, the run {told[side]}'
    for what in ('requests', 'bytes'): # of the first pass are among them
        if not 0 < told['first_pass']['writes'][what] < told['writes'][what] or told['first_pass']['reads'][what] > told['reads'][what]:
            return f'the first pass is not in the sums: {told}'
    if told['first_pass']['reads']['bytes'] == 0:
        return f'the first pass read nothing: {told}'
    if told['first_pass']['chunk'] != plan['scratch_chunk'] or told['first_pass']['bytes'] != plan['scratch_bytes']:
        return f'the scratch file is another: {told["first_pass"]}, {plan}'
    return None


def complaint(folder, target, told, expected):
    if not np.array_equal(read(folder, target), expected):
        return 'the target is another'
    if left(folder):
        return f'left: {left(folder)}'
    return None if 'first_pass' in told else 'there was one pass'


def one_case(folder, rng):
    os.mkdir(folder + '/elsewhere')
    a, source = make_source(folder, rng)
    expected, words = a, []
    if rng.random() < 0.4:
        expected = np.transpose(a, (2, 0, 1))
        words = ['--copy', f'B[k][i][j]={"in" if source == "in.npy" else "A"}[i][j][k]']
    target, options = target_of(rng, expected.shape)
    if ':' in target:
        target, words = target.replace('/A', '/B'), words
    where = rng.choice(['always', 'always:elsewhere'])
    ranks, then = rng.choice([1, 2, 3]), rng.choice([1, 2, 3])
    words = [source, target, *words, *options, '--access', rng.choice(['auto', 'auto', 'sieve'])]
    first = [*words, '--memory', f'{rng.choice([16, 24])}MiB']
    kind = rng.randrange(3)
    if kind == 0:
        plan, wrong = complaint_of_plan(folder, ranks, [*first, '--scratch', where])
        if wrong:
            return words, wrong
        code, out, said = run(folder, ranks, *first, '--scratch', where, '--json', *rng.choice([[], ['--verify']]))
    elif not interrupted(folder, rng, ranks, [*first, '--scratch', where], kind == 2):
        return words, 'it was never interrupted in the pass that is meant'
    else:
        code, _, said = run(folder, then, *words, '--scratch', where)
        if code != 2 or 'interrupted' not in said:
            return words, f'without --resume it ended with {code}: {said}'
        # What an interrupted copy began it goes on with, whatever it would choose now and wherever.
        again = rng.choice([where, 'always', 'auto', 'auto:elsewhere', 'never'])
        code, out, said = run(folder, then, *words, '--memory', '40MiB', '--scratch', again, '--resume', '--json')
    if code not in MADE:
        return words, f'ended with {code}: {said}'
    told = json.loads(out)
    wrong = complaint(folder, target.split(':')[0], told, expected)
    return words, wrong or (complaint_of_counts(plan, told) if kind == 0 else None)


main(one_case, 'copies in two passes')
