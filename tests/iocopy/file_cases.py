# SPDX-License-Identifier: BSD-3-Clause
"""Files of several variables, drawn at random, written and read by the libraries of others.

A file is a dictionary of its variables by their paths, "/" for what is said of the file itself. Attributes are numpy scalars or arrays,
texts, and lists of texts.
"""
import base64
import dataclasses
import json
import os

import h5py
import netCDF4
import numpy as np
import zarr

import zarr3
from array_cases import chunks_of, values

INTEGERS, FLOATS = ['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8'], ['f4', 'f8']
CLASSIC = ['i1', 'i2', 'i4', 'f4', 'f8'] # what CDF-1 and CDF-2 have


@dataclasses.dataclass
class Variable:
    data: np.ndarray
    dims: tuple = () # names, "" where there is none
    attributes: dict = dataclasses.field(default_factory=dict)
    fill: object = None # of elements that are missing


def draw_text(rng):
    return rng.choice(['K', 'days since 2000-01-01', 'é, ü and "quotes"', 'two\nlines', 'm/s'])


def draw_attributes(rng, form):
    """Some that every format has, and compounds where the form is HDF5."""
    kinds = ['text', 'number', 'numbers']
    kinds += [] if form.startswith('cdf') else ['texts']
    kinds += ['compound'] if form == 'hdf5' and rng.random() < 0.2 else []
    made = {}
    for number in range(rng.randint(0, 3)):
        kind = rng.choice(kinds)
        numbers = CLASSIC if form in ('cdf1', 'cdf2') else ['i8', 'f8'] if form.startswith('zarr') else INTEGERS + FLOATS
        dtype = np.dtype(rng.choice(numbers))
        if kind == 'text':
            made[f'a{number}'] = draw_text(rng)
        elif kind == 'texts':
            made[f'a{number}'] = [draw_text(rng) for _ in range(rng.randint(2, 3))]
        elif kind == 'number':
            made[f'a{number}'] = dtype.type(rng.randrange(100))
        elif kind == 'numbers':
            made[f'a{number}'] = np.array([rng.randrange(100) for _ in range(rng.randint(2, 5))], dtype)
        else:
            made[f'a{number}'] = np.array((1.5, 7), [('x', '<f8'), ('n', '<i4')])
    return made


def draw_file(rng, form):
    """Dimensions at the root, some with coordinates, shared by variables at the root and, where there are such, in groups."""
    lengths = {name: rng.choice([1, 2, 3, 5, 8, 13]) for name in rng.sample(['time', 'y', 'x', 'z'], rng.randint(1, 4))}
    types = CLASSIC if form in ('cdf1', 'cdf2') else INTEGERS + FLOATS
    file = {'/': Variable(np.zeros(0), (), draw_attributes(rng, form))}
    for name, length in lengths.items():
        if rng.random() < 0.6:
            file[f'/{name}'] = Variable(np.arange(length).astype(rng.choice(types)) * 2, (name,), draw_attributes(rng, form))
    groups = [''] if form.startswith('cdf') else rng.choice([[''], ['', '/g'], ['', '/g', '/g/deep']])
    for number in range(rng.randint(2, 4)):
        dims = tuple(rng.sample(list(lengths), rng.randint(0 if rng.random() < 0.2 else 1, len(lengths))))
        if 'time' in dims: # which can grow
            dims = ('time',) + tuple(name for name in dims if name != 'time')
        dtype = np.dtype(rng.choice('<>' if form in ('hdf5', 'zarr2') else '<') + rng.choice(types))
        made = Variable(values(rng, dtype.str, tuple(lengths[name] for name in dims)), dims, draw_attributes(rng, form))
        if rng.random() < 0.4:
            made.fill = dtype.newbyteorder('=').type(rng.choice([0, 7, 99]))
        file[f'{rng.choice(groups)}/v{number}'] = made
    grows = {'time'} if 'time' in lengths and rng.random() < 0.6 and not form.startswith('zarr') else set()
    return file, lengths, grows


def write_netcdf(rng, file, lengths, grows, form):
    kinds = {'netcdf4': 'NETCDF4', 'cdf1': 'NETCDF3_CLASSIC', 'cdf2': 'NETCDF3_64BIT_OFFSET', 'cdf5': 'NETCDF3_64BIT_DATA'}
    name = 'in.nc' if form == 'netcdf4' else 'in.cdf'
    with netCDF4.Dataset(name, 'w', format=kinds[form]) as out:
        for dim, length in lengths.items():
            out.createDimension(dim, None if dim in grows else length)
        out.setncatts(file['/'].attributes)
        for path, variable in file.items():
            if path == '/':
                continue
            options = {'zlib': True, 'chunksizes': chunks_of(rng, variable.data.shape)} if form == 'netcdf4' and variable.dims and rng.random() < 0.4 else {}
            made = out.createVariable(path, variable.data.dtype.newbyteorder('='), variable.dims, fill_value=variable.fill, **options)
            made.set_auto_maskandscale(False)
            made.setncatts(variable.attributes)
            made[...] = variable.data
    return name


def write_hdf5(rng, file, lengths, grows, form):
    """Dimension scales where the coordinates are; the others have no names."""
    with h5py.File('in.h5', 'w', track_order=rng.random() < 0.5) as out:
        for path, variable in file.items():
            if path == '/':
                out.attrs.update(file['/'].attributes)
                continue
            # What HDF5 has for elements that were never written stands for no missing ones.
            unwritten = variable.fill if rng.random() < 0.7 else variable.data.dtype.newbyteorder('=').type(rng.choice([0, 5]))
            options = {'fillvalue': unwritten} if unwritten is not None else {}
            if variable.dims and (rng.random() < 0.4 or grows & set(variable.dims)):
                options.update(chunks=chunks_of(rng, variable.data.shape), maxshape=tuple(None if d in grows else lengths[d] for d in variable.dims))
                options.update({'compression': 'gzip', 'shuffle': True} if rng.random() < 0.5 else {})
            made = out.create_dataset(path, data=variable.data, **options)
            made.attrs.update(variable.attributes)
            if variable.fill is not None:
                made.attrs['_FillValue'] = np.array([variable.fill], made.dtype)
            if variable.dims == (path[1:],):
                made.make_scale(path[1:])
        for path, variable in file.items():
            variable.dims = tuple(name if f'/{name}' in file else '' for name in variable.dims)
            if path != '/' and variable.dims != (path[1:],):
                for i, name in enumerate(variable.dims):
                    if name:
                        out[path].dims[i].attach_scale(out[name])
    return 'in.h5'


def json_of(attributes):
    return {name: value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value for name, value in attributes.items()}


def write_zarr(rng, file, lengths, grows, form):
    """As xarray writes it."""
    root = zarr.open_group('in.zarr', mode='w')
    root.attrs.update(json_of(file['/'].attributes))
    for path, variable in file.items():
        if path == '/':
            continue
        shape = variable.data.shape
        made = root.create_dataset(path, data=variable.data, chunks=chunks_of(rng, shape) or shape or None, dtype=variable.data.dtype,
                                   compressor=rng.choice([None, zarr.Zlib(1), zarr.Blosc('lz4')]), fill_value=variable.fill)
        made.attrs.update({'_ARRAY_DIMENSIONS': list(variable.dims), **json_of(variable.attributes)})
    if rng.random() < 0.5:
        zarr.consolidate_metadata('in.zarr')
    return 'in.zarr'


def plain(value):
    """An attribute as draw_attributes() has it."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, np.ndarray) and value.dtype.kind in 'OSU':
        return [plain(each) for each in value.ravel().tolist()]
    return value


def read_netcdf(path):
    file = {}

    def walk(group, above):
        for name, variable in group.variables.items():
            variable.set_auto_maskandscale(False)
            attributes = {key: plain(variable.getncattr(key)) for key in variable.ncattrs()}
            fill = attributes.pop('_FillValue', None)
            file[f'{above}/{name}'] = Variable(np.asarray(variable[...]), variable.dimensions, attributes, fill)
        for name, deeper in group.groups.items():
            walk(deeper, f'{above}/{name}')

    with netCDF4.Dataset(path) as group:
        walk(group, '')
        file['/'] = Variable(np.zeros(0), (), {key: plain(group.getncattr(key)) for key in group.ncattrs()})
        grows = {name for name, dim in group.dimensions.items() if dim.isunlimited()}
    return file, grows


HDF5_OWN = {'DIMENSION_LIST', 'REFERENCE_LIST', 'CLASS', 'NAME', '_Netcdf4Dimid', '_Netcdf4Coordinates', '_FillValue', 'DIMENSION_LABELS',
            '_nc3_strict', '_NCProperties'}


def read_hdf5(path):
    file, grows = {}, set()

    def visit(name, made):
        if not isinstance(made, h5py.Dataset) or made.attrs.get('NAME', b'')[:10] == b'This is a ':
            return
        attributes = {key: plain(value) for key, value in made.attrs.items() if key not in HDF5_OWN}
        dims = (name,) if h5py.h5ds.is_scale(made.id) and '/' not in name else tuple(d[0].name.rsplit('/', 1)[1] if len(d) else '' for d in made.dims)
        file[f'/{name}'] = Variable(made[...], dims, attributes, made.attrs.get('_FillValue'))
        grows.update(dim for dim, most in zip(dims, made.maxshape or ()) if most is None)

    with h5py.File(path) as group:
        group.visititems(visit)
        file['/'] = Variable(np.zeros(0), (), {key: plain(value) for key, value in group.attrs.items() if key not in HDF5_OWN})
    return file, grows


ZARR_OWN = {'_ARRAY_DIMENSIONS', '_NCZARR_ATTR', '_FillValue'}


def read_zarr(path):
    """Of either version; attributes as JSON has them."""
    file, grows = {}, set()
    third = os.path.exists(path + '/zarr.json')
    root = None if third else zarr.open_group(path, 'r')
    for folder, _, names in os.walk(path):
        name = folder[len(path):] or '/'
        if third and 'zarr.json' in names:
            meta = zarr3.metadata(folder)
            said, is_array = meta.get('attributes', {}), meta['node_type'] == 'array'
            data, dims = (zarr3.read(folder), tuple(d or '' for d in meta.get('dimension_names') or ())) if is_array else (np.zeros(0), ())
            fill = said.get('_FillValue')
            if isinstance(fill, str): # xarray's way to write floats
                fill = np.frombuffer(base64.b64decode(fill), 'f8')[0]
        elif not third and ('.zarray' in names or '.zgroup' in names):
            made, is_array = root[name] if name != '/' else root, '.zarray' in names
            said = made.attrs.asdict()
            data, dims, fill = (made[...], tuple(said.get('_ARRAY_DIMENSIONS', ())), made.fill_value) if is_array else (np.zeros(0), (), None)
        else:
            continue
        if is_array or name == '/':
            file[name] = Variable(data, dims, {key: value for key, value in said.items() if key not in ZARR_OWN}, fill)
            grows.update(json.loads(said['_NCZARR_ATTR']) if isinstance(said.get('_NCZARR_ATTR'), str) else said.get('_NCZARR_ATTR', {}).get('unlimited_dims', []))
    return file, grows


WRITERS = {'netcdf4': write_netcdf, 'cdf1': write_netcdf, 'cdf2': write_netcdf, 'cdf5': write_netcdf, 'hdf5': write_hdf5, 'zarr2': write_zarr}
READERS = {'out.h5': read_hdf5, 'out.nc': read_netcdf, 'out.cdf': read_netcdf, 'out.zarr': read_zarr}
