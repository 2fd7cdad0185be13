#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Local array files: read by numpy from what their manifest says, without its HPF; and manifests of version 1, read by iocopy.

usage: local_files.py BINDIR FOLDER
"""
import json
import os
import subprocess
import sys

import numpy as np

BIN = os.path.abspath(sys.argv[1])
FOLDER = os.path.abspath(sys.argv[2])
MPIRUN = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'share', 'bin', 'local-mpirun')


def run(ranks, command, *arguments):
    done = subprocess.run([MPIRUN, '-n', str(ranks), os.path.join(BIN, command), *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def demand(ranks, command, *arguments):
    code, said = run(ranks, command, *arguments)
    assert code == 0, (command, arguments, said)


def indices(families):
    return np.concatenate([first['first'] + first['stride'] * np.arange(first['count'])[:, None] + np.arange(first['length'])[None, :]
                           for first in families] or [np.empty((0, 0), int)], axis=None).astype(int)


def assembled(manifest):
    """The array as numpy finds it: no HPF, no padding to guess."""
    with open(manifest) as text:
        said = json.load(text)
    assert said['schema'] == 'tessera.localfiles/2', said['schema']
    whole = np.full(said['shape'], -1, said['type'])
    for each in said['files']:
        if 0 in each['local_shape']:
            continue
        memory = np.fromfile(os.path.join(os.path.dirname(manifest), each['file']), said['type'])
        part = np.lib.stride_tricks.as_strided(memory[each['offset']:], each['local_shape'],
                                               [step * memory.itemsize for step in each['strides']])
        at = np.ix_(*[np.sort(indices(families)) - low for families, low in zip(each['dims'], said['lower'])])
        whole[at] = part
    return whole


def global_file(order, first):
    """An out-of-core array in one file, as formats.md describes it."""
    values = np.arange(12, dtype='f8').reshape(3, 4)
    with open('A.raw', 'wb') as file:
        file.write(b'x' * first + values.tobytes(order))
    hpf = 'double A[3][4]\n!hpf$ processors P(2)\n!hpf$ distribute A(block,*) onto P\n'
    manifest = {'schema': 'tessera.localfiles/1', 'array': 'A', 'hpf': hpf, 'type': 'float64', 'byte_order': 'little', 'permutation': [1, 0] if order == 'C' else [0, 1],
                'shadow': [], 'shape': [3, 4], 'lower': [0, 0], 'out_of_core': {'placement': 'global', 'icla_bytes': 65536, 'file': 'A.raw', 'first_byte': first}, 'files': []}
    with open('global.json', 'w', encoding='utf-8') as file:
        json.dump(manifest, file)
    for ranks in 1, 3:
        demand(ranks, 'iocopy', 'global.json', 'global.npy', '--force')
        assert (np.load('global.npy') == values).all(), (order, first)
    demand(2, 'redist', '--array', 'double A[3][4]', '--from', '(block,*)', '--to', '(*,block)', '--in', 'global.json', '--out', 'global.npy', '--force')
    assert (np.load('global.npy') == values).all(), (order, first)
    with open('A.raw', 'ab') as file:
        file.write(b'x')
    code, said = run(1, 'iocopy', 'global.json', 'other.npy')
    assert code == 2 and f'the array begins at byte {first} and the file ends at {first + 96}' in said, said


def numpy_reads(ranks, array, mapping, shape):
    """What redist writes, numpy reads; and iocopy, with fewer ranks."""
    values = np.arange(np.prod(shape), dtype='f8').reshape(shape, order='F' if '(' in array else 'C')
    np.save('in.npy', values)
    demand(ranks, 'redist', '--array', array, '--from', '(block,*)', '--to', mapping, '--in', 'in.npy', '--out', 'parts.json', '--force')
    assert (assembled('parts.json') == values).all(), (array, mapping)
    demand(2, 'iocopy', 'parts.json', 'back.npy', '--force')
    assert (np.load('back.npy') == values).all(), (array, mapping)


def padded_parts(values, owners, most, fortran):
    """Files of version 1: rows dealt to ranks, as many rows allocated everywhere as the fullest rank has."""
    files = []
    for rank in range(max(owners) + 1):
        rows = [row for row, owner in enumerate(owners) if owner == rank]
        memory = np.full((most, values.shape[1]), -77.0, order='F' if fortran else 'C')
        memory[:len(rows)] = values[rows]
        name = f'old.{rank:04}.bin'
        memory.ravel(order='K').tofile(name)
        files.append({'rank': rank, 'file': name, 'bytes': os.path.getsize(name), 'xxh3': '0' * 16})
    return files


def old_manifests_are_read(fortran, form, owners):
    values = np.arange(len(owners) * 3, dtype='f8').reshape(-1, 3)
    most = max(owners.count(rank) for rank in owners)
    declared = f'      real*8 A({len(owners)},3)' if fortran else f'!dist$ array double A[{len(owners)}][3]'
    said = {'schema': 'tessera.localfiles/1', 'array': 'A',
            'hpf': f'{declared}\n!hpf$ processors P({max(owners) + 1})\n!hpf$ distribute A({form},*) onto P\n', 'type': 'float64',
            'byte_order': sys.byteorder, 'permutation': [0, 1] if fortran else [1, 0], 'shadow': [],
            'files': padded_parts(values, owners, most, fortran)}
    with open('old.json', 'w') as text:
        json.dump(said, text)
    demand(2, 'iocopy', 'old.json', 'new.npy', '--force')
    assert (np.load('new.npy') == values).all(), (fortran, form)


def wrong_strides_are_refused():
    demand(2, 'redist', '--array', 'real8 A(7,5)', '--to', '(block,*)', '--out', 'wrong.json', '--force')
    with open('wrong.json') as text:
        right = json.load(text)
    for words, change in [('do not nest', {'strides': [1, 3]}), ('do not nest', {'strides': [2, 4]}),
                          ('do not nest', {'strides': [1, 9]}), ('strides for 2 dimensions', {'strides': [1]}),
                          ('first owned element', {'offset': 1}), ('needs "strides"', {'strides': None})]:
        said = json.loads(json.dumps(right))
        said['files'][0].update(change)
        if change.get('strides', 0) is None:
            del said['files'][0]['strides']
        with open('wrong.json', 'w') as text:
            json.dump(said, text)
        code, heard = run(1, 'iocopy', 'wrong.json', 'no.npy')
        assert code == 2 and words in heard and not os.path.exists('no.npy'), (change, code, heard)


os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)
numpy_reads(4, 'real8 A(57,53)', 'scalapack(mb=2,nb=9,grid=4x1)', (57, 53))
numpy_reads(4, 'real8 A(57,53)', 'scalapack(mb=2,nb=9,grid=2x2,rsrc=1,lld=40)', (57, 53))
numpy_reads(4, 'double A[10][9]', '(*,cyclic(4))', (10, 9))
numpy_reads(3, 'double A[10][9]', '(block(4),*)', (10, 9))
for fortran in (True, False):
    old_manifests_are_read(fortran, 'block', [0] * 4 + [1] * 4 + [2] * 2)
    old_manifests_are_read(fortran, 'cyclic(3)', [0, 0, 0, 1, 1, 1, 0, 0])
    old_manifests_are_read(fortran, 'gen_block(2,2)', [0, 0, 1, 1])
wrong_strides_are_refused()
for order in 'C', 'F':
    global_file(order, 0)
    global_file(order, 40)
