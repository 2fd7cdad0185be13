# SPDX-License-Identifier: BSD-3-Clause
"""Lists of references, as kerchunk writes them, read as Zarr stores; fsspec, zarr-python and xarray judge: references.py BINDIR FOLDER
(https://fsspec.github.io/kerchunk/spec.html, versions 0 and 1)"""
import base64
import json
import os
import sys

import fsspec
import h5py
import numpy as np
import xarray
import zarr

from told_by import Told

told = Told(sys.argv[1], sys.argv[2])

# The chunks of a netCDF-4 file, where HDF5 has them: as kerchunk lists them.
xarray.Dataset({'t': (('y', 'x'), np.arange(60.).reshape(6, 10), {'units': 'K'}), 'x': ('x', np.arange(10.))}, attrs={'title': 'z'}).to_netcdf(
    'a.nc', encoding={'t': {'chunksizes': (4, 5), 'zlib': True}})
with h5py.File('a.nc') as file:
    places = {}
    for i in range(file['t'].id.get_num_chunks()):
        chunk = file['t'].id.get_chunk_info(i)
        places['.'.join(str(o // c) for o, c in zip(chunk.chunk_offset, (4, 5)))] = chunk.byte_offset, chunk.size
    x_at = file['x'].id.get_offset()


def zarray(shape, chunks, dtype, **more):
    return json.dumps({'zarr_format': 2, 'shape': shape, 'chunks': chunks, 'dtype': dtype, 'compressor': None, 'fill_value': None, 'order': 'C', 'filters': None, **more})


refs = {'.zgroup': '{"zarr_format": 2}', '.zattrs': '{"title": "z"}',
        't/.zarray': zarray([6, 10], [4, 5], '<f8', compressor={'id': 'zlib', 'level': 4}), 't/.zattrs': '{"_ARRAY_DIMENSIONS": ["y", "x"], "units": "K"}',
        'x/.zarray': zarray([10], [10], '<f8'), 'x/.zattrs': '{"_ARRAY_DIMENSIONS": ["x"]}', 'x/0': ['a.nc', x_at, 80],
        'inline/.zarray': zarray([4], [2], '<i2', fill_value=9), 'inline/.zattrs': '{"_ARRAY_DIMENSIONS": ["n"]}',
        'inline/0': 'base64:' + base64.b64encode(np.array([5, -1], '<i2').tobytes()).decode(),
        'inline/1': 'base64:' + base64.b64encode(np.array([9, 9], '<i2').tobytes()).decode(),
        'letters/.zarray': zarray([4], [4], '|u1'), 'letters/.zattrs': '{"_ARRAY_DIMENSIONS": ["n"]}', 'letters/0': 'abcd',
        'whole/.zarray': zarray([3], [3], '<i4'), 'whole/.zattrs': '{"_ARRAY_DIMENSIONS": ["m"]}', 'whole/0': ['d/whole.bin']}
refs.update({f't/{chunk}': ['a.nc', begin, size] for chunk, (begin, size) in places.items()})
os.mkdir('d')
np.arange(3, dtype='<i4').tofile('d/whole.bin')


def write(name, content):
    with open(name, 'w', encoding='utf-8') as file:
        json.dump(content, file)


write('zero.json', refs)
write('one.json', {'version': 1, 'refs': {key: json.loads(value) if key.endswith(('.zarray', '.zattrs')) and key.startswith('x') else value for key, value in refs.items()}})
write('templates.json', {'version': 1, 'templates': {'u': 'a.nc', 'd': 'd'}, 'refs': {
    key: value if isinstance(value, str) else [value[0].replace('a.nc', '{{u}}').replace('d/', '{{ d }}/'), *value[1:]] for key, value in refs.items()}})
judge = zarr.open(fsspec.filesystem('reference', fo='zero.json', remote_protocol='file').get_mapper(''), 'r')
dataset = xarray.open_zarr(judge.store, consolidated=False).load()
for name in 'zero', 'one', 'templates':
    for ranks in 1, 3:
        told.copies(ranks, f'{name}.json', 'out/s.zarr')
        told.check(xarray.open_zarr('out/s.zarr').load().identical(dataset), 'xarray sees another dataset')
    told.copies(2, f'{name}.json', 'out/s.nc')
    told.check(np.array_equal(xarray.open_dataset('out/s.nc')['t'], dataset['t']), 'netCDF has other elements')
    for array in judge:
        told.copies(2, f'{name}.json:/{array}', 'out/a.npy')
        told.check(np.array_equal(np.load('out/a.npy'), judge[array][:]), f'{array} is another')

# A chunk that is not listed is the fill value (fsspec of 2022 cannot do that).
write('holes.json', {key: value for key, value in refs.items() if key != 'inline/1'})
told.copies(1, 'holes.json:/inline', 'out/a.npy')
told.check(list(np.load('out/a.npy')) == [5, -1, 9, 9], 'a chunk that is not listed is no fill value')

# Version 3 of Zarr; a list in another folder; a file that is a link within the folder.
third = {'zarr_format': 3, 'node_type': 'array', 'shape': [3], 'data_type': 'int32', 'chunk_grid': {'name': 'regular', 'configuration': {'chunk_shape': [3]}},
         'chunk_key_encoding': {'name': 'default', 'configuration': {'separator': '/'}}, 'codecs': [{'name': 'bytes', 'configuration': {'endian': 'little'}}],
         'fill_value': 0, 'attributes': {}}
os.symlink('whole.bin', 'd/link.bin')
write('d/third.json', {'version': 1, 'refs': {'zarr.json': json.dumps({'zarr_format': 3, 'node_type': 'group'}), 'w/zarr.json': json.dumps(third), 'w/c/0': ['link.bin', 0, 12]}})
told.copies(1, 'd/third.json', 'out/a.npy')
told.check(np.array_equal(np.load('out/a.npy'), np.arange(3)), 'version 3 is another')

# A manifest of local files is what it was, and lists are sources alone.
told.copies(1, 'zero.json:/whole', 'out/parts.json', '--to', '(block) onto P(2)')
os.system('cp -r out parts')
told.copies(1, 'parts/parts.json', 'out/a.npy')
np.save('a.npy', np.arange(3))
told.refuses("'zero.json' is a list of references, which is only read here", 1, 'a.npy', 'zero.json', '--force')
told.refuses("'d/whole.bin'", 1, 'zero.json:/x', 'd/whole.bin', '--force')

# What is not read is refused by name.
for words, change in (('has "gen", which makes references by a program', {'gen': [{'key': 'a', 'url': 'b', 'dimensions': {}}]}),
                      ("the template 'f' takes arguments", {'templates': {'f': 'x{{c}}'}, 'refs': {**refs, 'x/0': ['{{f}}', 0, 1]}}),
                      ("the template '{{f(c=1)}}' is not among", {'templates': {}, 'refs': {**refs, 'x/0': ['{{f(c=1)}}', 0, 1]}}),
                      ('its references are of version 2', {'version': 2}),
                      *((f'{url.split(":")[0]} is not read here; download the file', {'refs': {**refs, 'x/0': [url, 0, 80]}}) for url in ('https://h/a.nc', 's3://b/a.nc', 'file:///a.nc'))):
    write('bad.json', {'version': 1, 'refs': refs, **change})
    told.refuses(words, 1, 'bad.json', 'out/s.zarr')
os.mkdir('p.parq')
write('p.parq/.zmetadata', {'metadata': {'.zgroup': {'zarr_format': 2}}, 'record_size': 10000})
told.refuses("'p.parq' holds references in parquet; have kerchunk write them as JSON", 1, 'p.parq', 'out/s.zarr')
told.end('references were copied right')
