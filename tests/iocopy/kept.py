# SPDX-License-Identifier: BSD-3-Clause
"""What a source holds is in the target, or a note says that it is not: kept.py BINDIR FOLDER"""
import json
import os
import sys

import h5py
import netCDF4
import numpy as np
import xarray
import zarr
from h5py import h5d, h5p, h5s, h5t

from told_by import Told

FILLS = 'count', 'seven', 'both', 'same'
told = Told(sys.argv[1], sys.argv[2])


def keeps(source, target, *options, code=0):
    """Copied; nothing is said to be lost."""
    told.copies(1, source, target, *options, code=code)
    told.check('does not keep' not in told.said, 'does not keep something')


def loses(words, source, target, *options, code=4):
    """Copied, and told; with --strict refused."""
    told.refuses(words, 1, source, target, *options, '--strict')
    told.copies(1, source, target, *options, code=code)
    told.says(words)


def store2(name, attributes='{}', **metadata):
    """A store of version 2 with the array a, of 0, 1, 2, ..."""
    meta = {'zarr_format': 2, 'shape': [4], 'chunks': [4], 'dtype': '<i4', 'fill_value': None, 'order': 'C', 'compressor': None, 'filters': None, **metadata}
    os.makedirs(f'{name}/a', exist_ok=True)
    for path, text in ('.zgroup', '{"zarr_format": 2}'), ('a/.zarray', json.dumps(meta)), ('a/.zattrs', attributes):
        with open(f'{name}/{path}', 'w', encoding='utf-8') as file:
            file.write(text)
    np.arange(np.prod(meta['shape'])).astype(meta['dtype'] if meta['dtype'][1] in 'iuf' else '<i8').tofile(f'{name}/a/' + '.'.join('0' * len(meta['shape'])))


def store3(name, attributes='{}', **metadata):
    meta = {'zarr_format': 3, 'node_type': 'array', 'shape': [4], 'data_type': 'int32', 'chunk_grid': {'name': 'regular', 'configuration': {'chunk_shape': [4]}},
            'chunk_key_encoding': {'name': 'default', 'configuration': {'separator': '/'}}, 'fill_value': 0,
            'codecs': [{'name': 'bytes', 'configuration': {'endian': 'little'}}], **metadata}
    os.makedirs(f'{name}/a', exist_ok=True)
    with open(f'{name}/zarr.json', 'w', encoding='utf-8') as file:
        file.write('{"zarr_format": 3, "node_type": "group", "attributes": {}}')
    with open(f'{name}/a/zarr.json', 'w', encoding='utf-8') as file:
        file.write(json.dumps(meta)[:-1] + ', "attributes": ' + attributes + '}')
    chunk = f'{name}/a/c/' + '/'.join('0' * len(meta['shape']))
    os.makedirs(os.path.dirname(chunk), exist_ok=True)
    np.arange(np.prod(meta['shape'])).astype(meta['data_type']).tofile(chunk)


def same_fills(path, way):
    with h5py.File(path) as f:
        told.check([f[n].fillvalue for n in FILLS] == [0, 7, 7, 5], f'by {way} fill values became others')
        told.check([f[n].attrs.get('_FillValue') for n in FILLS] == [None, None, 5, 5], f'by {way} missing values became others')


def attributes_of(path, name='a'):
    with h5py.File(path) as f:
        return dict(f[name].attrs)


# Texts end with their first zero, whatever stands behind it; also in structures, in attributes and in fill values.
with h5py.File('texts.h5', 'w') as f:
    text = h5t.C_S1.copy()
    text.set_size(6)
    text.set_strpad(h5t.STR_NULLTERM)
    d = h5d.create(f.id, b't', text, h5s.create_simple((3,)))
    d.write(h5s.ALL, h5s.ALL, np.frombuffer(b'ab\0XYZ' b'abcdef' b'\0rubbi', 'S6'), text)
    a = h5py.h5a.create(f['t'].id, b'unit', text, h5s.create(h5s.SCALAR))
    a.write(np.frombuffer(b'K\0rest', 'S6'), text)
    settings = h5p.create(h5p.DATASET_CREATE)
    settings.set_chunk((2,))
    settings.set_deflate(1)
    pair = h5t.create(h5t.COMPOUND, 12)
    pair.insert(b't', 0, text)
    pair.insert(b'n', 8, h5t.STD_I32LE)
    d = h5d.create(f.id, b'c', pair, h5s.create_simple((3,)), settings)
    d.write(h5s.ALL, h5s.ALL, np.frombuffer(b'ab\0XYZ..\1\0\0\0' * 3, [('t', 'S6'), ('p', 'V2'), ('n', '<i4')]), pair)
for ranks in 1, 3:
    told.copies(ranks, 'texts.h5:/t', 'out/t.npy')
    told.check(np.load('out/t.npy').tolist() == h5py.File('texts.h5')['t'][...].tolist(), 'texts are others')
    told.copies(ranks, 'texts.h5:/c', 'out/c.npy')
    told.check(np.load('out/c.npy')[['t', 'n']].tolist() == [(b'ab', 1)] * 3, 'texts in structures are others')
    told.copies(ranks, 'texts.h5', 'out/t.zarr', code=4)
    told.says("the attribute 'unit' behind the zero byte that ends its text")
    z = zarr.open('out/t.zarr')
    told.check(z['t'][...].tolist()[0] == b'ab' and z['c'][...]['t'].tolist() == [b'ab'] * 3 and z['t'].attrs['unit'] == 'K', 'texts of a store are others')

# The file and an array may lose something of attributes of the same name: both are told.
with h5py.File('namesakes.h5', 'w') as f:
    f['v'] = np.arange(3)
    f['v'].attrs['flag'] = np.frombuffer(b'\xa2\7\0\0\0\0\xf8\x7f', '<f8')
    text = h5t.C_S1.copy()
    text.set_size(3)
    h5py.h5a.create(f.id, b'flag', text, h5s.create(h5s.SCALAR)).write(np.array(b'a\0b', 'S3'), text)
loses("the attribute 'flag' behind the zero byte that ends its text of the file", 'namesakes.h5', 'out/n.zarr', '--as', 'zarr2')
told.says("of the file, the attribute 'flag'")

# What was never written reads as HDF5's fill value, which is no missing value; _FillValue is one.
with h5py.File('fills.nc', 'w') as f:
    f['x'] = np.arange(4.)
    f['x'].make_scale('x')
    for name, fill, missing in ('count', 0, None), ('seven', 7, None), ('both', 7, 5), ('same', 5, 5):
        d = f.create_dataset(name, data=np.array([0, 5, 7, 2], 'i4'), chunks=(2,), fillvalue=fill)
        d.dims[0].attach_scale(f['x'])
        if missing is not None:
            d.attrs['_FillValue'] = np.array([missing], 'i4')
before = xarray.open_dataset('fills.nc', engine='netcdf4')
for edition in 'zarr2', 'zarr3':
    keeps('fills.nc', 'out/f.zarr', '--as', edition)
    os.rename('out/f.zarr', f'{edition}.zarr')
    if edition == 'zarr2':
        after = xarray.open_zarr('zarr2.zarr')
        told.check(all(before[n].equals(after[n]) and before[n].dtype == after[n].dtype for n in before), 'xarray finds other missing values')
    else:
        said = {n: json.load(open(f'zarr3.zarr/{n}/zarr.json', encoding='utf-8')) for n in before}
        told.check([said[n]['fill_value'] for n in FILLS] == [0, 7, 7, 5], 'fill values of version 3 are others')
        told.check([said[n]['attributes'].get('_FillValue') for n in FILLS] == [None, None, 5, 5], 'missing values of version 3 are others')
    keeps(f'{edition}.zarr', 'out/f.nc')
    same_fills('out/f.nc', f'{edition}')
for a, b in ('2', '3'), ('3', '2'): # from version to version
    keeps(f'zarr{a}.zarr', 'out/g.zarr', '--as', f'zarr{b}')
    os.rename('out/g.zarr', f'again{b}.zarr')
    keeps(f'again{b}.zarr', 'out/f.nc')
    same_fills('out/f.nc', f'version {a} to version {b}')
loses("the value of elements of 'seven' that were never written", 'fills.nc', 'out/f.cdf')
told.check(all(before[n].equals(xarray.open_dataset('out/f.cdf')[n]) for n in before), 'xarray finds other missing values in a classic file')
with h5py.File('zero.h5', 'w') as f: # what was never written is 0 and not missing
    f.create_dataset('a', data=np.arange(4)).attrs['_FillValue'] = 5
loses("the value of elements of 'a' that were never written", 'zero.h5', 'out/z.cdf')

# Fill values of another kind, NaNs with other bits, texts of old writers that are no base64.
store3('kind.zarr', '{"_FillValue": 1.5}')
keeps('kind.zarr', 'out/k.h5')
told.check(attributes_of('out/k.h5').get('_FillValue') == 1.5, 'a fill value of another kind is another number')
store3('word.zarr', '{"_FillValue": "x"}')
keeps('word.zarr', 'out/k.h5')
told.check(attributes_of('out/k.h5').get('_FillValue') in ('x', b'x'), 'a word has become a fill value')
with h5py.File('nan.h5', 'w') as f:
    payload = np.frombuffer(np.uint64(0x7ff80000000007a2).tobytes(), 'f8')
    f['a'] = np.arange(3.)
    f['a'].attrs['_FillValue'] = payload
keeps('nan.h5', 'out/n.zarr', '--as', 'zarr3')
os.rename('out/n.zarr', 'nan3.zarr')
keeps('nan3.zarr', 'out/n.h5')
told.check(attributes_of('out/n.h5')['_FillValue'].tobytes() == payload.tobytes(), 'a NaN has other bits')
loses('the fill value', 'nan.h5', 'out/n.zarr', '--as', 'zarr2')
store2('old.zarr', dtype='|S3', fill_value='N/A')
np.array([b'abc'] * 4).tofile('old.zarr/a/0')
keeps('old.zarr', 'out/o.h5')
told.check(h5py.File('out/o.h5')['a'].fillvalue == b'N/A', 'a text that is no base64 is another fill value')
with h5py.File('twice.h5', 'w') as f: # the file loses an attribute of the same name: both are told
    f['a'] = np.arange(3)
    f['a'].attrs['m'], f.attrs['m'] = payload, np.array([(1, 2.5)], [('x', 'i4'), ('y', 'f8')])
loses("the attribute 'm' of the file, the attribute 'm'", 'twice.h5', 'out/t.zarr')

# Attributes: numbers beyond those with a sign, words that look like numbers, texts with zeros, names that others use.
for store in store2, store3:
    name = f'{store.__name__}.zarr'
    store(name, '{"u": 18446744073709551615, "l": [1, 9223372036854775808], "t": "NaN", "n": NaN, "i": [1.5, -Infinity], "_NCEI_id": 5, "z": "a\\u0000b",'
                ' "zs": ["a\\u0000b", "c"], "m": [[1, 2], [3, 4]], "w": [["a", "b"]], "units": "K"}')
    keeps(name, 'out/a.h5')
    said = attributes_of('out/a.h5')
    told.check(said['u'] == 2**64 - 1 and said['l'].tolist() == [1, 2**63], 'large integers are others')
    told.check(said['t'] in ('NaN', b'NaN') and np.isnan(said['n']) and np.isneginf(said['i'][1]), 'numbers and words are mixed up')
    told.check(said['_NCEI_id'] == 5 and said['z'] in ('a\0b', b'a\0b') and list(said['zs']) == [b'a\0b', b'c'], 'names or zeros are lost')
    told.check(said['m'].tolist() == [[1, 2], [3, 4]] and said['w'].shape == (1, 2), 'shapes are lost')
    os.rename('out/a.h5', 'shapes.h5')
    keeps('shapes.h5', 'out/b.zarr')
    with open('out/b.zarr/a/.zattrs', encoding='utf-8') as file:
        back = json.load(file)
    told.check(back['m'] == [[1, 2], [3, 4]] and back['w'] == [['a', 'b']] and back['t'] == 'NaN' and back['z'] == 'a\0b', 'attributes are others on their way back')
    keeps(name, 'out/c.zarr')
    kept = ''.join(open(os.path.join(at, file), encoding='utf-8').read() for at, _, files in os.walk('out/c.zarr') for file in files if file in ('.zattrs', 'zarr.json'))
    told.check('NaN,' in kept.replace('\n', '') and '"NaN"' in kept and '-Infinity' in kept, 'from store to store numbers became words')
loses("the shape {2,2} of the attribute 'm'", 'shapes.h5', 'out/s.cdf')
with h5py.File('wide.h5', 'w') as f: # numbers of another type are told, whosever attribute it is
    f['x'], f['a'] = np.arange(4.), np.arange(4.)
    f['x'].make_scale('x')
    f['a'].dims[0].attach_scale(f['x'])
    for whose in f, f['x'], f['a']:
        whose.attrs['n'] = np.int64(5)
loses("the type int64 of the attribute 'n' of 'a', which is int32 now", 'wide.h5', 'out/w.cdf')
told.says("the type int64 of the attribute 'n' of the file, which is int32 now")
loses("the type int64 of the attribute 'n' of the coordinate 'x', which is int32 now", 'wide.h5:/a', 'out/w.cdf')
keeps('wide.h5', 'out/w.cdf', '--as', 'cdf5')
store2('nameless.zarr', '{"": 1, "units": "K"}')
loses("the attribute '', which has no name", 'nameless.zarr', 'out/n.h5')
loses("the attribute '' of 'a', which has no name", 'nameless.zarr', 'out/n.cdf')
store2('own.zarr', '{"_Netcdf4Coordinates": [5, 6], "DIMENSION_LIST": "dims", "_Netcdf4Dimid": 7, "CLASS": "IMAGE", "units": "K", "_ARRAY_DIMENSIONS": ["x"]}')
loses("the attribute '_Netcdf4Coordinates', a name that the dimensions of HDF5 and netCDF-4 use", 'own.zarr', 'out/o.h5')
told.check(attributes_of('out/o.h5')['CLASS'] in ('IMAGE', b'IMAGE') and netCDF4.Dataset('out/o.h5')['a'].dimensions == ('x',), 'dimensions are others')
for text in '{"units": "K",}', '', '["units"]':
    store2('broken.zarr', text)
    told.refuses("cannot read 'broken.zarr/a/.zattrs': its attributes are no JSON object", 1, 'broken.zarr', 'out/b.h5')
with h5py.File('numbers.h5', 'w') as f:
    f['a'] = np.arange(3)
    f['a'].attrs['c'] = np.complex64(1 + 2j)
    f['a'].attrs['cs'] = np.array([1 + 2j, 3])
    f['a'].attrs['m'] = np.arange(6, dtype='i2').reshape(2, 3)
    f['a'].attrs['u'] = np.uint64(2**64 - 1)
    f['a'].dims[0].label = 'rows'
loses("the label 'rows' of its dimension 1", 'numbers.h5', 'out/n.zarr')
os.rename('out/n.zarr', 'numbers.zarr')
keeps('numbers.zarr', 'out/n.h5')
said = attributes_of('out/n.h5')
told.check(said['c'] == np.complex64(1 + 2j) and said['cs'].tolist() == [1 + 2j, 3] and said['m'].dtype == 'i2' and said['m'].shape == (2, 3), 'numbers are others')

# Types: enumerations of two values are no truth values, dates are no numbers without a word.
with h5py.File('flags.h5', 'w') as f:
    f.create_dataset('a', data=[1, 0], dtype=h5py.enum_dtype({'Yes': 0, 'No': 1}, 'u1'))
    f['b'] = np.array([True, False])
loses('the names of its values (', 'flags.h5', 'out/f.zarr')
told.check(zarr.open('out/f.zarr')['a'].dtype == 'u1' and zarr.open('out/f.zarr')['b'].dtype == bool, 'flags became truth values')
keeps('flags.h5:/b', 'out/f.zarr:/b')
os.rename('out/f.zarr', 'truths.zarr')
keeps('truths.zarr', 'out/t.nc')
told.check(netCDF4.Dataset('out/t.nc')['b'][...].tolist() == [1, 0] and h5py.File('out/t.nc')['b'].dtype == bool, 'netCDF does not show truth values')
keeps('truths.zarr', 'out/t.h5')
told.check(list(h5py.File('out/t.h5')) == ['b', 'b_0'], f"there is {list(h5py.File('out/t.h5'))}")
store2('dates.zarr', dtype='<M8[s]', shape=[2], chunks=[2])
keeps('dates.zarr', 'out/d.zarr')
keeps('dates.zarr', 'out/d.h5')
store2('months.zarr', dtype='<M8[M]', shape=[2], chunks=[2])
loses('that its elements are dates (M8[M])', 'months.zarr', 'out/d.h5')

# Texts of 4 bytes a character, as zarr-python 3.1 calls them: "fixed_length_utf32" of the registry of Zarr's extensions.
for endian in 'little', 'big':
    os.makedirs(f'wide_{endian}.zarr/c')
    with open(f'wide_{endian}.zarr/zarr.json', 'w', encoding='utf-8') as file:
        json.dump({'zarr_format': 3, 'node_type': 'array', 'shape': [3], 'data_type': {'name': 'fixed_length_utf32', 'configuration': {'length_bytes': 12}},
                   'chunk_grid': {'name': 'regular', 'configuration': {'chunk_shape': [3]}}, 'chunk_key_encoding': {'name': 'default', 'configuration': {'separator': '/'}},
                   'fill_value': '', 'codecs': [{'name': 'bytes', 'configuration': {'endian': endian}}], 'attributes': {}}, file)
    np.array(['abc', 'é€', ''], ('<' if endian == 'little' else '>') + 'U3').tofile(f'wide_{endian}.zarr/c/0')
    keeps(f'wide_{endian}.zarr', 'out/w.h5')
    with h5py.File('out/w.h5') as f:
        told.check(next(iter(f.values())).asstr()[...].tolist() == ['abc', 'é€', ''], 'wide texts are others')
    keeps(f'wide_{endian}.zarr', 'out/w.zarr')
    with open('out/w.zarr/zarr.json', encoding='utf-8') as file:
        told.check(json.load(file)['data_type']['name'] == 'fixed_length_utf32', 'wide texts have another type')

# bfloat16, the first half of a float, as zarr-python's and TensorStore's stores of version 3 call it.
halves = np.array([0x3F80, 0x7FC1, 0xC2F7, 0x0001, 0xFF80], '<u2') # 1, a NaN, -123.5, the least number, -infinity
os.makedirs('brain.zarr/c')
for endian in 'little', 'big':
    with open('brain.zarr/zarr.json', 'w', encoding='utf-8') as file:
        json.dump({'zarr_format': 3, 'node_type': 'array', 'shape': [5], 'data_type': 'bfloat16', 'chunk_grid': {'name': 'regular', 'configuration': {'chunk_shape': [5]}},
                   'chunk_key_encoding': {'name': 'default'}, 'fill_value': '0x7fc1', 'codecs': [{'name': 'bytes', 'configuration': {'endian': endian}}], 'attributes': {}}, file)
    halves.astype('<u2' if endian == 'little' else '>u2').tofile('brain.zarr/c/0')
    keeps('brain.zarr', 'out/b.h5')
    with h5py.File('out/b.h5') as f:
        said = next(iter(f.values()))[...].astype('f4')
        told.check(np.array_equal(said, (halves.astype('<u4') << 16).view('<f4'), equal_nan=True), f'h5py reads {said}')
    os.replace('out/b.h5', 'brain.h5')
    keeps('brain.h5', 'out/b.zarr:/', '--as', 'zarr3', '--byte-order', 'little')
    with open('out/b.zarr/zarr.json', encoding='utf-8') as file:
        meta = json.load(file)
    told.check(meta['data_type'] == 'bfloat16' and meta['fill_value'] in ('0x7fc1', 0) and np.array_equal(np.fromfile('out/b.zarr/c/0', '<u2'), halves), f'they came back as {meta}')
told.copies(1, 'brain.zarr', 'out/b.raw', '--byte-order', 'little')
told.check(np.array_equal(np.fromfile('out/b.raw', '<u2'), halves), 'raw elements are others')
told.refuses('npy files cannot say', 1, 'brain.zarr', 'out/b.npy')
told.copies(1, 'brain.zarr', 'out/b.npy', '--byte-order', 'little')
told.says('that its elements are numbers, bfloat16')
told.refuses('Zarr stores of version 2 cannot hold elements of type bfloat16', 1, 'brain.zarr', 'out/b.zarr', '--as', 'zarr2')

# Dates and spans of time are numbers with units elsewhere, which xarray reads, and become dates again.
for unit in 'D', 's', 'us', 'ns':
    times = {'t': np.array(['2020-02-03T04:05:06', 'NaT', '1969-12-31'], f'M8[{unit}]'), 'd': np.array([5, 'NaT', -3], f'm8[{unit}]')}
    made = zarr.open_group('times.zarr', 'w')
    for name, values in times.items():
        made.create_dataset(name, data=values, fill_value=values[1]).attrs['_ARRAY_DIMENSIONS'] = ['x' + name]
    for target in 'out/t.nc', 'out/t.cdf':
        keeps('times.zarr', target, '--compress', 'none')
        found = xarray.open_dataset(target)
        for name, values in times.items():
            told.check(np.array_equal(found[name].values, values.astype(found[name].dtype), equal_nan=True), f'in {target} xarray reads other times in {unit}')
        found.close()
        os.rename(target, 'times.' + target[6:])
        for edition in '2', '3':
            keeps('times.' + target[6:], 'out/back.zarr', '--as', 'zarr' + edition)
            if edition == '2':
                back = zarr.open('out/back.zarr')
                told.check(all(back[name].dtype.newbyteorder('=') == values.dtype and np.array_equal(back[name][...], values, equal_nan=True) for name, values in times.items()), f'times in {unit} are others on their way back')
                told.check(not set(back['t'].attrs) & {'units', 'calendar', 'numpy_dtype'}, 'dates have units twice')
            else:
                with open('out/back.zarr/t/zarr.json', encoding='utf-8') as file:
                    told.check(json.load(file)['data_type'] == {'name': 'numpy.datetime64', 'configuration': {'unit': unit, 'scale_factor': 1}}, 'version 3 calls dates otherwise')
            os.rename('out/back.zarr', 'times_again.zarr')
            keeps('times_again.zarr', 'out/again.nc')
            os.system('rm -r times_again.zarr')
    for kind, values in times.items(): # of npy, and of opaque elements as h5py tags them
        for order in '<>':
            word = order + values.dtype.str[1:]
            np.save(f'{kind}.npy', values.astype(word))
            with h5py.File('opaque.h5', 'w') as f:
                f.create_dataset(kind, data=values.astype(word).astype(h5py.opaque_dtype(word)), chunks=(2,), compression='gzip')
            for source in f'{kind}.npy', f'opaque.h5:/{kind}':
                for target in ('out/t.cdf',) if source.startswith('opaque') else ('out/t.nc', 'out/t.cdf'): # from HDF5 to HDF5 they stay opaque
                    keeps(source, target, '--compress', 'none')
                    found = xarray.open_dataset(target)
                    told.check(np.array_equal(found[kind].values, values.astype(found[kind].dtype), equal_nan=True), f'in {target} xarray reads other times in {unit}')
                    found.close()
                    os.replace(target, 'times.' + target[6:])
                    told.copies(1, 'times.' + target[6:], 'out/back.npy')
                    back = np.load('out/back.npy')
                    told.check(back.dtype.newbyteorder('=') == values.dtype and np.array_equal(back, values, equal_nan=True), f'times in {unit} are others on their way back')
                keeps(source, f'out/{kind}.npy', '--compress', 'none')
                told.check(np.array_equal(np.load(f'out/{kind}.npy'), values, equal_nan=True), 'times are others')
                keeps(source, 'out/t.zarr')
                told.check(np.array_equal(zarr.open('out/t.zarr')[kind][...], values, equal_nan=True), 'times of a store are others')
np.save('months.npy', np.array(['2020-03', 'NaT'], 'M8[M]'))
keeps('months.npy', 'out/m.npy')
loses('that its elements are dates (M8[M])', 'months.npy', 'out/m.h5')

# From store to store the version, shards, names of chunks and dimensions and the filters stay.
store3('named.zarr', shape=[2, 2], chunk_grid={'name': 'regular', 'configuration': {'chunk_shape': [2, 2]}}, dimension_names=['y', None],
       chunk_key_encoding={'name': 'v2', 'configuration': {'separator': '.'}})
os.makedirs('named.zarr/a', exist_ok=True)
os.rename('named.zarr/a/c/0/0', 'named.zarr/a/0.0')
keeps('named.zarr', 'out/n.zarr')
with open('out/n.zarr/a/zarr.json', encoding='utf-8') as file:
    said = json.load(file)
told.check(said['dimension_names'] == ['y', None] and said['chunk_key_encoding']['name'] == 'v2' and os.path.exists('out/n.zarr/a/0.0'), 'names are others')
loses("that its dimension 2 has no name ('a_1' now)", 'named.zarr', 'out/n.h5')
store2('null.zarr', dimension_separator=None)
keeps('null.zarr', 'out/n.npy')
group = zarr.open_group('bits.zarr', 'w')
group.create_dataset('a', data=np.arange(100), chunks=(10,), compressor=zarr.Blosc('zstd', 5, zarr.Blosc.BITSHUFFLE), fill_value=None, dimension_separator='/')
keeps('bits.zarr', 'out/b.zarr', '--as', 'zarr3')
told.check(json.load(open('out/b.zarr/a/zarr.json', encoding='utf-8'))['codecs'][1]['configuration']['shuffle'] == 'bitshuffle', 'bits are not shuffled')
keeps('bits.zarr', 'out/b.zarr', '--chunk', '20')
told.check(json.load(open('out/b.zarr/a/.zarray', encoding='utf-8'))['dimension_separator'] == '/' and zarr.open('out/b.zarr')['a'].compressor.shuffle == 2, 'names or filters are others')
keeps('bits.zarr', 'out/b.h5', '--deflate', '1') # asks for another compression
told.check(np.array_equal(h5py.File('out/b.h5')['a'], np.arange(100)), 'elements are others')
keeps('bits.zarr:/a', 'out/s.zarr:/a', '--shard', '20')
os.rename('out/s.zarr', 'shards.zarr')
keeps('shards.zarr', 'out/t.zarr')
codecs = json.load(open('out/t.zarr/a/zarr.json', encoding='utf-8'))['codecs']
told.check(codecs[0]['name'] == 'sharding_indexed' and codecs[0]['configuration']['chunk_shape'] == [10], 'shards are gone')
told.says('chunks stay in shards of {20}')

# Elements that are elsewhere and are not there are no zeros.
np.arange(60, dtype='<i4').tofile('short.bin')
for name, file in ('short', 'short.bin'), ('gone', 'nowhere.bin'):
    with h5py.File(f'{name}.h5', 'w') as f:
        f.create_dataset('a', (100,), '<i4', external=[(file, 0, 400)])
        f['b'] = 1
    for target in f'out/{name}.npy', f'out/{name}.h5', f'out/{name}.zarr':
        told.refuses(file, 1, f'{name}.h5:/a', target)
    told.refuses(file, 1, f'{name}.h5', 'out/w.h5')
for i in 0, 1, 3:
    with h5py.File(f'part{i}.h5', 'w') as f:
        f['d' if i else 'other'] = np.full(3, i)
with h5py.File('named_set.h5', 'w') as f:
    layout = h5py.VirtualLayout((3,), 'i8')
    layout[:] = h5py.VirtualSource('part0.h5', 'd', (3,))
    f.create_virtual_dataset('a', layout)
told.refuses('part0.h5:d', 1, 'named_set.h5:/a', 'out/v.npy')
with h5py.File('part0.h5', 'a') as f:
    f['d'] = np.full(3, 0)
with h5py.File('series.h5', 'w') as f:
    settings = h5p.create(h5p.DATASET_CREATE)
    space = h5s.create_simple((9,), (h5s.UNLIMITED,))
    space.select_hyperslab((0,), (h5s.UNLIMITED,), (3,), (3,))
    settings.set_virtual(space, b'part%b.h5', b'd', h5s.create_simple((3,)))
    h5d.create(f.id, b'a', h5t.STD_I64LE, h5s.create_simple((9,), (h5s.UNLIMITED,)), settings)
told.refuses('part2.h5', 1, 'series.h5:/a', 'out/v.npy')
with h5py.File('part2.h5', 'w') as f:
    f['d'] = np.full(3, 2)
told.copies(1, 'series.h5:/a', 'out/v.npy')
told.check(np.load('out/v.npy').tolist() == [i for i in range(4) for _ in range(3)], 'a series is another')

# Fill values of texts, as zarr-python writes and reads them.
for name, fill in ('S3', b'zz'), ('S8', b'zz'), ('S8', b'abcdefgh'):
    store = zarr.open_array('short_fill.zarr', 'w', shape=4, chunks=2, dtype=name, fill_value=fill)
    store[:2] = b'q'
    told.copies(1, 'short_fill.zarr', 'out/f.npy')
    told.check(np.load('out/f.npy').tolist() == store[...].tolist(), f'{fill} is {np.load("out/f.npy")}')
for text in 'n/a', 'abcd', 'no=':
    with open('short_fill.zarr/.zarray', encoding='utf-8') as file:
        metadata = json.load(file)
    with open('short_fill.zarr/.zarray', 'w', encoding='utf-8') as file:
        json.dump({**metadata, 'fill_value': text}, file)
    told.copies(1, 'short_fill.zarr', 'out/f.npy')
    told.check(np.load('out/f.npy').tolist() == zarr.open('short_fill.zarr')[...].tolist(), f'{text} is {np.load("out/f.npy")}')

# Variables of several lengths along one unlimited dimension; one name of dimensions of two groups.
with netCDF4.Dataset('short.nc', 'w') as f:
    f.createDimension('t', None)
    f.createDimension('x', 3)
    f.createVariable('time', 'f8', ('t',))[:] = np.arange(8.)
    f.createVariable('temp', 'i4', ('t', 'x'))[:5] = np.arange(15).reshape(5, 3)
    f.createVariable('q', 'f4', ('t',), fill_value=-1.)[:2] = 1
    f.createVariable('never', 'i2', ('t', 'x'))
loses("the name 't' of its dimension 1, which has 5 of that dimension's 8 elements", 'short.nc', 'out/s.zarr')
told.check(dict(xarray.open_zarr('out/s.zarr', decode_times=False).sizes)['t'] == 8, 'xarray does not open it')
keeps('short.nc', 'out/s.cdf')
with netCDF4.Dataset('short.nc') as a, netCDF4.Dataset('out/s.cdf') as b:
    for name in a.variables:
        x, y = a[name][...], b[name][...]
        told.check(y.shape[0] == 8 and np.array_equal(np.ma.getmaskarray(x), np.ma.getmaskarray(y)) and np.ma.allequal(x, y), f'{name} is another in the classic file')
# Attributes that are too long for the oldest HDF5 files.
store = zarr.open_group('long.zarr', 'w')
store.attrs['table'] = list(range(20000))
store.require_group('g').attrs['text'] = 'x' * 70000
store.array('a', np.arange(3)).attrs['words'] = ['word' * 5] * 4000
for target in 'out/l.h5', 'out/l.nc':
    keeps('long.zarr', target)
    with h5py.File(target) as file:
        told.check(file.attrs['table'][-1] == 19999 and len(file['g'].attrs['text']) == 70000 and len(file['a'].attrs['words']) == 4000, 'long attributes are others')

# Texts of characters that are called like their dimension: netCDF numbers the dimensions of such variables.
names = xarray.Dataset({'p': (('time', 'station'), np.arange(6.).reshape(3, 2))}, coords={'station': ['Ulm', 'Aix']})
names.to_netcdf('names.nc', encoding={'station': {'dtype': 'S1'}})
keeps('names.nc', 'out/s.zarr')
told.check(xarray.open_zarr('out/s.zarr').equals(xarray.open_dataset('names.nc')), 'xarray finds something else')
keeps('names.nc', 'out/s.cdf')
told.check(xarray.open_dataset('out/s.cdf').equals(xarray.open_dataset('names.nc')), 'xarray finds something else in the classic file')
with netCDF4.Dataset('around.nc', 'w') as f:
    f.createDimension('t', None)
    f.createVariable('v', 'i4', ('t',))[:3] = 1
    f.createGroup('g').createVariable('w', 'i4', ('t',))[:2] = 1
    f.createGroup('h').createDimension('t', None)
    f['h'].createVariable('w', 'i4', ('t',))[:1] = 1
loses("the name 't' of its dimension 1, which has 2 of that dimension's 3 elements", 'around.nc', 'out/s.zarr')
told.check('1 of' not in told.said, 'another dimension of the same name is taken for it')
with netCDF4.Dataset('spaces.nc', 'w') as f:
    for name, length in ('g', 3), ('h', 4):
        group = f.createGroup(name)
        group.createDimension('x', length)
        group.createVariable('x', 'f8', ('x',))[:] = np.arange(length)
        group.createVariable('v', 'i4', ('x',))[:] = np.arange(length)
keeps('spaces.nc', 'out/s.zarr')
told.check(all(list(xarray.open_zarr('out/s.zarr', group=g).coords) == ['x'] for g in 'gh'), 'names of dimensions are lost')

# What has no elements, virtual datasets alone, names, and files that are open.
with h5py.File('null.h5', 'w') as f:
    f['y'] = np.arange(3.)
    f.create_dataset('x', data=h5py.Empty('i4')).make_scale('x')
    f['y'].dims[0].attach_scale(f['x'])
loses("'/x', which has a type and no elements", 'null.h5', 'out/n.zarr')
told.copies(1, 'null.h5', 'out/n.zarr', '--exclude', 'x')
told.copies(1, 'null.h5', 'out/n.h5')
with h5py.File('only_virtual.h5', 'w') as f:
    for name in 'ab':
        layout = h5py.VirtualLayout((3,), 'i8')
        layout[:] = h5py.VirtualSource('part0.h5', 'd', (3,))
        f.create_virtual_dataset(name, layout)
told.copies(1, 'only_virtual.h5', 'out/v.h5')
told.check(all(h5py.File('out/v.h5')[name].is_virtual for name in 'ab'), 'one of several virtual datasets has become elements')
os.makedirs('c:', exist_ok=True)
os.rename('only_virtual.h5', 'c:/x.h5')
told.copies(1, 'c:/x.h5', 'out/v.h5')
long_name = 'n' * 238 + '.h5'
told.copies(1, 'numbers.h5', 'out/' + long_name)
told.check(sorted(os.listdir('out')) == [long_name, long_name + '.xxh3'], 'files lie about')
told.refuses('has 254 bytes; name a target of at most 250', 1, 'numbers.h5', 'out/' + 'n' * 251 + '.h5')
told.refuses("the type of 'a', int64, needs CDF-5", 1, 'numbers.h5:/a', 'out/n.cdf', '--as', 'cdf2')
with h5py.File('open.h5', 'w', libver='latest') as f:
    f.create_dataset('a', data=np.arange(5), chunks=(5,), maxshape=(None,))
    f.swmr_mode = True
    told.copies(1, 'open.h5', 'out/o.npy')
    told.says('is being written (SWMR)')
with h5py.File('open.h5', 'w', libver='latest') as f:
    f['a'] = np.arange(5)
    f.flush()
    told.refuses('another program has the file open for writing', 1, 'open.h5', 'out/o.npy', code=1)

told.end('what is lost is told')
