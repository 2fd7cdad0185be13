# SPDX-License-Identifier: BSD-3-Clause
"""Zarr 3 in a few lines, for Debian's zarr-python knows an older draft of it: arrays in chunks or shards are read and written."""
import gzip
import itertools
import json
import os
import struct

import numcodecs
import numpy as np

MISSING = 2**64 - 1


def crc32c(data):
    crc = 0xffffffff
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
    return crc ^ 0xffffffff


assert crc32c(b'123456789') == 0xe3069283


def grid(shape):
    return itertools.product(*map(range, shape))


def counts(shape, chunk):
    return [-(-extent // length) for extent, length in zip(shape, chunk)]


def codec(codecs, name):
    return next((each.get('configuration', {}) for each in codecs if each['name'] == name), None)


def extension_of(name, settings):
    """The types of zarr-python 3.1 that have settings."""
    if name in ('numpy.datetime64', 'numpy.timedelta64'):
        return np.dtype(f"{name[6:]}[{settings['scale_factor']}{settings['unit']}]")
    kind, bytes_of_one = {'null_terminated_bytes': ('S', 1), 'raw_bytes': ('V', 1), 'fixed_length_utf32': ('U', 4)}[name]
    return np.dtype(f"{kind}{settings['length_bytes'] // bytes_of_one}")


def dtype_of(word):
    if isinstance(word, dict):
        return extension_of(word['name'], word['configuration'])
    if word == 'string':
        return np.dtype(object)
    return np.dtype(f'V{int(word[1:]) // 8}') if word[0] == 'r' else np.dtype(word)


def fill_of(value, dtype):
    if dtype.kind == 'O':
        return value
    if dtype.kind in 'SV' or value is None:
        return np.zeros((), dtype)
    if dtype.kind in 'Mm':
        return np.array('NaT', dtype) if value == 'NaT' else np.array(int(value), 'i8').view(dtype)
    if dtype.kind == 'U':
        return np.array(value, dtype)
    if isinstance(value, list):
        return np.array(complex(*map(float, value)), dtype)
    if isinstance(value, str) and value.startswith('0x'):
        return np.frombuffer(bytes.fromhex(value[2:])[::-1], dtype.newbyteorder('<'))[0]
    return np.array(float(value) if isinstance(value, str) else value).astype(dtype)


def decode(data, codecs, dtype, shape):
    for each in reversed(codecs):
        if each['name'] == 'crc32c':
            assert struct.unpack('<I', data[-4:])[0] == crc32c(data[:-4]), 'crc32c'
            data = data[:-4]
        elif each['name'] in ('gzip', 'zstd', 'blosc'):
            data = {'gzip': gzip.decompress, 'zstd': numcodecs.Zstd().decode, 'blosc': numcodecs.Blosc().decode}[each['name']](data)
    if dtype.kind not in 'SVO':
        dtype = dtype.newbyteorder('>' if codec(codecs, 'bytes').get('endian') == 'big' else '<')
    order = codec(codecs, 'transpose')
    order = order['order'] if order else list(range(len(shape)))
    elements = numcodecs.VLenUTF8().decode(data) if dtype.kind == 'O' else np.frombuffer(data, dtype)
    return elements.reshape([shape[d] for d in order]).transpose(np.argsort(order))


def metadata(path):
    with open(path + '/zarr.json') as file:
        return json.load(file)


def index_of(data, shard, count):
    """Of a shard's inner chunks: where each begins, and how long it is."""
    size = 16 * int(np.prod(count)) + 4
    raw = data[:size] if shard['index_location'] == 'start' else data[-size:]
    assert struct.unpack('<I', raw[-4:])[0] == crc32c(raw[:-4]), 'crc32c of an index'
    return np.frombuffer(raw[:-4], '<u8').reshape(-1, 2)


def read(path):
    meta = metadata(path)
    assert meta['zarr_format'] == 3 and meta['node_type'] == 'array'
    shape, chunk = meta['shape'], meta['chunk_grid']['configuration']['chunk_shape']
    dtype = dtype_of(meta['data_type'])
    keys = meta['chunk_key_encoding']['configuration']['separator']
    out = np.full([c * n for c, n in zip(counts(shape, chunk), chunk)], fill_of(meta['fill_value'], dtype), dtype)
    for at in grid(counts(shape, chunk)):
        name = path + '/' + keys.join(['c', *map(str, at)])
        if not os.path.exists(name):
            continue
        with open(name, 'rb') as file:
            data = file.read()
        shard = codec(meta['codecs'], 'sharding_indexed')
        inner = shard['chunk_shape'] if shard else chunk
        index = index_of(data, shard, counts(chunk, inner)) if shard else [(0, len(data))]
        for number, i in enumerate(grid(counts(chunk, inner))):
            offset, length = map(int, index[number])
            if offset == MISSING:
                continue
            where = tuple(slice(a * c + b * n, a * c + (b + 1) * n) for a, c, b, n in zip(at, chunk, i, inner))
            out[where] = decode(data[offset:offset + length], shard['codecs'] if shard else meta['codecs'], dtype, inner)
    return out[tuple(map(slice, shape)) or ...] # of no dimensions: still an array, with its type


def named(name, **configuration):
    return {'name': name, 'configuration': configuration}


def encoded(box, fill, order, endian):
    """A chunk through transpose, bytes, gzip and crc32c; None where it holds nothing but the fill value."""
    if box.tobytes() == np.full_like(box, fill).tobytes():
        return None
    piece = gzip.compress(box.transpose(order).astype(box.dtype.newbyteorder('>' if endian == 'big' else '<')).tobytes(), 1)
    return piece + struct.pack('<I', crc32c(piece))


def shard_of(pieces, index):
    """Pieces in reverse, with gaps between them."""
    begin = 16 * len(pieces) + 4 if index == 'start' else 0
    entries, body = [(MISSING, MISSING)] * len(pieces), b'gap'
    for number in reversed(range(len(pieces))):
        if pieces[number] is not None:
            entries[number] = (begin + len(body), len(pieces[number]))
            body += pieces[number] + b'gap'
    raw = b''.join(struct.pack('<QQ', *entry) for entry in entries)
    raw += struct.pack('<I', crc32c(raw))
    return raw + body if index == 'start' else body + raw


def write(path, data, chunk, inner=None, endian='little', fill=0, order=None, index='end', names=None):
    """In shards of this shape where there are `inner` chunks; those that hold nothing but the fill value are left out."""
    os.makedirs(path)
    order = list(range(data.ndim)) if order is None else order
    codecs = [named('transpose', order=order), named('bytes', endian=endian), named('gzip', level=1), {'name': 'crc32c'}]
    if inner:
        codecs = [named('sharding_indexed', chunk_shape=list(inner), codecs=codecs, index_location=index,
                        index_codecs=[named('bytes', endian='little'), {'name': 'crc32c'}])]
    meta = {'zarr_format': 3, 'node_type': 'array', 'shape': data.shape, 'data_type': str(data.dtype), 'fill_value': fill, 'codecs': codecs,
            'chunk_grid': named('regular', chunk_shape=list(chunk)), 'chunk_key_encoding': named('default', separator='/'), 'attributes': {}}
    with open(path + '/zarr.json', 'w') as file:
        json.dump(dict(meta, dimension_names=names) if names else meta, file)
    for at in grid(counts(data.shape, chunk)):
        pieces = []
        for i in grid(counts(chunk, inner) if inner else [1] * data.ndim):
            length = inner or chunk
            box = np.full(length, fill, data.dtype)
            where = [a * c + b * n for a, c, b, n in zip(at, chunk, i, length)]
            part = data[tuple(slice(w, w + n) for w, n in zip(where, length))]
            box[tuple(map(slice, part.shape))] = part
            pieces.append(encoded(box, fill, order, endian))
        stored = shard_of(pieces, index) if inner else pieces[0]
        if stored is not None:
            name = path + '/c' + ''.join(f'/{i}' for i in at)
            os.makedirs(os.path.dirname(name), exist_ok=True)
            with open(name, 'wb') as file:
                file.write(stored)
