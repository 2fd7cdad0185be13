#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Small files that say they hold up to 2**63 elements: planned or refused in one line, at once.

usage: huge_shapes.py BINDIR FOLDER
"""
import itertools
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import time

import h5py

bindir, folder = sys.argv[1:]
LIMIT = 2  # seconds
MOST_MEMORY = 1 << 30
SHAPES = [(2**60,), (2**63 - 1,), (0, 2**63 - 1), (2**31, 2**30, 3), (2**63,), (1, 2**60 + 1), (2**20, 2**20, 2**20)]
failures = 0


def npy(name, shape):
    text = repr({'descr': '<f4', 'fortran_order': False, 'shape': shape})
    text += ' ' * (-(len(text) + 11) % 64) + '\n'
    with open(name, 'wb') as file:
        file.write(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(text)) + text.encode())


def zarr2(name, shape):
    os.mkdir(name)
    with open(name + '/.zarray', 'w') as file:
        json.dump({'zarr_format': 2, 'shape': shape, 'chunks': [min(each, 1024) or 1 for each in shape], 'dtype': '<f4',
                   'fill_value': 0, 'order': 'C', 'filters': None, 'compressor': None}, file)


def zarr2_of_one_chunk(name, shape):
    os.mkdir(name)
    with open(name + '/.zarray', 'w') as file:
        json.dump({'zarr_format': 2, 'shape': shape, 'chunks': shape, 'dtype': '<f4', 'fill_value': 0, 'order': 'C',
                   'filters': None, 'compressor': {'id': 'zlib', 'level': 1}}, file)


def zarr3(name, shape):
    os.mkdir(name)
    with open(name + '/zarr.json', 'w') as file:
        json.dump({'zarr_format': 3, 'node_type': 'array', 'shape': shape, 'data_type': 'float32',
                   'chunk_grid': {'name': 'regular', 'configuration': {'chunk_shape': [min(each, 64) or 1 for each in shape]}},
                   'chunk_key_encoding': {'name': 'default'}, 'fill_value': 0,
                   'codecs': [{'name': 'bytes', 'configuration': {'endian': 'little'}}]}, file)


def classic(name, shape):
    def text(word):
        return struct.pack('>q', len(word)) + word + b'\0' * (-len(word) % 4)

    def size(number):
        return struct.pack('>Q', number % 2**64)
    header = b'CDF\x05' + size(0) + struct.pack('>I', 10) + size(len(shape))
    for d, extent in enumerate(shape):
        header += text(b'd%d' % d) + size(extent)
    header += struct.pack('>I', 0) + size(0) + struct.pack('>I', 11) + size(1) + text(b'A') + size(len(shape))
    header += b''.join(size(d) for d in range(len(shape))) + struct.pack('>I', 0) + size(0) + struct.pack('>I', 5)
    header += size(2**62) + size(1024)
    with open(name, 'wb') as file:
        file.write(header)


def hdf5(name, shape, longest=1024):
    with h5py.File(name, 'w') as file:
        file.create_dataset('A', shape, '<f4', chunks=tuple(min(each, longest) or 1 for each in shape))


def limited():
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def check(words, expected=''):
    global failures
    begin = time.monotonic()
    shown = ' '.join(words)
    try:
        run = subprocess.run([os.path.join(bindir, words[0]), *words[1:]], capture_output=True, text=True, timeout=LIMIT,
                             preexec_fn=limited, errors='replace')
    except subprocess.TimeoutExpired:
        print(f'{shown}: does not end')
        failures += 1
        return
    lines = run.stderr.strip().splitlines()
    negative = re.search(r'[ :]-[0-9]', run.stdout)
    refused = run.returncode in (1, 2) and len(lines) == 1
    done = run.returncode == 0  # planned, or nothing is stored that could be copied
    if expected not in run.stderr or not refused and not done or any(word in run.stderr for word in ('bad_alloc', 'std::', 'nlohmann', 'H5')) or negative:
        print(f'{shown}: ended with {run.returncode} after {time.monotonic() - begin:.1f} s')
        print('   ', '\n    '.join(lines[:5]))
        failures += 1


shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
os.chdir(folder)
bindir = os.path.join(os.getcwd(), bindir) if not os.path.isabs(bindir) else bindir
for make, ending in ((npy, '.npy'), (zarr2, '.zarr'), (zarr2_of_one_chunk, '.one.zarr'), (zarr3, '.3.zarr'), (classic, '.cdf'), (hdf5, '.h5')):
    for number, shape in enumerate(SHAPES):
        name = f's{number}{ending}'
        try:
            make(name, shape)
        except (ValueError, OverflowError, struct.error, TypeError):
            continue
        check(['iocopy', name, 'new.npy', '--plan'])
        check(['iocopy', name, 'new.zarr', '-q'])
        if number == 0:
            check(['iocopy', name, 'new.h5', '--chunk', '16', '--deflate', '1', '-q'])
            check(['iocopy', name, 'new.nc', '-q'])
        size = int(subprocess.run(['du', '-sk', '.'], capture_output=True, text=True).stdout.split()[0])
        if size > 4096:
            print(f'{name}: wrote {size} KiB')
            failures += 1
        for made in os.listdir('.'):
            if made.startswith('new.'):
                shutil.rmtree(made) if os.path.isdir(made) else os.remove(made)
# A plan does not count the requests of more chunks than a person waits for.
zarr2('many.zarr', [2**30, 2**30])
hdf5('many.h5', (2**40, 2**20), 1)
for words in (['many.zarr', 'new.zarr', '--chunk', '1,1'], ['many.zarr', 'new.h5', '--chunk', '1,1', '--deflate', '1'], ['many.h5', 'new.npy']):
    check(['iocopy', *words, '--plan'])
    check(['iocopy', *words, '--plan', '--json'])
# An out-of-core array of one file that ends beyond 2**63, and a number that no integer holds in the place of a chunk's length.
open('A.raw', 'wb').write(bytes(64))
with open('whole.json', 'w') as file:
    json.dump({'schema': 'tessera.localfiles/2', 'array': 'A', 'type': 'float64', 'byte_order': 'little', 'permutation': [0], 'shadow': [],
               'hpf': f'      double precision A({2**60 - 1})\n!hpf$ processors P(2)\n!hpf$ distribute A(block) onto P\n', 'files': [],
               'out_of_core': {'placement': 'global', 'icla_bytes': 64, 'file': 'A.raw', 'first_byte': 64}}, file)
check(['iocopy', 'whole.json', 'new.npy', '-q'], 'more bytes than 64 bits can count')
for version, chunk in itertools.product((zarr2, zarr3), (1e41, -1e41, 2.5)):
    shutil.rmtree('odd.zarr', ignore_errors=True)
    version('odd.zarr', [4])
    metadata = 'odd.zarr/' + os.listdir('odd.zarr')[0]
    text = open(metadata).read()
    open(metadata, 'w').write(text.replace('[4]', f'[{chunk!r}]'))
    check(['iocopy', 'odd.zarr', 'new.npy', '-q'], 'another kind')
left = [name for name in os.listdir('.') if name.startswith('.')]
if left:
    print('left', left)
    failures += 1
sys.exit(1 if failures else 0)
