# SPDX-License-Identifier: BSD-3-Clause
"""netCDF shows variables of every type that new .nc files have: netcdf_types.py BINDIR FOLDER"""
import subprocess
import sys

import h5py
import netCDF4
import numpy as np
import zarr

from told_by import Told

told = Told(sys.argv[1], sys.argv[2])
CASES = {'half': '<f2', 'text': 'S5', 'truth': '?', 'opaque': 'V5', 'complex': '<c8', 'flat': [('x', '<f4'), ('y', '<i2')],
         'nested': [('x', '<f4'), ('z', [('a', '<i4'), ('b', 'u1')])], 'arrays': [('x', '<f4', (3,)), ('y', '<i8', (2, 2))],
         'deep': [('z', [('q', '<i4'), ('c', '<c8')], (2,)), ('b', '?'), ('o', 'V3')], 'pair': '<c16'}
rng = np.random.default_rng(3)
group = zarr.open_group('all.zarr', 'w')
for name, dtype in CASES.items():
    dtype = np.dtype(dtype)
    data = np.frombuffer(rng.integers(0, 2, 6 * dtype.itemsize).astype('u1').tobytes(), dtype)
    np.save(f'{name}.npy', data)
    group.array(name, data, compressor=None, fill_value=None)
    told.copies(1, f'{name}.npy', f'out/{name}.nc')
    shown = subprocess.run(['ncdump', '-h', f'out/{name}.nc'], stdout=subprocess.PIPE, text=True, check=False)
    told.check(shown.returncode == 0 and f' {name}(' in shown.stdout, f'netCDF shows {shown.stdout}')
    if dtype.names and name != 'deep': # netCDF4-python reads no opaque members
        with netCDF4.Dataset(f'out/{name}.nc') as f:
            told.check(np.array_equal(f[name][...].astype(dtype), data), f'{name} has other elements')
told.copies(2, 'all.zarr', 'out/all.nc')
shown = subprocess.run(['ncdump', '-h', 'out/all.nc'], stdout=subprocess.PIPE, text=True, check=False).stdout
told.check(all(f' {name}(' in shown for name in CASES), f'netCDF shows {shown}')

# HDF5's own copies have the types that it has: those without names are told, the others shown.
pair = np.dtype([('x', '<f4'), ('y', '<i4')])
with h5py.File('types.h5', 'w') as file:
    file['named'] = pair
    file['shown'], file['plain'] = np.zeros(3), np.arange(2)
    file.create_dataset('with_name', (3,), file['named'])
    file.create_dataset('group/record', data=np.zeros(3, [('z', '<f8'), ('w', '<i2')]))
    file.create_dataset('equal', data=np.zeros(3, pair)) # netCDF looks at it before it knows the name
    file.create_dataset('of_pairs', data=np.zeros(3, pair))
    file.create_dataset('truth', data=np.array([True, False]))
    file['plain'].attrs['bounds'] = np.zeros((), [('low', '<f4'), ('high', '<f4')])
    file['shown'].make_scale('axis')
    made = h5py.h5t.py_create(np.dtype('V7'))
    made.commit(file.id, b'gone')
    h5py.h5d.create(file.id, b'nameless', made, h5py.h5s.create_simple((3,)))
    del file['gone']
hidden = ["'/equal'", "'/nameless'", "'/truth'", "'/group/record'", "the attribute 'bounds' of '/plain'"]
told.copies(1, 'types.h5', 'out/types.nc')
told.says(f'netCDF does not show {", ".join(hidden)}: they have types that the file gives no names')
shown = subprocess.run(['ncdump', '-h', 'out/types.nc'], stdout=subprocess.PIPE, text=True, check=False).stdout
for name, expected in ('shown', True), ('plain', True), ('with_name', True), ('of_pairs', True), ('equal', False), ('record', False), ('nameless', False), ('truth', False), ('bounds', False):
    told.check((f' {name}(' in shown or f':{name} =' in shown) == expected, f'netCDF shows {name} or not: {shown}')
told.copies(1, 'types.h5:/truth', 'out/one.nc')
told.says("netCDF does not show '/truth':")
told.copies(1, 'types.h5:/shown', 'out/one.nc')
told.check('netCDF' not in told.said, 'more is told than one array has')
told.copies(1, 'types.h5', 'out/types.h5')
told.check('netCDF' not in told.said, 'netCDF is told of where it does not matter')

told.end('netCDF shows all types')
