#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What is copied twice where iocopy is killed, or its source is damaged: no more than a unit for each rank, whatever the memory.

usage: resume.py BINDIR FOLDER CASES [SEED]

Columns become rows or blocks, so that parts are as large as the memory lets them be; or rows blocks, some longer than a unit. In most cases a copy is killed at a random
moment; what it has ticked off is read from its journal, and, where the target is one piece, what it has written is read from the
unfinished target: it may have written a unit more for each rank, and no other element. Another copy goes on, with other ranks and
another memory: it finds what was ticked off, copies the rest, and makes the same as numpy. In the others a chunk of the source is
damaged: a copy ticks off all units without it, at once; when the chunk is mended, another copies just the rest.
"""
import json
import os
import subprocess
import time

import h5py
import numpy as np

from copy_cases import MADE, main, read, run, turn

SHAPE, CHUNKS = (2048, 3072), (2048, 16)
UNIT = 1 << 20
BYTES = SHAPE[0] * SHAPE[1] * 4


def make_source(folder):
    a = (np.arange(SHAPE[0] * SHAPE[1], dtype='<i4') + 1).reshape(SHAPE) # no zeros: what was never written is one
    with h5py.File(folder + '/in.h5', 'w') as f:
        f.create_dataset('A', data=a, chunks=CHUNKS, fletcher32=True)
    np.save(folder + '/in.npy', a)
    return a


def lengths(extent, unit, chunk):
    """Of the units along one dimension: those shorter than a chunk begin anew with each."""
    if unit >= chunk:
        return [min(unit, extent - begin) for begin in range(0, extent, unit)]
    return [min(unit, chunk - within, extent - begin - within)
            for begin in range(0, extent, chunk) for within in range(0, min(chunk, extent - begin), unit)]


def ticked_bytes(folder, words):
    """Of units, as share/doc/formats.md has the journal; None where the copy has not come so far."""
    try:
        with open(f'{folder}/.{words[1].split(":")[0]}.iocopy-journal', 'rb') as f:
            journal = f.read()
    except FileNotFoundError:
        return None
    if b'\n' not in journal:
        return None
    header, slots = journal.split(b'\n', 1)
    arrays = json.loads(header)['arrays']
    if not arrays: # in the first of two passes
        return None
    array = arrays[0]
    chunk = map(int, words[words.index('--chunk') + 1].split(',')) if '--chunk' in words else SHAPE
    if '--shard' in words:
        chunk = map(int, words[words.index('--shard') + 1].split(','))
    rows, columns = (lengths(*along) for along in zip(SHAPE, array['unit'], chunk))
    assert len(rows) * len(columns) == array['units'] and 4 * max(rows) * max(columns) <= UNIT, array
    # The last dimension is the fastest.
    return sum(4 * rows[i // len(columns)] * columns[i % len(columns)] for i in range(array['units']) if any(slots[40 * i:40 * i + 40]))


def killed(folder, rng, ranks, words):
    """Runs it and kills it at a random moment; whether it was still at work."""
    job = subprocess.Popen(['local-mpirun', '-n', str(ranks), 'iocopy', *words, '--bandwidth', rng.choice(['60MB/s', '200MB/s'])],
                           cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    end = time.time() + 20
    while not ticked_bytes(folder, words) and job.poll() is None and time.time() < end:
        time.sleep(0.01)
    time.sleep(rng.random() * 0.7)
    at_work = job.poll() is None
    subprocess.run(['pkill', '-KILL', '-s', str(job.pid)]) # mpirun gives its children groups of their own
    job.wait()
    while subprocess.run(['pgrep', '-s', str(job.pid)], stdout=subprocess.DEVNULL).returncode == 0:
        time.sleep(0.01) # a rank that dies ends the call it is in, and what that writes counts
    return at_work and not os.path.exists(f'{folder}/{words[1].split(":")[0]}')


def complaint_of_the_rest(folder, target, ranks, words, done, a):
    code, out, said = run(folder, ranks, *words, '--resume', '--json')
    if code not in MADE:
        return f'going on ended with {code}: {said}'
    told = json.loads(out)
    if told['bytes_found'] != done or told['bytes_copied'] != BYTES - done:
        return f'{done} bytes were done; found {told["bytes_found"]}, copied {told["bytes_copied"]}'
    if '--shard' in words: # which zarr-python 2 does not read
        run(folder, 1, target, 'back.npy', '-q')
        target = 'back.npy'
    return None if np.array_equal(read(folder, target), a) else 'the target is another'


def kill_case(folder, rng, a, target, words):
    first, then = rng.choice([1, 2, 3]), rng.choice([1, 2, 3, 7])
    memory, later = rng.choice(['8MiB', '64MiB', '256MiB']), rng.choice(['6MiB', '40MiB', '200MiB'])
    if not killed(folder, rng, first, [*words, '--memory', memory]):
        return None # too late
    done = ticked_bytes(folder, words) or 0
    if target == 'out.npy' and done:
        with open(folder + '/.out.npy.iocopy', 'rb') as f:
            written = np.frombuffer(f.read()[-BYTES:], '<i4').reshape(SHAPE)
        right = 4 * np.count_nonzero(written == a)
        if np.any(written[written != a]) or right > done + first * UNIT or right < done:
            return f'{done} bytes were ticked off, {right} were written by {first} ranks'
    return complaint_of_the_rest(folder, target, then, [*words, '--memory', later], done, a)


def damage_case(folder, rng, a, target, words):
    column = rng.randrange(SHAPE[1] // CHUNKS[1])
    with h5py.File(folder + '/in.h5') as f:
        place = f['A'].id.get_chunk_info_by_coord((0, column * CHUNKS[1])).byte_offset
    turn(folder + '/in.h5', place + 1000, 0x10)
    times = os.stat(folder + '/in.h5')
    code, _, said = run(folder, rng.choice([1, 2, 3]), *words, '--memory', '200MiB')
    if code != 1 or 'damaged are these parts' not in said:
        return f'ended with {code}: {said}'
    done = ticked_bytes(folder, words)
    with open(f'{folder}/.{target}.iocopy-journal', 'rb') as f:
        unit = json.loads(f.read().split(b'\n', 1)[0])['arrays'][0]['unit']
    begin, end = column * CHUNKS[1] // unit[1] * unit[1], -(-(column + 1) * CHUNKS[1] // unit[1]) * unit[1]
    lost = 4 * SHAPE[0] * (min(end, SHAPE[1]) - begin)
    if done != BYTES - lost:
        return f'{done} bytes were ticked off, {lost} are damaged'
    turn(folder + '/in.h5', place + 1000, 0x10)
    os.utime(folder + '/in.h5', ns=(times.st_atime_ns, times.st_mtime_ns)) # the file that it was
    return complaint_of_the_rest(folder, target, rng.choice([1, 2, 7]), words, done, a)


def one_case(folder, rng):
    a = make_source(folder)
    target, options = rng.choice([
        ('out.npy', []), ('out.h5:/A', []), ('out.h5:/A', ['--chunk', '100,200']),
        ('out.h5:/A', ['--chunk', '1000,600']), ('out.h5:/A', ['--chunk', '256,128', '--deflate', '1']),
        ('out.zarr', ['--chunk', '128,512']), ('out.zarr', ['--chunk', '64,96', '--compress', 'zstd:1']),
        ('out.zarr', ['--chunk', '64,96', '--shard', '256,384'])])
    source = 'in.npy' if '1000,600' in options else rng.choice(['in.h5:/A', 'in.npy']) # no filter: a chunk of several units
    words = [source, target, '--access', rng.choice(['auto', 'sieve', 'two-phase']), *options]
    case = damage_case if rng.random() < 0.5 and source == 'in.h5:/A' and options else kill_case
    return words, case(folder, rng, a, target.split(':')[0], words)


main(one_case, 'copies begun and gone on with')
