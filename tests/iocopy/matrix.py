#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""iocopy over types, features, formats and numbers of ranks, drawn at random, judged by numpy, h5py, netCDF4 and zarr-python.

usage: matrix.py BINDIR FOLDER CASES [SEED [ONE-CASE]]

Each case writes a file with one of these libraries, copies it, and reads the target with the one of the target's format. It must
be the same, element by element and bit by bit, or refused: exit code 2, one line, and nothing in the target's place. Ends with a
table of what was copied and what was refused, and why, and with code 1 if anything else happened.
"""
import collections
import os
import random
import shutil
import subprocess
import sys

import h5py
import netCDF4
import numcodecs
import numpy as np
import zarr

RANKS = [1, 1, 1, 2, 3, 7]
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


# Writers: each takes the case and returns what stands on the command line, or None where its library cannot say that.

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


WRITERS = {
    'npy': write_npy, 'hdf5': write_hdf5, 'zarr2': write_zarr,
    'netcdf4': lambda rng, data, kind: write_netcdf(rng, data, kind, 'NETCDF4'),
    'cdf1': lambda rng, data, kind: write_netcdf(rng, data, kind, 'NETCDF3_CLASSIC'),
    'cdf2': lambda rng, data, kind: write_netcdf(rng, data, kind, 'NETCDF3_64BIT_OFFSET'),
    'cdf5': lambda rng, data, kind: write_netcdf(rng, data, kind, 'NETCDF3_64BIT_DATA'),
}


# Targets: the place, the options, and a reader.

def read_hdf5(path):
    with h5py.File(path) as file:
        return np.asarray(file['out'][()], dtype=file['out'].dtype), file['out'].dtype


def read_netcdf(path):
    with netCDF4.Dataset(path) as file:
        variable = next(v for name, v in file.variables.items() if name == 'out')
        variable.set_auto_maskandscale(False)
        variable.set_auto_chartostring(False)
        return np.asarray(variable[...]), variable.dtype


def read_zarr(path):
    made = zarr.open_group(path, 'r')['out']
    return made[...], made.dtype


TARGETS = {
    'npy': ('out.npy', 'out.npy', lambda path: (lambda a: (a, a.dtype))(np.load(path))),
    'hdf5': ('out.h5:/out', 'out.h5', read_hdf5),
    'netcdf4': ('out.nc:/out', 'out.nc', read_hdf5),
    'cdf': ('out.cdf:/out', 'out.cdf', read_netcdf),
    'zarr2': ('out.zarr:/out', 'out.zarr', read_zarr),
    'raw': ('out.raw', 'out.raw', None),
    'back': ('parts/', 'parts', None), # to a folder of parts, and from there to npy
    'zarr3': ('out.zarr:/out', 'out.zarr', None), # which zarr-python 2 does not read: through ours to npy
}


def draw_options(rng, target, data):
    options = ['--as', 'zarr3'] if target == 'zarr3' else []
    if target in ('hdf5', 'netcdf4', 'zarr2', 'zarr3') and data.ndim and 0 not in data.shape:
        if rng.random() < 0.6:
            options += ['--chunk', ','.join(str(rng.randint(1, extent)) for extent in data.shape)]
            if rng.random() < 0.5:
                of_hdf5 = [['--compress', 'szip:2'], ['--compress', 'szip-ec:4']] if target in ('hdf5', 'netcdf4') else []
                options += rng.choice([['--deflate', str(rng.randint(0, 9))], *of_hdf5])
                options += ['--shuffle', 'yes'] if rng.random() < 0.5 else []
            if target in ('hdf5', 'netcdf4') and rng.random() < 0.3 and '--compress' not in options:
                options += rng.choice([['--nbit', 'yes'], ['--scale-offset', 'lossless']])
            if target in ('hdf5', 'netcdf4') and rng.random() < 0.3:
                options += ['--fletcher32', 'yes']
    if target == 'npy' and rng.random() < 0.3:
        options += ['--order', 'fortran']
    if target != 'back' and target != 'npy' and rng.random() < 0.3:
        options += ['--order', 'c']
    if target == 'raw' and rng.random() < 0.3:
        options += ['--byte-order', 'big']
    if target == 'back':
        stars = ','.join(['block'] + ['*'] * (data.ndim - 1)) if data.ndim else ''
        options += ['--to', f'({stars})']
    if rng.random() < 0.3:
        options += ['--memory', rng.choice(['2MiB', '4MiB', '32MiB'])]
    if rng.random() < 0.3:
        options += ['--verify']
    if rng.random() < 0.2:
        options += ['--mpi-io', rng.choice(['ompio', 'romio'])]
    return options


def run(words, ranks):
    launched = ['local-mpirun', '-n', str(ranks)] if ranks > 1 else []
    return subprocess.run(launched + words, capture_output=True, text=True, timeout=120)


def same(source, kind, read, dtype, nameless=False):
    """Equal bit by bit, but for byte order, padding between fields, and what stands behind a text's end; `nameless`: through a
    format without fields."""
    if kind == 'text':
        plain = [x.decode() if isinstance(x, bytes) else x for x in np.ravel(read)]
        return source.shape == read.shape and plain == list(np.ravel(source))
    if kind == 'lists':
        return source.shape == read.shape and all(np.array_equal(a, b) for a, b in zip(np.ravel(source), np.ravel(read)))
    if source.dtype.kind == 'S' and read.dtype.kind == 'S' and read.dtype.itemsize == 1 and read.ndim == source.ndim + 1:
        read = np.ascontiguousarray(read).view(f'S{read.shape[-1]}').reshape(source.shape) # netCDF's characters
    if source.shape != read.shape:
        return False
    if source.dtype.names and nameless:
        return not read.dtype.names and source.tobytes() == read.tobytes()
    if source.dtype.names:
        names = [n for n in read.dtype.names or () if n in source.dtype.names or read.dtype[n].kind != 'V'] # without Zarr's padding
        return list(source.dtype.names) == names and all(same(source[n], None, read[n], None) for n in source.dtype.names)
    native = source.dtype.newbyteorder('=')
    if native.kind == 'M' and read.dtype.kind == 'i': # dates are the integers that they are stored as, but for Zarr and npy
        native = np.dtype('i8')
    if native != read.dtype.newbyteorder('='):
        return False
    plain, other = source.astype(native), read.astype(native)
    if native == np.longdouble: # ten bytes of sixteen mean something
        return np.array_equal(plain, other)
    return plain.tobytes() == other.tobytes()


def judge_raw(source, options):
    order = '>' if '--byte-order' in options else '='
    with open('out.raw', 'rb') as file:
        written = file.read()
    if source.dtype.names:
        return source.tobytes() == written
    return source.astype(source.dtype.newbyteorder(order)).tobytes() == written


def stored_by_columns(place):
    """Whether the source says that its first index is the fastest."""
    if place.endswith('.npy'):
        return np.isfortran(np.load(place, allow_pickle=True))
    return place.startswith('in.zarr') and zarr.open_group('in.zarr', 'r')['g/a'].order == 'F'


def judge_back(place, source, kind, nameless=False):
    """For what only iocopy reads: through it, to npy."""
    done = run(['iocopy', place, 'again.npy', '-q'], 1)
    if done.returncode != 0:
        return 'read back: ' + done.stderr.strip()
    return None if same(source, kind, np.load('again.npy'), None, nameless) else 'read back: other elements'


def judge(target, place, file, source, kind, options):
    if target in ('hdf5', 'netcdf4', 'cdf', 'raw') and '--order' not in options and stored_by_columns(place):
        source = source.T # a Fortran array: these list its dimensions in reverse, or not at all
    if target in ('back', 'zarr3'):
        return judge_back(TARGETS[target][0], source, kind, target == 'back')
    if target == 'raw':
        return None if judge_raw(source, options) else 'other bytes'
    try:
        read, dtype = TARGETS[target][2](file)
    except OSError as error:
        if 'filter' not in str(error): # one that iocopy kept, and that h5py has no plugin for
            return str(error)
        return judge_back(TARGETS[target][0], source, kind)
    return None if same(source, kind, read, dtype) else f'{source.dtype}{source.shape} became {dtype}{read.shape}'


def one_case(number, seed):
    """What was tried (source, target, type) and how it ended: 'ok', 'refused: why', 'wrong: what', or None where no library can."""
    rng = random.Random(f'{seed} {number}')
    shutil.rmtree('case', ignore_errors=True)
    os.mkdir('case')
    os.chdir('case')
    try:
        kind = draw_type(rng)
        shape = draw_shape(rng)
        most = 31 if isinstance(kind, str) and kind != 'S1' else 8 # of 32: numpy counts fields that are arrays, too, netCDF4 characters
        data = values(rng, kind, shape[:most])
        form = rng.choice(list(WRITERS))
        place = WRITERS[form](rng, data, kind)
        if place is None:
            return None
        target = rng.choice(list(TARGETS))
        name, file, _ = TARGETS[target]
        options = draw_options(rng, target, data)
        ranks = rng.choice(RANKS)
        loses_fields = bool(data.dtype.names) and target in ('raw', 'back')
        words = ['iocopy', place, name] + options + ([] if loses_fields else ['-q'])
        tried = (form, target, kind if isinstance(kind, str) else 'struct' + str(len(str(kind))))
        said = f'case {number}: {ranks} ranks: {" ".join(words)} ({data.dtype} {data.shape})'
        done = run(words, ranks)
        text = done.stderr.strip()
        if done.returncode == 2:
            left = [entry for entry in os.listdir('.') if entry.startswith(('out', 'parts'))]
            if left or len(text.splitlines()) != 1 or not text.startswith('iocopy: '):
                return tried, f'wrong: refused with {left} left and {len(text.splitlines())} lines: {text}', said
            return tried, 'refused: ' + text[len('iocopy: '):], said
        if done.returncode != 0:
            return tried, f'wrong: code {done.returncode}: {text}', said
        if loses_fields and 'the fields of its elements (' not in text:
            return tried, f'wrong: lost fields without a word: {text}', said
        fault = judge(target, place, file, data, kind, options)
        return tried, 'ok' if fault is None else 'wrong: ' + fault, said
    finally:
        os.chdir('..')


def main():
    bin_folder, folder, cases = os.path.realpath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    seed = sys.argv[4] if len(sys.argv) > 4 else '1'
    here = os.path.dirname(os.path.realpath(__file__))
    os.environ['PATH'] = ':'.join([bin_folder, os.path.join(here, '../../share/bin'), os.environ['PATH']])
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    os.chdir(folder)
    counts, reasons, wrong, number = collections.Counter(), collections.Counter(), 0, 0
    if len(sys.argv) > 5:
        number, cases = int(sys.argv[5]) - 1, 1
    while sum(counts.values()) < cases:
        number += 1
        ended = one_case(number, seed)
        if ended is None:
            continue
        (form, target, kind), end, said = ended
        counts[(form, target, end.split(':')[0])] += 1
        if end.startswith('refused'):
            reasons[(kind, form, target, end)] += 1
        elif end.startswith('wrong'):
            wrong += 1
            print(said, '   ' + end, sep='\n', flush=True)
    for (kind, form, target, end), times in sorted(reasons.items(), key=str):
        print(f'{times:4} {kind:8} {form:8} -> {target:8} {end}')
    ends = collections.Counter(end for (_, _, end), times in counts.items() for _ in range(times))
    print(f'{sum(counts.values())} cases: ' + ', '.join(f'{times} {end}' for end, times in sorted(ends.items())))
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
