# SPDX-License-Identifier: BSD-3-Clause
"""Codecs of Zarr 3 one after the other, for Debian's zarr-python knows none of these: from the specifications of the codecs
transpose, bytes, gzip, crc32c and sharding_indexed (zarr-specs.readthedocs.io, v3/codecs), which may lie within each other."""
import gzip
import json
import os
import struct

import numpy as np

from zarr3 import MISSING, counts, crc32c, dtype_of, grid, metadata, named

BYTES = named('bytes', endian='little')
CRC = {'name': 'crc32c'}


def shards(chunk, *codecs, index='end', index_codecs=(BYTES, CRC)):
    return named('sharding_indexed', chunk_shape=list(chunk), codecs=list(codecs), index_location=index, index_codecs=list(index_codecs))


def shard_of(box, settings):
    """Of its chunks those that hold nothing but zeros are left out."""
    pieces = []
    for at in grid(counts(box.shape, settings['chunk_shape'])):
        piece = box[tuple(slice(i * n, i * n + n) for i, n in zip(at, settings['chunk_shape']))]
        pieces.append(encoded(piece, settings['codecs']) if piece.any() else None)
    return shard_bytes(pieces, settings)


def shard_bytes(pieces, settings):
    """Pieces in reverse, with gaps between them."""
    length = len(encoded(np.zeros((2 * len(pieces),), '<u8'), settings['index_codecs']))
    first = settings['index_location'] == 'start'
    body, entries = b'gap', [(MISSING, MISSING)] * len(pieces)
    for number in reversed(range(len(pieces))):
        if pieces[number] is not None:
            entries[number] = (len(body) + (length if first else 0), len(pieces[number]))
            body += pieces[number] + b'gap'
    index = encoded(np.array(entries, '<u8').reshape(-1), settings['index_codecs'])
    return index + body if first else body + index


def encoded(box, codecs):
    data = box
    for each in codecs:
        settings = each.get('configuration', {})
        if each['name'] == 'transpose':
            data = data.transpose(settings['order'])
        elif each['name'] == 'sharding_indexed':
            data = shard_of(data, settings)
        elif each['name'] == 'bytes':
            data = data.astype(data.dtype.newbyteorder('>' if settings.get('endian') == 'big' else '<')).tobytes()
        elif each['name'] == 'gzip':
            data = gzip.compress(data, 1)
        else:
            data += struct.pack('<I', crc32c(data))
    return data


def unsharded(data, settings, dtype, shape):
    along = counts(shape, settings['chunk_shape'])
    size = len(encoded(np.zeros((2 * int(np.prod(along)),), '<u8'), settings['index_codecs']))
    index = data[:size] if settings['index_location'] == 'start' else data[len(data) - size:]
    entries = decoded(index, settings['index_codecs'], np.dtype('u8'), (int(np.prod(along)), 2))
    box = np.zeros(shape, dtype)
    for at, (offset, length) in zip(grid(along), entries.tolist()):
        if offset != MISSING:
            where = tuple(slice(i * n, i * n + n) for i, n in zip(at, settings['chunk_shape']))
            box[where] = decoded(data[offset:offset + length], settings['codecs'], dtype, settings['chunk_shape'])
    return box


def decoded(data, codecs, dtype, shape):
    shapes = [list(shape)]
    for each in codecs:
        shapes.append([shapes[-1][d] for d in each['configuration']['order']] if each['name'] == 'transpose' else shapes[-1])
    for each, form in zip(reversed(codecs), reversed(shapes[1:])):
        settings = each.get('configuration', {})
        if each['name'] == 'transpose':
            data = data.transpose(np.argsort(settings['order']))
        elif each['name'] == 'sharding_indexed':
            data = unsharded(data, settings, dtype, form)
        elif each['name'] == 'bytes':
            data = np.frombuffer(data, dtype.newbyteorder('>' if settings.get('endian') == 'big' else '<')).reshape(form)
        elif each['name'] == 'gzip':
            data = gzip.decompress(data)
        else:
            assert struct.pack('<I', crc32c(data[:-4])) == data[-4:], 'crc32c'
            data = data[:-4]
    return data


def name_of(path, at):
    return path + '/c' + ''.join(f'/{i}' for i in at)


def write(path, data, chunk, *codecs):
    os.makedirs(path)
    meta = {'zarr_format': 3, 'node_type': 'array', 'shape': data.shape, 'data_type': str(data.dtype), 'fill_value': 0, 'codecs': codecs,
            'chunk_grid': named('regular', chunk_shape=list(chunk)), 'chunk_key_encoding': named('default', separator='/'), 'attributes': {}}
    with open(path + '/zarr.json', 'w', encoding='utf-8') as file:
        json.dump(meta, file)
    for at in grid(counts(data.shape, chunk)):
        box = np.zeros(chunk, data.dtype)
        part = data[tuple(slice(i * n, i * n + n) for i, n in zip(at, chunk))]
        box[tuple(map(slice, part.shape))] = part
        os.makedirs(os.path.dirname(name_of(path, at)), exist_ok=True)
        with open(name_of(path, at), 'wb') as file:
            file.write(encoded(box, codecs))


def read(path):
    meta = metadata(path)
    chunk, dtype = meta['chunk_grid']['configuration']['chunk_shape'], dtype_of(meta['data_type'])
    out = np.zeros([c * n for c, n in zip(counts(meta['shape'], chunk), chunk)], dtype)
    for at in grid(counts(meta['shape'], chunk)):
        if os.path.exists(name_of(path, at)):
            with open(name_of(path, at), 'rb') as file:
                out[tuple(slice(i * n, i * n + n) for i, n in zip(at, chunk))] = decoded(file.read(), meta['codecs'], dtype, chunk)
    return out[tuple(map(slice, meta['shape']))]
