#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""iocopy over types, features, formats and numbers of ranks, drawn at random, judged by numpy, h5py, netCDF4 and zarr-python.

usage: matrix.py BINDIR FOLDER CASES [SEED [ONE-CASE]]

Each case writes a file with one of these libraries, copies its array or a section of it, in some to a file that holds another already,
and reads the target with the library of the target's format. It must be the same, element by element and bit by bit, or refused: exit
code 2, one line, and nothing in the target's place. What was refused, and why, is listed. Whole files: file_matrix.py.
"""
import os

import h5py
import netCDF4
import numpy as np
import zarr

import zarr3
from array_cases import WRITERS, draw_shape, draw_type, values
from copy_cases import MADE, RANKS, Untried, main, refusal, run_here


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
    'zarr3': ('out.zarr:/out', 'out.zarr', lambda path: (lambda a: (a, a.dtype))(zarr3.read(path + '/out'))),
    'back': ('parts/', 'parts', None), # to a folder of parts, and from there to npy
}


def draw_chunks(rng, target, shape):
    chunk = [rng.randint(1, extent) for extent in shape]
    options = ['--chunk', ','.join(map(str, chunk))]
    if target == 'zarr3' and rng.random() < 0.5:
        options += ['--shard', ','.join(str(n * rng.randint(1, 3)) for n in chunk)]
    if rng.random() < 0.5:
        of_hdf5 = [['--compress', 'szip:2'], ['--compress', 'szip-ec:4']] if target in ('hdf5', 'netcdf4') else []
        options += rng.choice([['--deflate', str(rng.randint(0, 9))], *of_hdf5])
        options += ['--shuffle', 'yes'] if rng.random() < 0.5 else []
    if target in ('hdf5', 'netcdf4') and rng.random() < 0.3 and '--compress' not in options:
        options += rng.choice([['--nbit', 'yes'], ['--scale-offset', 'lossless']])
    if target in ('hdf5', 'netcdf4') and rng.random() < 0.3:
        options += ['--fletcher32', 'yes']
    return options


def draw_section(rng, shape):
    """As numpy's slices, and as the option says them: brackets are C's, with the end that is not part of it."""
    slices = []
    for extent in shape:
        first = rng.randrange(extent)
        slices.append(slice(first, rng.randint(first + 1, extent), rng.choice([1, 1, 2, 3])))
    return tuple(slices), ','.join(f'{s.start}:{s.stop}:{s.step}' for s in slices)


def draw_options(rng, target, shape):
    options = ['--as', target] if target.startswith('zarr') else []
    if target in ('hdf5', 'netcdf4', 'zarr2', 'zarr3') and shape and 0 not in shape and rng.random() < 0.6:
        options += draw_chunks(rng, target, shape)
    if target == 'npy' and rng.random() < 0.3:
        options += ['--order', 'fortran']
    if target != 'back' and target != 'npy' and rng.random() < 0.3:
        options += ['--order', 'c']
    if target == 'raw' and rng.random() < 0.3:
        options += ['--byte-order', 'big']
    if target == 'back':
        stars = ','.join(['block'] + ['*'] * (len(shape) - 1)) if shape else ''
        options += ['--to', f'({stars})']
    if rng.random() < 0.3:
        options += ['--memory', rng.choice(['2MiB', '4MiB', '32MiB'])]
    if rng.random() < 0.3:
        options += ['--verify']
    if rng.random() < 0.2:
        options += ['--mpi-io', rng.choice(['ompio', 'romio'])]
    return options


def same(source, kind, read, dtype, nameless=False):
    """Equal bit by bit, but for byte order, padding between fields, and what stands behind a text's end; `nameless`: through a
    format without fields."""
    if kind == 'text' or source.dtype.kind == 'U' and read.dtype.kind == 'O': # HDF5 has texts of any length for numpy's
        plain = [x.decode() if isinstance(x, bytes) else x for x in np.ravel(read)]
        return source.shape == read.shape and plain == list(np.ravel(source))
    if kind == 'lists':
        return source.shape == read.shape and all(np.array_equal(a, b) for a, b in zip(np.ravel(source), np.ravel(read)))
    if source.dtype.kind == 'S' and read.dtype.kind == 'S' and read.dtype.itemsize == 1 and read.ndim == source.ndim + 1:
        read = np.ascontiguousarray(read).view(f'S{read.shape[-1]}').reshape(source.shape) # netCDF's characters
    if source.shape != read.shape:
        return False
    if source.dtype.names and nameless:
        read = None if read.dtype.names else np.frombuffer(read.tobytes(), source.dtype).reshape(source.shape)
        return read is not None and same(source, kind, read, read.dtype)
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
        return len(written) == source.nbytes and same(source, None, np.frombuffer(written, source.dtype).reshape(source.shape), None)
    return source.astype(source.dtype.newbyteorder(order)).tobytes() == written


def stored_by_columns(place):
    """Whether the source says that its first index is the fastest."""
    if place.endswith('.npy'):
        return np.isfortran(np.load(place, allow_pickle=True))
    if place == 'in.zarr:/g/a' and os.path.exists('in.zarr/g/a/zarr.json'):
        codecs = zarr3.metadata('in.zarr/g/a')['codecs']
        codecs = (zarr3.codec(codecs, 'sharding_indexed') or {'codecs': codecs})['codecs']
        order = zarr3.codec(codecs, 'transpose')['order']
        return len(order) > 1 and order == sorted(order, reverse=True)
    return place.startswith('in.zarr') and zarr.open_group('in.zarr', 'r')['g/a'].order == 'F'


def judge_back(place, source, kind, nameless=False):
    """For what only iocopy reads: through it, to npy."""
    done = run_here([place, 'again.npy', '-q'])
    if done.returncode not in MADE:
        return 'read back: ' + done.stderr.strip()
    return None if same(source, kind, np.load('again.npy'), None, nameless) else 'read back: other elements'


def judge(target, place, file, source, kind, options):
    if target in ('hdf5', 'netcdf4', 'cdf', 'raw') and '--order' not in options and stored_by_columns(place):
        source = source.T # a Fortran array: these list its dimensions in reverse, or not at all
    if target == 'back':
        return judge_back(TARGETS[target][0], source, kind, True)
    if target == 'raw':
        return None if judge_raw(source, options) else 'other bytes'
    try:
        read, dtype = TARGETS[target][2](file)
    except OSError as error:
        if 'filter' not in str(error): # one that iocopy kept, and that h5py has no plugin for
            return str(error)
        return judge_back(TARGETS[target][0], source, kind)
    return None if same(source, kind, read, dtype) else f'{source.dtype}{source.shape} became {dtype}{read.shape}'


def put_there(rng, target, file):
    """What the target's file holds already, made by another library; None: nothing. Returns how to look whether it is still there."""
    beside = np.arange(rng.randint(1, 9), dtype='i4')
    if target in ('hdf5', 'netcdf4'):
        with h5py.File(file, 'w') as made:
            made.create_group('old')['beside'] = beside
            made['old'].attrs['note'] = 'kept'
    elif target == 'zarr2':
        zarr.open_group(file, 'w').create_dataset('old/beside', data=beside)
    else:
        return None

    def is_kept():
        if target == 'zarr2':
            return np.array_equal(zarr.open_group(file, 'r')['old/beside'][...], beside)
        with h5py.File(file) as made:
            return np.array_equal(made['old/beside'][...], beside) and made['old'].attrs['note'] == 'kept'
    return is_kept


def written_by(rng, form, kind, data):
    written = WRITERS[form](rng, data, kind)
    if written is None:
        raise Untried
    return (written, []) if isinstance(written, str) else (written[0], written[1:])


def one_case(_, rng):
    kind = draw_type(rng)
    shape = draw_shape(rng)
    most = 31 if isinstance(kind, str) and kind != 'S1' else 8 # of 32: numpy counts fields that are arrays, too, netCDF4 characters
    data = values(rng, kind, shape[:most])
    form = rng.choice(list(WRITERS))
    place, more = written_by(rng, form, kind, data)
    target = rng.choice(list(TARGETS))
    name, file, _ = TARGETS[target]
    kept = put_there(rng, target, file) if rng.random() < 0.2 else None
    if data.ndim and 0 not in data.shape and rng.random() < 0.15 and not stored_by_columns(place):
        slices, text = draw_section(rng, data.shape)
        data = data[slices]
        more += ['--section', text]
    options = draw_options(rng, target, data.shape)
    if '--byte-order' in more and '--byte-order' in options:
        options[options.index('--byte-order') + 1] = 'big,big'
        more = more[:more.index('--byte-order')] + more[more.index('--byte-order') + 2:]
    ranks = rng.choice(RANKS)
    loses_fields = bool(data.dtype.names) and target in ('raw', 'back')
    words = [place, name, *more, *options] + ([] if loses_fields else ['-q'])
    said = f'{ranks} ranks: iocopy {" ".join(words)} ({data.dtype} {data.shape})'
    row = (kind if isinstance(kind, str) else f'struct{len(str(kind))}', f'{form:8} -> {target:8}')
    done = run_here(words, ranks)
    if kept and not kept():
        return said, 'what the target held is gone', ('wrong',)
    if done.returncode == 2:
        left = [entry for entry in os.listdir('.') if entry.startswith(('out', 'parts', '.out', '.parts')) and not (kept and entry == file)]
        return said, refusal(done, left), ('refused', *row, done.stderr.strip()[:160])
    if done.returncode not in MADE:
        return said, f'code {done.returncode}: {done.stderr.strip()}', ('wrong',)
    if loses_fields and 'the fields of its elements (' not in done.stderr:
        return said, f'lost fields without a word: {done.stderr}', ('wrong',)
    return said, judge(target, place, file, data, kind, options), ('copied',)


main(one_case, 'arrays copied or refused')
