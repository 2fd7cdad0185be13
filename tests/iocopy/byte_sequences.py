# SPDX-License-Identifier: BSD-3-Clause
"""Sequences of bytes of any length go between Zarr and HDF5: byte_sequences.py BINDIR FOLDER

Version 3 is written by hand: zarr-python 3.1's data type "variable_length_bytes", whose fill value is base64, and "bytes" of zarr-extensions
(data-types/bytes, codecs/vlen-bytes), whose fill value is a list of numbers.
"""
import json
import os
import shutil
import sys

import h5py
import netCDF4
import numcodecs
import numpy as np
import zarr

from told_by import Told
from zarr3 import counts, grid, metadata, named
from zarr3_codecs import name_of, shard_bytes

told = Told(sys.argv[1], sys.argv[2])
FILL = b'\0fill\xff'
SHAPE, CHUNK = (5, 7), (2, 3)
data = np.empty(SHAPE, object)
for at in np.ndindex(SHAPE):
    data[at] = bytes((7 * at[0] + at[1] * k) % 256 for k in range(at[0] * at[1] % 11))
data[4, 6] = b'\xe9\0\0' * 500
data[4, :6] = FILL


def write3(path, word, fill, shards=False):
    """The chunk (2, 0) is not stored. In shards of 4 by 6 there are four chunks."""
    os.makedirs(path)
    codecs = [{'name': 'vlen-bytes'}, named('zstd', level=1, checksum=False)]
    chunk = (4, 6) if shards else CHUNK
    index = [named('bytes', endian='little'), {'name': 'crc32c'}]
    sharding = named('sharding_indexed', chunk_shape=list(CHUNK), codecs=codecs, index_location='end', index_codecs=index)
    meta = {'zarr_format': 3, 'node_type': 'array', 'shape': SHAPE, 'data_type': word, 'fill_value': fill, 'codecs': [sharding] if shards else codecs,
            'chunk_grid': named('regular', chunk_shape=list(chunk)), 'chunk_key_encoding': named('default', separator='/'), 'attributes': {'of': 'bytes'}}
    with open(path + '/zarr.json', 'w', encoding='utf-8') as file:
        json.dump(meta, file)
    for outer in grid(counts(SHAPE, chunk)):
        pieces = []
        for inner in grid(counts(chunk, CHUNK)):
            box = np.full(CHUNK, FILL, object)
            part = data[tuple(slice(o * c + i * n, o * c + i * n + n) for o, c, i, n in zip(outer, chunk, inner, CHUNK))]
            box[tuple(map(slice, part.shape))] = part
            pieces.append(None if all(each == FILL for each in box.flat) else numcodecs.Zstd(1).encode(numcodecs.VLenBytes().encode(box.reshape(-1))))
        stored = shard_bytes(pieces, sharding['configuration']) if shards else pieces[0]
        if stored is not None:
            os.makedirs(os.path.dirname(name_of(path, outer)), exist_ok=True)
            with open(name_of(path, outer), 'wb') as file:
                file.write(stored)


def read3(path):
    out = np.empty([c * n for c, n in zip(counts(SHAPE, CHUNK), CHUNK)], object)
    for at in grid(counts(SHAPE, CHUNK)):
        with open(name_of(path, at), 'rb') as file:
            box = numcodecs.VLenBytes().decode(numcodecs.Zstd().decode(file.read()))
        out[tuple(slice(i * n, i * n + n) for i, n in zip(at, CHUNK))] = box.reshape(CHUNK)
    return out[:SHAPE[0], :SHAPE[1]]


def same_hdf5(path):
    with h5py.File(path) as f:
        told.check(all(bytes(f['A'][at]) == data[at] for at in np.ndindex(SHAPE)), 'has other bytes')
        told.check(h5py.check_vlen_dtype(f['A'].dtype) == np.uint8 and f['A'].attrs['of'] in ('bytes', b'bytes'), f'is of type {f["A"].dtype}')


def same_second(path):
    read = zarr.open(path, 'r')
    told.check(all(read[at] == data[at] for at in np.ndindex(SHAPE)), 'has other bytes')
    told.check(read.filters[0] == numcodecs.VLenBytes(), 'has another codec')


for word, fill in ('variable_length_bytes', 'AGZpbGz/'), ({'name': 'bytes', 'configuration': {}}, list(FILL)):
    shutil.rmtree('third.zarr', ignore_errors=True)
    write3('third.zarr', word, fill)
    for ranks in 1, 2:
        told.copies(ranks, 'third.zarr', 'out/b.zarr')
        if told.code == 0:
            made = metadata('out/b.zarr')
            told.check(made['data_type'] == word and made['fill_value'] == fill and made['attributes'] == {'of': 'bytes'}, f'metadata became {made}')
            told.check(np.array_equal(read3('out/b.zarr'), data), 'has other bytes')
    told.copies(1, 'third.zarr', 'out/b.h5:/A')
    if told.code == 0:
        same_hdf5('out/b.h5')
    told.copies(1, 'third.zarr', 'out/b.nc:/A')
    if told.code == 0:
        with netCDF4.Dataset('out/b.nc') as f:
            told.check(all(f['A'][at].tobytes() == data[at] for at in np.ndindex(SHAPE)), 'has other bytes in netCDF')
    told.copies(1, 'third.zarr', 'out/b.zarr', '--as', 'zarr2')
    if told.code == 0:
        same_second('out/b.zarr')

write3('shards.zarr', 'variable_length_bytes', 'AGZpbGz/', shards=True)
told.copies(1, 'shards.zarr', 'out/b.zarr', code=4)
told.says('shards, which texts get none of')
told.check(told.code == 4 and np.array_equal(read3('out/b.zarr'), data), 'has other bytes')

second = zarr.open('second.zarr', 'w', shape=SHAPE, chunks=CHUNK, dtype=object, object_codec=numcodecs.VLenBytes())
second[...] = data
second.attrs['of'] = 'bytes'
told.copies(2, 'second.zarr', 'out/b.zarr')
if told.code == 0:
    same_second('out/b.zarr')
told.copies(1, 'second.zarr', 'out/b.zarr', '--as', 'zarr3', '--compress', 'zstd:1')
if told.code == 0:
    told.check(np.array_equal(read3('out/b.zarr'), data) and metadata('out/b.zarr')['data_type'] == 'variable_length_bytes', 'has other bytes')

with h5py.File('in.h5', 'w') as f:
    made = f.create_dataset('A', SHAPE, h5py.vlen_dtype(np.uint8), chunks=CHUNK)
    made.attrs['of'] = 'bytes'
    for at in np.ndindex(SHAPE):
        made[at] = np.frombuffer(data[at], 'u1')
    f.create_dataset('words', (3,), h5py.vlen_dtype(np.int16))
told.copies(1, 'in.h5:/A', 'out/b.zarr', '--as', 'zarr3', '--compress', 'zstd:1')
if told.code == 0:
    told.check(np.array_equal(read3('out/b.zarr/A'), data), 'has other bytes')
told.copies(1, 'in.h5:/A', 'out/c.h5:/A')
if told.code == 0:
    same_hdf5('out/c.h5')

told.refuses('are sequences of bytes of any length; only iocopy to an HDF5 file or a Zarr store copies those', 1, 'third.zarr', 'out/a.npy')
told.refuses('only iocopy to an HDF5 file copies those', 1, 'in.h5:/words', 'out/b.zarr')
shutil.rmtree('third.zarr')
write3('third.zarr', 'variable_length_bytes', 'no base64')
told.refuses('its fill value "no base64" is none of type "variable_length_bytes"', 1, 'third.zarr', 'out/b.zarr')

told.end('sequences of bytes were copied')
