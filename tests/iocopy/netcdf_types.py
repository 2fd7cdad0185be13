# SPDX-License-Identifier: BSD-3-Clause
"""netCDF shows variables of every type that new .nc files have: netcdf_types.py BINDIR FOLDER"""
import subprocess
import sys

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

told.end('netCDF shows all types')
