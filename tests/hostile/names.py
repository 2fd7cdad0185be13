#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Names with line ends and escape sequences stay on their lines in iocopy's tables and errors.

usage: names.py BINDIR FOLDER
"""
import json
import os
import pty
import shutil
import struct
import subprocess
import sys

import h5py
import numpy as np

bindir, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
BAD = 'a\n  forged\x1b[8m\u202eb'
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
os.chdir(folder)
failures = 0


def check(*words, command='iocopy'):
    """Output goes to a terminal, errors to a pipe: no line is a name's, and no escape but our colours gets through."""
    global failures
    ours, theirs = pty.openpty()
    run = subprocess.run([bindir + '/' + command, *words], stdout=theirs, stderr=subprocess.PIPE, timeout=20)
    os.close(theirs)
    text = run.stderr
    try:
        while chunk := os.read(ours, 65536):
            text += chunk
    except OSError:  # the end, where the other side is closed
        pass
    os.close(ours)
    lines = text.decode(errors='replace').splitlines()
    wrong = [line for line in lines if line.strip().startswith('forged') or '\u202e' in line or '\x1b[8m' in line]
    if wrong:
        print(words, '\n   ', '\n    '.join(map(repr, wrong)))
        failures += 1


np.save('plain.npy', np.arange(6.0))
os.rename('plain.npy', BAD + '.npy')
np.zeros(1000, 'f4').tofile('plain.raw')
with h5py.File('names.h5', 'w') as file:
    file.create_dataset(BAD, data=np.arange(6.0)).attrs[BAD] = BAD
    file.create_dataset('group' + BAD + '/inner' + BAD, data=np.arange(4)).attrs[BAD] = 5
    file.create_dataset('fields' + BAD, data=np.zeros(2, [(BAD, '<f4'), ('b', '<i2')]))
    file['link' + BAD] = h5py.SoftLink('/nowhere' + BAD)
os.makedirs('broken.zarr/' + BAD)
for name, value in (('.zgroup', {'zarr_format': 2}),
                    (BAD + '/.zarray', {'zarr_format': 2, 'shape': [4], 'chunks': [2], 'dtype': '<f' + BAD, 'fill_value': 0,
                                        'order': 'C', 'filters': None, 'compressor': None})):
    with open('broken.zarr/' + name, 'w') as out:
        json.dump(value, out)
for number, source in enumerate(('names.h5', 'names.h5:/' + BAD, 'names.h5:/none' + BAD, 'names.h5:/link' + BAD, 'broken.zarr',
                                 BAD + '.npy', 'none' + BAD + '.npy')):
    for target in ('zarr', 'h5', 'cdf', 'npy'):
        check(source, f'new{number}.{target}', '--plan')
    check(source, f'new{number}.h5')
# What is damaged is listed; its name and its reason have line ends. Names in arguments, jobs, and the environment.
subprocess.run([bindir + '/iocopy', 'plain.raw', 'damaged.zarr:/x' + BAD, '--array', 'float32 A[1000]', '--deflate', '1', '-q'], check=True)
for path, _, names in os.walk('damaged.zarr'):
    for name in names:
        if name == '0':
            os.truncate(os.path.join(path, name), 3)
check('damaged.zarr', 'back.h5')
check('damaged.zarr', 'back.npy', '--salvage')
check('damaged.zarr', 'plain.raw', '--repair', '--plan')
for option in '--chunk', '--section', '--array', '--as', '--memory', '--to', '--exclude', '--deflate':
    check('names.h5', 'new.h5', option, BAD)
check('names.h5', 'new.h5', '--exclude', 'nothing')
with h5py.File('refers.h5', 'w') as file:
    file[BAD] = np.arange(6.0)
    file[BAD].attrs[BAD] = file[BAD].ref
check('refers.h5:/' + BAD, 'new.h5:/x')
check('names.h5', 'none' + BAD + '/new.h5')
check(BAD, BAD)
with open('job' + BAD + '.hpf', 'w') as out:
    out.write('      real A(10)\n!hpf$ distribute A(indirect(@' + BAD.replace('\n', '\r') + '))\n')
for command in ('redist',):
    check('job' + BAD + '.hpf', command=command)
    check('none' + BAD + '.hpf', command=command)
    check('--array', 'real A(10)', '--from', BAD, '--to', '(block)', command=command)
    check('--array', 'real A(10)', '--from', '(block)', '--to', '(cyclic)', '--in', 'x' + BAD + '.npy', command=command)
    check('--array', 'real A(10)', '--from', '(block)', '--to', '(cyclic)', '--out', 'x' + BAD + '/y.npy', command=command)
# Names that lead elsewhere, that are no names, or that a library would cut off.
for number, name in enumerate(('..', '.', '', '../x', 'a/../../y', 'a\0b', '/../../x', '.zarray')):
    text = json.dumps({each: {'dtype': 'F32', 'shape': [2], 'data_offsets': [8 * i, 8 * i + 8]} for i, each in enumerate((name, 'other'))}).encode()
    with open('tensors.safetensors', 'wb') as out:
        out.write(struct.pack('<Q', len(text)) + text + bytes(16))
    os.makedirs('inside', exist_ok=True)
    before = sorted(os.listdir('.'))
    for target in 'zarr', 'h5', 'nc':
        run = subprocess.run([bindir + '/iocopy', 'tensors.safetensors', 'inside/new.' + target, '-q'], capture_output=True, text=True)
        made = os.listdir('inside')
        refused = run.returncode == 2 and len(run.stderr.splitlines()) == 1 and not made
        kept = run.returncode == 0 and target != 'zarr' and name not in ('', '.', 'a\0b') and 'new.' + target in made
        if not refused and not kept or sorted(os.listdir('.')) != before:
            print(f'{name!r} in {target}: ended with {run.returncode}, made {made}: {run.stderr[:100]}')
            failures += 1
        shutil.rmtree('inside')
        os.makedirs('inside')
sys.exit(1 if failures else 0)
