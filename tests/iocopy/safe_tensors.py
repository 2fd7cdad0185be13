# SPDX-License-Identifier: BSD-3-Clause
"""safetensors files, made and read here byte by byte after the format's specification: safe_tensors.py BINDIR FOLDER
(https://github.com/huggingface/safetensors, "Format": 8 bytes with the length of the header, the lowest first; JSON; the data)"""
import json
import os
import shutil
import struct
import subprocess
import sys

import h5py
import numpy as np
import zarr

from told_by import Told

told = Told(sys.argv[1], sys.argv[2])
DTYPES = {'BOOL': '?', 'U8': 'u1', 'I8': 'i1', 'U16': '<u2', 'I16': '<i2', 'F16': '<f2', 'BF16': '<u2', 'U32': '<u4', 'I32': '<i4', 'F32': '<f4',
          'U64': '<u8', 'I64': '<i8', 'F64': '<f8', 'C64': '<c8', 'F8_E4M3': 'u1'}


def write(path, tensors, metadata=None, header=None, data=None, pad=''):
    """tensors: {name: (dtype, array)}"""
    entries, parts, end = {'__metadata__': metadata} if metadata else {}, [], 0
    for name, (dtype, array) in tensors.items():
        bytes_of = np.ascontiguousarray(array.astype(DTYPES[dtype])).tobytes()
        entries[name] = {'dtype': dtype, 'shape': list(array.shape), 'data_offsets': [end, end + len(bytes_of)]}
        parts.append(bytes_of)
        end += len(bytes_of)
    text = (json.dumps(entries) if header is None else header).encode() + pad.encode()
    with open(path, 'wb') as file:
        file.write(struct.pack('<Q', len(text)) + text + (b''.join(parts) if data is None else data))


def read(path):
    """{name: (dtype, array)} and the metadata; what the format demands is checked."""
    with open(path, 'rb') as file:
        whole = file.read()
    length = struct.unpack('<Q', whole[:8])[0]
    header, data = json.loads(whole[8:8 + length]), whole[8 + length:]
    assert whole[8:9] == b'{' and (8 + length) % 8 == 0, 'the data are not aligned'
    metadata = header.pop('__metadata__', {})
    end, found = 0, {}
    for name, each in sorted(header.items(), key=lambda item: item[1]['data_offsets']):
        begin, behind = each['data_offsets']
        dtype = np.dtype(DTYPES[each['dtype']])
        assert begin == end and begin % dtype.itemsize == 0, f'{name} begins at {begin}, not {end}'
        found[name] = each['dtype'], np.frombuffer(data[begin:behind], dtype).reshape(each['shape'])
        end = behind
    assert end == len(data), f'{len(data)} bytes, not {end}'
    return found, metadata


def same(a, b):
    return set(a) == set(b) and all(a[n][0] == b[n][0] and a[n][1].shape == b[n][1].shape and a[n][1].tobytes() == b[n][1].tobytes() for n in a)


rng = np.random.default_rng(5)
tensors = {f'layer.{i}/{dtype}': (dtype, rng.integers(0, 2, shape) if dtype == 'BOOL' else rng.integers(0, 100, shape))
           for i, (dtype, shape) in enumerate(zip(DTYPES, [(3, 4), (), (5,), (0, 3), (2, 3, 4)] * 3)) if not dtype.startswith('F8')}
tensors = {name: (dtype, array.astype(DTYPES[dtype])) for name, (dtype, array) in tensors.items()}
write('in.safetensors', tensors, {'format': 'pt', 'é': 'ü'}, pad='   ')

# Whole files: to the format itself, and by others and back.
for ranks in 1, 3:
    told.copies(ranks, 'in.safetensors', 'out/t.safetensors')
    found, metadata = read('out/t.safetensors')
    told.check(same(found, tensors) and metadata == {'format': 'pt', 'é': 'ü'}, 'tensors are others')
for by, words, code in ('t.h5', [], 0), ('t.zarr', ['--as', 'zarr3'], 4): # a store has names of dimensions
    told.copies(1, 'in.safetensors', f'out/{by}', *words, code=0)
    shutil.rmtree(by, ignore_errors=True)
    os.replace(f'out/{by}', by)
    told.copies(1, by, 'out/t.safetensors', code=code)
    found, metadata = read('out/t.safetensors')
    told.check(same(found, tensors) and metadata == {'format': 'pt', 'é': 'ü'}, f'tensors are others by {by}')
with h5py.File('t.h5') as f:
    told.check(f['layer.5']['F16'].dtype == 'f2' and np.array_equal(f['layer.0']['BOOL'][...], tensors['layer.0/BOOL'][1]), 'HDF5 has other tensors')

# One tensor; sections and other orders; what the format has no words for.
name = next(each for each in tensors if each.endswith('F32'))
told.copies(2, f'in.safetensors:/{name}', 'out/a.npy')
told.check(np.array_equal(np.load('out/a.npy'), tensors[name][1]), 'one tensor is another')
np.save('f.npy', np.asfortranarray(np.arange(12., dtype='>f4').reshape(3, 4)))
told.copies(1, 'f.npy', 'out/f.safetensors', '--order', 'c')
told.check(np.array_equal(read('out/f.safetensors')[0]['f'][1], np.load('f.npy')), 'a tensor of Fortran is another')
told.refuses('the lowest byte first', 1, 'f.npy', 'out/f.safetensors', '--byte-order', 'big')
np.save('c16.npy', np.zeros(3, 'c16'))
told.refuses('safetensors files cannot hold elements of type complex128', 1, 'c16.npy', 'out/f.safetensors')
with h5py.File('notes.h5', 'w') as f:
    f['a'], f['b'] = np.arange(3), np.arange(4.)
    f['a'].attrs['units'] = 'K'
    f.attrs['title'], f.attrs['number'] = 'x', 5
told.copies(1, 'notes.h5', 'out/n.safetensors', code=4)
told.says("the attribute 'units', the attribute 'number' of the file")
told.check(read('out/n.safetensors')[1] == {'title': 'x'}, 'an attribute of the file is another')
eights = {'w': ('F8_E4M3', np.arange(6)), 'x': ('F32', np.arange(3))}
write('eight.safetensors', eights)
told.copies(1, 'eight.safetensors', 'out/e.safetensors')
told.check(read('out/e.safetensors')[0]['w'][0] == 'F8_E4M3', 'floats of 8 bits have another type')
told.refuses('are F8_E4M3, which only safetensors files know', 1, 'eight.safetensors', 'out/e.h5')


# redist reads and writes them.
for target in 'r.safetensors', 'r.npy':
    subprocess.run(['local-mpirun', '-n', '3', 'redist', '--array', 'float A[2][3][4]', '--from', '(block,*,*)', '--to', '(*,*,block)', '--in', f'in.safetensors:/{name}', '--out', target,
                    '--quiet'], env=told.environment, check=True)
made = read('r.safetensors')[0]
told.check(np.array_equal(next(iter(made.values()))[1], tensors[name][1]) and np.array_equal(np.load('r.npy'), tensors[name][1]), f'redist made {made}')

# What breaks the format's rules is refused.
ONE = '{"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}%s}'
for words, header, data in (
        ('overlap', ONE % ', "b": {"dtype": "U8", "shape": [3], "data_offsets": [2, 5]}', bytes(5)),
        ('leave a hole', ONE % ', "b": {"dtype": "U8", "shape": [3], "data_offsets": [5, 8]}', bytes(8)),
        ("has 'a' twice", ONE % ', "a": {"dtype": "U8", "shape": [3], "data_offsets": [4, 7]}', bytes(7)),
        ('and it has', ONE % '', bytes(5)),
        ('and it has', ONE % '', bytes(3)),
        ('are not those of its shape', '{"a": {"dtype": "F32", "shape": [4], "data_offsets": [0, 4]}}', bytes(4)),
        ('are not those of its shape', '{"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}}', bytes(4)),
        ('are not those of its shape', '{"a": {"dtype": "F32", "shape": [4611686018427387905], "data_offsets": [0, 4]}}', bytes(4)),
        ('type F4, which is not known', '{"a": {"dtype": "F4", "shape": [8], "data_offsets": [0, 4]}}', bytes(4)),
        ('no JSON object', '[1]', b''), ('no JSON object', '{"a": ', b''), ('no JSON object', ' {}', b''),
        ('needs "shape"', '{"a": {"dtype": "U8", "data_offsets": [0, 4]}}', bytes(4)),
        ('must be a text', '{"__metadata__": {"a": 5}}', b'')):
    write('bad.safetensors', {}, header=header, data=data)
    told.refuses(words, 1, 'bad.safetensors', 'out/b.h5')
for words, start in ('would have 100000001 bytes', struct.pack('<Q', 100000001)), ('would have 18446744073709551615 bytes', b'\xff' * 8), ('ends within', struct.pack('<Q', 9)), ('too short', b'abc'):
    with open('bad.safetensors', 'wb') as file:
        file.write(start)
    told.refuses(words, 1, 'bad.safetensors', 'out/b.h5')

told.end('safetensors were copied right')
