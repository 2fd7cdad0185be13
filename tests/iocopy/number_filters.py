# SPDX-License-Identifier: BSD-3-Clause
"""numcodecs' filters of numbers are decoded as numcodecs does: number_filters.py BINDIR FOLDER"""
import shutil
import sys

import numcodecs
import numpy as np
import zarr

from told_by import Told

told = Told(sys.argv[1], sys.argv[2])
rng = np.random.default_rng(7)
reals = rng.normal(1000, 50, 50)
reals[3:5] = 0
wholes = rng.integers(-2**40, 2**40, 50)
CASES = [(numcodecs.Delta('<i8', '<i8'), wholes), (numcodecs.Delta('<i4', '<i2'), np.arange(50) * 3), (numcodecs.Delta('>f8'), np.arange(50.) / 4), (numcodecs.Delta('<f4'), reals),
         (numcodecs.Delta('u1'), wholes % 256), (numcodecs.FixedScaleOffset(offset=1000, scale=10, dtype='<f8', astype='<i2'), reals),
         (numcodecs.FixedScaleOffset(offset=1000, scale=10, dtype='<f4', astype='u1'), reals % 10 + 1000), (numcodecs.FixedScaleOffset(0, 0.5, '<f4', '<f4'), reals),
         (numcodecs.FixedScaleOffset(5, 2, '<i4', '>i8'), wholes % 1000), (numcodecs.AsType('<f4', '<f8'), reals), (numcodecs.AsType('<i8', '<i4'), wholes % 1000),
         (numcodecs.AsType('<f4', '<i4'), wholes % 1000), (numcodecs.BitRound(5), reals.astype('f4')), (numcodecs.PackBits(), wholes % 2 == 0)]
for number, (codec, data) in enumerate(CASES):
    settings = codec.get_config()
    dtype = settings.get('decode_dtype', settings.get('dtype', data.dtype))
    for compressor in None, numcodecs.Zstd():
        shutil.rmtree('in.zarr', ignore_errors=True)
        group = zarr.open_group('in.zarr', 'w')
        array = group.create_dataset('a', shape=data.shape, chunks=(11,), dtype=dtype, filters=[codec], compressor=compressor, fill_value=None)
        array[...] = data.astype(dtype)
        expected = zarr.open_group('in.zarr', 'r')['a'][...]
        told.copies(1, 'in.zarr:/a', 'out/a.npy')
        told.check(np.array_equal(np.load('out/a.npy'), expected), f'{settings}: {np.load("out/a.npy")[:5]}, not {expected[:5]}')
        told.copies(2, 'in.zarr', 'out/b.zarr', code=4)
        told.says(f"'out/b.zarr:/a' does not keep the filter {settings['id']}")
        told.check(np.array_equal(zarr.open('out/b.zarr')['a'][...], expected), f'{settings}: a store has other numbers')
with open('in.zarr/a/2', 'wb') as file: # of packbits
    file.write(numcodecs.Zstd().encode(b'\x09abc'))
told.refuses_damage('packbits cannot decode it', 1, 'in.zarr:/a', 'out/a.npy')

told.end('filters of numbers were decoded')
