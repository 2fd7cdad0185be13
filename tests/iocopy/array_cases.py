# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of all types and ranks, and files of all formats that hold them, drawn at random and written by the libraries of others."""
import os

import h5py
import netCDF4
import numcodecs
import numpy as np
import zarr

import zarr3

NUMBERS = ['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f4', 'f8']
PAIR = [('x', '<f8'), ('n', '<i4')]
PADDED = {'names': ['a', 'b'], 'formats': ['<i2', '<f8'], 'offsets': [0, 8], 'itemsize': 24}
SUBARRAY = [('v', '<f4', (3,)), ('k', '|u1')]
NESTED = [('é', '>i2'), ('n', [('x', '<c8'), ('t', '?')], (2,)), ("it's", 'S3')]
OTHERS = ['?', 'f2', 'c8', 'c16', 'f16', 'S5', 'S1', 'V3', 'M8[s]', 'U4', PAIR, PADDED, SUBARRAY, NESTED, 'enum', 'text', 'lists']


def draw_type(rng):
    if rng.random() < 0.5:
        return rng.choice('<>') + rng.choice(NUMBERS)
    kind = rng.choice(OTHERS)
    return rng.choice('<>') + kind if kind in ('f2', 'c8', 'c16', 'M8[s]', 'U4') else kind


def draw_shape(rng):
    if rng.random() < 0.04: # more than Fortran has
        return tuple(rng.choice([1, 1, 2]) for _ in range(rng.randint(16, 31)))
    dims = rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])
    return tuple(rng.choice([1, 2, 3, 5, 8, 13, 30]) for _ in range(dims)) if rng.random() < 0.95 else (0,) + (3,) * max(0, dims - 1)


def values(rng, kind, shape):
    """Elements that fill the whole range of their type, NaN, infinities and negative zero among numbers."""
    if kind == 'enum':
        return np.array([rng.choice([0, 1, 7]) for _ in range(int(np.prod(shape)))], dtype='i4').reshape(shape)
    if kind in ('text', 'lists'):
        made = np.empty(int(np.prod(shape)), dtype=object)
        for i in range(made.size):
            made[i] = 'é' * rng.randrange(5) + str(i) if kind == 'text' else np.arange(rng.randrange(4), dtype='i4')
        return made.reshape(shape)
    dtype = np.dtype(kind)
    if dtype.kind == '?' or dtype.kind == 'b':
        return (np.array([rng.randrange(2) for _ in range(int(np.prod(shape)))]) == 1).reshape(shape)
    if dtype.kind == 'U':
        return np.array([rng.choice(['', 'é', 'abcd']) for _ in range(int(np.prod(shape)))], dtype=dtype).reshape(shape)
    if dtype.kind == 'S':
        return np.array([rng.choice([b'', b'a', b'xyz']) for _ in range(int(np.prod(shape)))], dtype=dtype).reshape(shape)
    if dtype.itemsize == 16 and dtype.kind == 'f' or dtype.names:
        made = np.zeros(shape, dtype)
        for name in dtype.names or [None]:
            part = made if name is None else made[name]
            if name is not None:
                part[...] = values(rng, part.dtype, part.shape)
            else:
                part[...] = np.array([rng.randrange(100) for _ in range(part.size)]).reshape(part.shape)
        return made
    size = int(np.prod(shape))
    made = np.frombuffer(rng.randbytes(size * dtype.itemsize), dtype).reshape(shape).copy()
    if dtype.kind == 'f' and size > 2:
        made.flat[0], made.flat[1], made.flat[2] = np.nan, -0.0, np.inf
    return made


# Writers: each takes the case and returns what stands on the command line (a name, or a list of words), or None where its library
# cannot say that.

def chunks_of(rng, shape):
    return tuple(rng.randint(1, extent) for extent in shape) if shape and 0 not in shape else None


def write_npy(rng, data, kind):
    if data.dtype == object:
        return None
    np.save('in.npy', np.asfortranarray(data) if data.ndim > 1 and rng.random() < 0.3 else data)
    return 'in.npy'


def hdf5_type(data, kind):
    if kind == 'enum':
        return h5py.enum_dtype({'ZERO': 0, 'ONE': 1, 'SEVEN': 7}, basetype='i4')
    if kind == 'text':
        return h5py.string_dtype()
    return h5py.vlen_dtype('i4') if kind == 'lists' else data.dtype


def write_hdf5(rng, data, kind):
    if data.dtype.kind in 'MU' or kind == 'lists' and data.ndim == 0: # h5py has no words for these
        return None
    options = {}
    chunks = chunks_of(rng, data.shape)
    if chunks and rng.random() < 0.7:
        options['chunks'] = chunks
        filters = [{}, {'compression': 'gzip', 'shuffle': True}, {'fletcher32': True}, {'compression': 'lzf'}]
        if data.dtype.kind in 'iu' and data.dtype.itemsize > 1 and kind != 'enum':
            filters.append({'scaleoffset': 0})
        if data.dtype.kind in 'iuf':
            filters.append({'compression': 'szip'} if 'szip' in h5py.filters.encode else {'compression': 'gzip'})
        options.update(rng.choice(filters))
        if rng.random() < 0.3:
            options['maxshape'] = (None,) * data.ndim
    with h5py.File('in.h5', 'w', libver=rng.choice(['earliest', 'latest'])) as file:
        try:
            made = file.create_dataset('deep/er', data.shape, dtype=hdf5_type(data, kind), **options)
        except (ValueError, TypeError, OSError):
            return None
        if kind == 'lists': # h5py takes equal lengths for one more dimension
            for index in np.ndindex(data.shape):
                made[index] = data[index]
        elif data.size:
            made[...] = data
    return 'in.h5:/deep/er'


def write_netcdf(rng, data, kind, form):
    if data.dtype.names or kind in ('enum', 'lists') or data.dtype.kind not in 'iufSO' or data.dtype.itemsize == 16:
        return None
    if kind == 'text' or data.dtype == 'f2' or 0 in data.shape or data.dtype.kind == 'S' and kind != 'S1':
        return None
    name = 'in.nc' if form == 'NETCDF4' else 'in.cdf'
    with netCDF4.Dataset(name, 'w', format=form) as file:
        file.set_auto_maskandscale(False)
        record = form != 'NETCDF4' and data.ndim > 0 and rng.random() < 0.3
        for i, extent in enumerate(data.shape):
            file.createDimension(f'd{i}', None if record and i == 0 else extent)
        try:
            order = {'<': 'little', '>': 'big'}.get(data.dtype.byteorder, 'native') if form == 'NETCDF4' else 'native'
            made = file.createVariable('v', data.dtype.newbyteorder('='), [f'd{i}' for i in range(data.ndim)], endian=order if data.dtype.itemsize > 1 else 'native',
                                       zlib=form == 'NETCDF4' and data.ndim > 0 and rng.random() < 0.4)
        except (TypeError, RuntimeError, ValueError):
            return None
        if record: # a second one, so that records have padding
            file.createVariable('other', 'i1', ['d0'])[:] = np.arange(data.shape[0]) % 100
        made.set_auto_maskandscale(False)
        made[...] = data
    return name + ':/v'


def write_zarr(rng, data, kind):
    if data.dtype == object or data.dtype.names in (('v', 'k'), ('a', 'b')): # no fields of arrays, no room between fields
        return None
    compressor = rng.choice([None, numcodecs.Zlib(1), numcodecs.GZip(1), numcodecs.BZ2(1), numcodecs.Zstd(1), numcodecs.LZ4(),
                             numcodecs.Blosc('zstd', shuffle=2), numcodecs.Blosc('lz4')])
    group = zarr.open_group('in.zarr', mode='w')
    try:
        made = group.create_dataset('g/a', shape=data.shape, chunks=chunks_of(rng, data.shape) or tuple(max(1, n) for n in data.shape), dtype=data.dtype,
                                    compressor=compressor, order=rng.choice('CF'), dimension_separator=rng.choice('./'),
                                    fill_value=0 if data.dtype.kind in 'iuf' else None)
    except (TypeError, ValueError):
        return None
    made[...] = data
    return 'in.zarr:/g/a'


RAW_NAMES = {'i1': 'int8', 'u1': 'uint8', 'i2': 'int16', 'u2': 'uint16', 'i4': 'int32', 'u4': 'uint32', 'i8': 'int64', 'u8': 'uint64',
             'f4': 'float32', 'f8': 'float64', 'c8': 'complex64', 'c16': 'complex128', 'V3': 'bytes(3)'}


def write_raw(rng, data, kind):
    """Elements behind a header, with either byte first; Fortran's declaration of the same bytes has the dimensions in reverse."""
    name = RAW_NAMES.get(data.dtype.str[1:])
    if name is None or kind == 'enum' or data.ndim == 0 or 0 in data.shape:
        return None
    header = rng.choice([0, 0, 1, 40, 5000])
    with open('in.raw', 'wb') as file:
        file.write(rng.randbytes(header) + data.tobytes())
    words = ['in.raw', '--array', f'{name} A' + ''.join(f'[{extent}]' for extent in data.shape)]
    if header:
        words += ['--header', str(header)]
    return words + (['--byte-order', 'big' + rng.choice(['', ',native'])] if data.dtype.byteorder == '>' else [])


def draw_shard(rng, inner):
    """Up to three inner chunks along each dimension, and no more in all than an index can list in a moment."""
    shard, count = [], 1
    for extent in inner:
        times = rng.randint(1, 3)
        times = times if count * times <= 4096 else 1
        count *= times
        shard.append(extent * times)
    return tuple(shard)


def write_zarr3(rng, data, kind):
    if data.dtype.names or kind in ('enum', 'text', 'lists') or data.dtype.kind not in 'iuf' or data.dtype.itemsize == 16 or 0 in data.shape:
        return None
    inner = chunks_of(rng, data.shape) or ()
    shard = draw_shard(rng, inner) if data.ndim else ()
    plain = data.ndim == 0 or rng.random() < 0.4
    endian = 'big' if data.dtype.byteorder == '>' else 'little'
    order = list(range(data.ndim))
    rng.shuffle(order)
    os.makedirs('in.zarr/g')
    with open('in.zarr/zarr.json', 'w') as group, open('in.zarr/g/zarr.json', 'w') as deeper:
        for file in (group, deeper):
            file.write('{"zarr_format": 3, "node_type": "group", "attributes": {}}')
    zarr3.write('in.zarr/g/a', data.astype(data.dtype.newbyteorder('=')), inner if plain else shard, None if plain else inner, endian,
                rng.choice([0, 7]), order if rng.random() < 0.5 else None, rng.choice(['start', 'end']))
    return 'in.zarr:/g/a'


WRITERS = {
    'raw': write_raw, 'zarr3': write_zarr3,
    'npy': write_npy, 'hdf5': write_hdf5, 'zarr2': write_zarr,
    'netcdf4': lambda rng, data, kind: write_netcdf(rng, data, kind, 'NETCDF4'),
    'cdf1': lambda rng, data, kind: write_netcdf(rng, data, kind, 'NETCDF3_CLASSIC'),
    'cdf2': lambda rng, data, kind: write_netcdf(rng, data, kind, 'NETCDF3_64BIT_OFFSET'),
    'cdf5': lambda rng, data, kind: write_netcdf(rng, data, kind, 'NETCDF3_64BIT_DATA'),
}
