# SPDX-License-Identifier: BSD-3-Clause
"""Zarr stores in zip archives, as zarr-python writes them, read whole and array by array: zip_stores.py BINDIR FOLDER"""
import os
import shutil
import sys
import zipfile

import h5py
import numpy as np
import zarr

from told_by import Told

told = Told(sys.argv[1], sys.argv[2])
A = np.arange(1000.).reshape(20, 50)
for name, method in ('stored', zipfile.ZIP_STORED), ('deflated', zipfile.ZIP_DEFLATED):
    store = zarr.ZipStore(f'{name}.zarr.zip', mode='w', compression=method)
    root = zarr.group(store)
    root.attrs['title'] = 'x'
    root.create_dataset('g/A', data=A, chunks=(7, 9)).attrs.update(units='K', _ARRAY_DIMENSIONS=['y', 'x'])
    root.create_dataset('g/x', data=np.arange(50), chunks=(50,)).attrs['_ARRAY_DIMENSIONS'] = ['x']
    root.create_dataset('B', data=np.arange(10, dtype='i2'), chunks=(4,), compressor=None)
    root.create_dataset('empty', shape=(5, 5), chunks=(2, 2), dtype='f4', fill_value=3)
    root.create_dataset('texts', data=np.array(['a', 'übung'], dtype=object), dtype=str, chunks=(1,))
    store.close()


def pack(folder, archive, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(archive, 'w', method) as packed:
        for path, _, files in os.walk(folder):
            for file in files:
                whole = os.path.join(path, file)
                packed.write(whole, os.path.relpath(whole, folder))


# Whole stores, by one rank and by several: everything as it was.
for name in 'stored', 'deflated':
    for ranks in 1, 3:
        told.copies(ranks, f'{name}.zarr.zip', 'out/s.zarr')
        root = zarr.open('out/s.zarr', 'r')
        told.check(np.array_equal(root['g/A'][:], A) and np.array_equal(root['B'][:], np.arange(10)), 'elements are others')
        told.check(list(root['texts'][:]) == ['a', 'übung'] and (root['empty'][:] == 3).all(), 'texts or fill values are others')
        told.check(root.attrs['title'] == 'x' and root['g/A'].attrs['units'] == 'K', 'attributes are others')
    told.copies(2, f'{name}.zarr.zip', 'out/s.h5', code=4) # texts of HDF5 have no filters
    with h5py.File('out/s.h5') as file:
        told.check(np.array_equal(file['g/A'][...], A) and np.array_equal(file['g/A'].dims[1][0][...], np.arange(50)), 'HDF5 has other elements')
    for array, elements in ('/g/A', A), ('/B', np.arange(10)):
        told.copies(3, f'{name}.zarr.zip:{array}', 'out/a.npy')
        told.check(np.array_equal(np.load('out/a.npy'), elements), 'one array is another')
    told.copies(1, f'{name}.zarr.zip/g', 'out/g.zarr')
    told.check(np.array_equal(zarr.open('out/g.zarr/A', 'r')[:], A), 'a group is another')

# Version 3, shards, single arrays, another ending, zip64, a folder around the store.
told.copies(1, 'stored.zarr.zip:/g/A', 'out/v3.zarr', '--as', 'zarr3', '--chunk', '5,10', '--shard', '10,20')
shutil.move('out/v3.zarr', 'v3.zarr')
for method in zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED:
    pack('v3.zarr', 'v3.zarr.zip', method)
    told.copies(2, 'v3.zarr.zip', 'out/a.npy')
    told.check(np.array_equal(np.load('out/a.npy'), A), 'shards in an archive are others')
shutil.copy('stored.zarr.zip', 'stored.zip')
told.copies(1, 'stored.zip:/B', 'out/a.npy')
os.makedirs('around')
told.copies(1, 'stored.zarr.zip', 'out/s.zarr')
shutil.move('out/s.zarr', 'around/s.zarr')
pack('around', 'around.zarr.zip')
told.copies(1, 'around.zarr.zip:/s.zarr/g/A', 'out/a.npy')
told.check(np.array_equal(np.load('out/a.npy'), A), 'a store within a folder is another')
with zipfile.ZipFile('long.zarr.zip', 'w') as packed:
    packed.writestr('.zgroup', '{"zarr_format": 2}')
    packed.writestr('A/.zarray', '{"zarr_format": 2, "shape": [70000], "chunks": [1], "dtype": "|u1", "compressor": null, "fill_value": 0, "order": "C", "filters": null}')
    for i in range(66000):
        packed.writestr(f'A/{i}', bytes([i % 251]))
told.copies(2, 'long.zarr.zip:/A', 'out/a.npy')
told.check(np.array_equal(np.load('out/a.npy')[:66000], np.arange(66000) % 251), 'more entries than 16 bits count are others')

told.refuses('4000 of 70 000 chunks are not stored', 1, 'long.zarr.zip:/A', 'out/a.npy', '--complete')
told.refuses('9 of 9 chunks are not stored', 1, 'stored.zarr.zip', 'out/s.zarr', '--complete')

# Several at once.
told.run(1, '*ed.zarr.zip', 'out/all/')
told.check(told.code == 0 and sorted(os.listdir('out/all')) == ['deflated.zarr', 'stored.zarr'], f'ended with {told.code}')
told.run(1, '*ed.zarr.zip', 'out/all/', '--as', 'zarr3')
told.check(told.code == 0 and sorted(os.listdir('out/all')) == ['deflated.zarr', 'stored.zarr'], f'ended with {told.code}')

# They are sources alone.
np.save('a.npy', A)
told.refuses('zip stores are only read here; make a folder', 1, 'a.npy', 'out/new.zarr.zip')
for target in 'stored.zarr.zip:/C', 'stored.zarr.zip':
    told.refuses("'stored.zarr.zip' is a zip archive, which is only read here", 1, 'a.npy', target, '--force')
told.copies(1, 'stored.zarr.zip:/g/A', 'out/a.zarr')
shutil.move('out/a.zarr', 'a.zarr')
told.refuses("'stored.zarr.zip' is a zip archive, which is only read here", 1, '--repair', 'a.zarr', 'stored.zarr.zip:/g/A')
told.refuses("has no array '/g/C'; it has", 1, 'stored.zarr.zip:/g/C', 'out/a.npy')
told.end('zip stores were copied right')
