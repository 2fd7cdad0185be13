# SPDX-License-Identifier: BSD-3-Clause
"""Random files with everything, and what files hold by the libraries of others."""
import base64
import json
import os

import h5py
import netCDF4
import numcodecs
import numpy as np

NUMBERS = ['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f4', 'f8']
OLD = ['i1', 'i2', 'i4', 'f4', 'f8']
HDF5_OWN = {'DIMENSION_LIST': h5py.h5t.VLEN, 'REFERENCE_LIST': h5py.h5t.COMPOUND, 'DIMENSION_LABELS': h5py.h5t.STRING, '_Netcdf4Dimid': h5py.h5t.INTEGER,
            '_Netcdf4Coordinates': h5py.h5t.INTEGER, '_nc3_strict': h5py.h5t.INTEGER, '_NCProperties': h5py.h5t.STRING}
NAMES = ['units', 'long name', '_NCEI_id', 'CLASS', 'NAME', '_Netcdf4Coordinates', 'DIMENSION_LIST', 'é', 'valid_range', 'm', 'flag', 'z']
FILTERS = {'h5': ['gzip', 'lzf', 'shuffle', 'fletcher32', 'scaleoffset'], 'nc': ['zlib', 'shuffle', 'fletcher32'], 'cdf': [],
           'zarr2': ['zlib', 'gzip', 'bz2', 'zstd', 'blosc', 'shuffle'], 'zarr3': ['gzip', 'zstd', 'blosc', 'crc32c']}
COMPRESSIONS = ['gzip', 'lzf', 'zlib', 'bz2', 'zstd', 'blosc']


# What is drawn.

def draw_numbers(rng, types, shape):
    dtype = np.dtype(rng.choice(types))
    if dtype.kind in 'iu':
        info = np.iinfo(dtype)
        pool = [0, 1, 7, info.max, info.min]
    elif dtype.kind == 'c':
        pool = [1 + 2j, complex(np.nan, 0), 3]
    elif dtype.kind == 'b':
        pool = [True, False]
    else:
        pool = [0., -0., 1.5, np.nan, np.inf, -np.inf, 1e30]
    made = np.array([rng.choice(pool) for _ in range(int(np.prod(shape)))], dtype).reshape(shape)
    if dtype == 'f8' and rng.random() < 0.1 and made.size:
        made.ravel()[0] = np.frombuffer(np.uint64(0x7ff80000000007a2).tobytes(), 'f8')[0]
    return made


def draw_attribute(rng, form):
    """A numpy array, a text, or a list of texts; in stores what JSON has."""
    kind = rng.random()
    text = rng.choice(['K', '', 'é ü', 'NaN', 'two\nlines', 'a\0b', '5'])
    if form.startswith('zarr'):
        return rng.choice([text, [text, 'b'], 5, -3, 3.0, 2**63, 2**64 - 1, -2**63, 1e300, float('nan'), [1, float('inf')], [1, 2**31], True, [True, False],
                           None, {'k': [1]}, [1, 'a'], [[1, 2], [3, 4]], [[['a'], ['b']]], [[1], [2, 3]], 123456789012345678901234567890, [1.5, 2]])
    if form == 'cdf':
        return text.replace('\0', '0') if kind < 0.5 else draw_numbers(rng, OLD, rng.choice([(1,), (3,)]))
    if kind < 0.3:
        return text
    if kind < 0.4:
        return ['a', text.replace('\0', '0')]
    if form == 'nc':
        return draw_numbers(rng, NUMBERS, rng.choice([(1,), (3,)]))
    if kind < 0.45:
        return np.array([(1, 2.5)], [('x', 'i4'), ('y', 'f8')])
    return draw_numbers(rng, NUMBERS + ['c8', 'c16', '?', 'f2'], rng.choice([(), (1,), (3,), (2, 3), (1, 1)]))


def draw_attributes(rng, form):
    # netCDF's own library knows some of the names.
    return {name: draw_attribute(rng, form) for name in rng.sample(NAMES if form.startswith('zarr') else NAMES[:3] + NAMES[7:], rng.randint(0, 4))}


def draw_types(rng, form):
    if form == 'cdf':
        return rng.choice(OLD)
    others = {'h5': ['?', 'c8', 'S5', 'flags', 'pair', 'terminated'], 'zarr2': ['?', 'c8', '|S5', '<M8[s]'], 'zarr3': ['?', 'c8'], 'nc': []}[form]
    return rng.choice(others) if others and rng.random() < 0.3 else rng.choice(NUMBERS)


class Drawn:
    """An array of a source."""

    def __init__(self, rng, form, name, dims, lengths):
        self.name, self.dims, self.kind = name, dims, draw_types(rng, form)
        self.shape = tuple(lengths[dim] for dim in dims)
        self.attributes = draw_attributes(rng, form)
        number = self.kind if self.kind in NUMBERS else None
        self.fill = draw_numbers(rng, [number], ())[()] if number and rng.random() < 0.4 else None
        # netCDF's own values say nothing.
        self.unwritten = np.dtype(number).type(rng.choice([0, 1, 7])) if number and rng.random() < 0.4 else None
        self.data = np.arange(int(np.prod(self.shape))).reshape(self.shape) % 100
        self.filters = self.draw_filters(rng, form)

    def draw_filters(self, rng, form):
        """At most one compresses."""
        drawn = rng.sample(FILTERS[form], rng.randint(0, len(FILTERS[form]))) if rng.random() < 0.5 else []
        first = next((each for each in drawn if each in COMPRESSIONS), None)
        # h5py has scale-offset for numbers alone, and without checksums.
        packs = self.kind[0] in 'iu' and 'fletcher32' not in drawn
        return [each for each in drawn if (each == first or each not in COMPRESSIONS) and (each != 'scaleoffset' or packs)]


# How it is written.

def write_h5(rng, arrays, lengths, attributes):
    with h5py.File('in.h5', 'w') as f:
        scales = [dim for dim in lengths if rng.random() < 0.6]
        for dim in scales:
            f.create_dataset(dim, data=np.arange(lengths[dim], dtype='i4'), chunks=(1,), maxshape=(rng.choice([None, lengths[dim]]),)).make_scale(dim)
        for each in arrays:
            options = {} if each.unwritten is None else {'fillvalue': each.unwritten}
            grows = [dim if rng.random() < 0.2 else None for dim in each.dims]
            named = {'gzip': ('compression', 'gzip'), 'lzf': ('compression', 'lzf'), 'scaleoffset': ('scaleoffset', 0)}
            options |= dict(named.get(filter, (filter, True)) for filter in each.filters)
            if each.dims and (any(grows) or each.filters or rng.random() < 0.3):
                options |= {'chunks': tuple(min(4, n) for n in each.shape), 'maxshape': tuple(None if g else n for g, n in zip(grows, each.shape))}
            if each.kind == 'flags':
                made = f.create_dataset(each.name, data=each.data % 2, dtype=h5py.enum_dtype({'No': 1, 'Yes': 0}, 'i1'), **options)
            elif each.kind == 'pair':
                made = f.create_dataset(each.name, data=np.zeros(each.shape, [('a', '<i4'), ('b', 'S3')]), **options)
            elif each.kind == 'terminated':
                text = h5py.h5t.C_S1.copy()
                text.set_size(6)
                made = h5py.Dataset(h5py.h5d.create(f.require_group(each.name.rsplit('/', 1)[0] or '/').id, each.name.rsplit('/', 1)[1].encode(), text,
                                                    h5py.h5s.create_simple(each.shape)))
                each.filters = []
                made.id.write(h5py.h5s.ALL, h5py.h5s.ALL, np.frombuffer(b'ab\0XYZ' * made.size, 'S6').reshape(each.shape), text)
            else:
                made = f.create_dataset(each.name, data=(each.data % 2 if each.kind == '?' else each.data).astype(each.kind), **options)
            for key, value in each.attributes.items():
                made.attrs[key] = np.bytes_(value) if isinstance(value, str) and '\0' in value else value
            if each.fill is not None:
                made.attrs['_FillValue'] = np.array([each.fill])
            for i, dim in enumerate(each.dims):
                if dim in scales:
                    made.dims[i].attach_scale(f[dim])
                elif rng.random() < 0.1:
                    made.dims[i].label = f'label {i}'
        f.attrs.update({key: np.bytes_(value) if isinstance(value, str) and '\0' in value else value for key, value in attributes.items()})
        if rng.random() < 0.3:
            f.create_dataset('shapeless', data=h5py.Empty('i4'))
        if rng.random() < 0.2:
            f['soft'] = h5py.SoftLink(arrays[0].name)
    return 'in.h5'


def write_netcdf(rng, arrays, lengths, attributes, form):
    with netCDF4.Dataset(f'in.{form}', 'w', format='NETCDF4' if form == 'nc' else 'NETCDF3_64BIT_OFFSET') as f:
        grows = rng.choice(list(lengths)) if rng.random() < 0.6 else None
        for dim, length in lengths.items():
            f.createDimension(dim, None if dim == grows else length)
        for each in arrays:
            dims = tuple(sorted(each.dims, key=lambda dim: dim != grows))
            made = f.createVariable(each.name, each.kind, dims, fill_value=each.fill, **{filter: True for filter in each.filters})
            made.set_auto_maskandscale(False)
            made.setncatts(each.attributes)
            shape = tuple(lengths[dim] for dim in dims)
            if grows in dims and rng.random() < 0.3: # has not got its last records
                shape = (rng.randint(1, shape[0]),) + shape[1:]
            made[tuple(slice(0, n) for n in shape)] = np.arange(int(np.prod(shape))).reshape(shape) % 100
        f.setncatts(attributes)
    return f'in.{form}'


def crc32c(data):
    rest = 0xffffffff
    for byte in data:
        rest ^= byte
        for _ in range(8):
            rest = rest >> 1 ^ (0x82f63b78 if rest & 1 else 0)
    return (rest ^ 0xffffffff).to_bytes(4, 'little')


def codec_of(name, bytes_of_element, third):
    """What numcodecs says of a filter, and how version 3 says the same."""
    codec = {'gzip': numcodecs.GZip(1), 'zlib': numcodecs.Zlib(1), 'bz2': numcodecs.BZ2(1), 'zstd': numcodecs.Zstd(1),
             'blosc': numcodecs.Blosc('zstd', 1, numcodecs.Blosc.SHUFFLE), 'shuffle': numcodecs.Shuffle(bytes_of_element)}[name].get_config()
    if not third:
        return codec
    del codec['id']
    if name == 'blosc':
        codec |= {'shuffle': 'shuffle', 'typesize': bytes_of_element}
    return {'name': name, 'configuration': codec | ({'checksum': False} if name == 'zstd' else {})}


def encoded(data, names):
    for name in names:
        data = data + crc32c(data) if name == 'crc32c' else bytes(numcodecs.get_codec(codec_of(name, 8, False)).encode(data))
    return data


def write_zarr(rng, arrays, attributes, version):
    def put(path, text):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            json.dump(text, file)

    third = version == 3
    groups = {'', *(each.name.rsplit('/', 1)[0] for each in arrays)}
    for group in groups:
        own = attributes if group == '' else {}
        put(f'in.zarr{group}/' + ('zarr.json' if third else '.zgroup'), {'zarr_format': version, **({'node_type': 'group', 'attributes': own} if third else {})})
        if own and not third:
            put('in.zarr/.zattrs', own)
    for each in arrays:
        data = (each.data % 2 if each.kind == '?' else each.data).astype('<i8' if each.kind == '<M8[s]' else each.kind)
        dtype = np.dtype(each.kind).newbyteorder('<').str
        separator = rng.choice('./')
        fill = each.unwritten if third else each.fill
        said = None if fill is None else 'NaN' if fill != fill else repr(float(fill)).replace('inf', 'Infinity') if np.isinf(fill) else fill.item()
        names = [dim if rng.random() < 0.9 or not third else None for dim in each.dims]
        own = dict(each.attributes)
        order = sorted(each.filters, key=['shuffle', *COMPRESSIONS, 'crc32c'].index)
        codecs = [{'name': 'crc32c'} if filter == 'crc32c' else codec_of(filter, data.itemsize, third) for filter in order]
        if third:
            if each.fill is not None:
                own['_FillValue'] = base64.b64encode(np.float64(each.fill).tobytes()).decode() if each.kind[0] == 'f' else each.fill.item()
            meta = {'zarr_format': 3, 'node_type': 'array', 'shape': each.shape, 'data_type': {'?': 'bool', 'c8': 'complex64'}.get(each.kind, np.dtype(each.kind).name),
                    'chunk_grid': {'name': 'regular', 'configuration': {'chunk_shape': each.shape}},
                    'chunk_key_encoding': {'name': 'default', 'configuration': {'separator': separator}}, 'attributes': own, 'dimension_names': names,
                    'codecs': [{'name': 'bytes', **({'configuration': {'endian': 'little'}} if data.itemsize > 1 else {})}, *codecs],
                    'fill_value': said if said is not None else {'?': False, 'c8': [0., 0.]}.get(each.kind, 0)}
            put(f'in.zarr{each.name}/zarr.json', meta)
            chunk = f'in.zarr{each.name}/' + separator.join('c' + '0' * len(each.shape))
        else:
            put(f'in.zarr{each.name}/.zarray', {'zarr_format': 2, 'shape': each.shape, 'chunks': each.shape, 'dtype': dtype, 'order': 'C',
                                               'compressor': next((c for c in codecs if c['id'] != 'shuffle'), None), 'filters': [c for c in codecs if c['id'] == 'shuffle'] or None,
                                               'dimension_separator': separator, 'fill_value': said})
            put(f'in.zarr{each.name}/.zattrs', {**own, '_ARRAY_DIMENSIONS': names})
            chunk = f'in.zarr{each.name}/' + (separator.join('0' * len(each.shape)) or '0')
        os.makedirs(os.path.dirname(chunk), exist_ok=True)
        shuffled = numcodecs.Shuffle(data.itemsize).encode(data) if 'shuffle' in order else data.tobytes()
        with open(chunk, 'wb') as file:
            file.write(encoded(bytes(shuffled), [filter for filter in order if filter != 'shuffle']))
    return 'in.zarr'


# What a file holds, by others' libraries: {(what, array, name): value}, of one format only compared with the same.

def in_order(array):
    return array.astype(array.dtype.newbyteorder('=')).tobytes()


def as_netcdf(items):
    """For netCDF a value and a list of this value alone are the same."""
    def alone(value):
        if isinstance(value, str) and isinstance(json.loads(value), list) and len(json.loads(value)) == 1 and not isinstance(json.loads(value)[0], list):
            return json.dumps(json.loads(value)[0])
        if isinstance(value, tuple) and len(value) == 3 and value[1] == (1,):
            return ('text', value[2][0]) if value[0] == 'texts' else (value[0], (), value[2])
        return value
    return {item: alone(value) if item[0] == 'attribute' else value for item, value in items.items()}


def plain(value):
    """Texts of any length and of a fixed one are the same."""
    if isinstance(value, h5py.Empty):
        return 'text', ''
    if isinstance(value, (bytes, np.bytes_)):
        return 'text', bytes(value).rstrip(b'\0').decode('utf-8', 'replace')
    if isinstance(value, str):
        return 'text', value
    array = np.asarray(value)
    if array.dtype.kind in 'OSU':
        texts = [plain(each)[1] for each in array.ravel().tolist()]
        return ('text', texts[0]) if array.shape == () else ('texts', array.shape, texts)
    return array.dtype.newbyteorder('=').str, array.shape, in_order(array)


def filters_in_h5(path, made):
    settings = made.id.get_create_plist()
    items = {}
    for number, _, values, _ in (settings.get_filter(i) for i in range(settings.get_nfilters())):
        items['filter', path, {2: 'shuffle', 3: 'fletcher32', 6: 'scale-offset'}.get(number, 'compression')] = True
        if number == 32001 and values[5]: # blosc shuffles itself
            items['filter', path, 'shuffle'] = True
    return items


def inventory_h5(path):
    items = {}

    def attributes(whose, made, of_scale=False):
        for name in made.attrs:
            kind = h5py.h5a.open(made.id, name.encode()).get_type().get_class()
            if HDF5_OWN.get(name) != kind and not (of_scale and name in ('CLASS', 'NAME')) and name != '_FillValue':
                items['attribute', whose, name] = plain(made.attrs[name])

    def visit(name, made):
        path = '/' + name
        if isinstance(made, h5py.Group):
            items['group', path, ''] = ''
            return attributes(path, made)
        if made.attrs.get('NAME', b'')[:10] == b'This is a ':
            return None
        of_scale = h5py.h5ds.is_scale(made.id) if 'CLASS' not in made.attrs or plain(made.attrs['CLASS'])[1] == 'DIMENSION_SCALE' else False
        attributes(path, made, of_scale)
        if made.shape is None:
            items['array', path, ''] = None
            return None
        items['array', path, ''] = made.shape, in_order(made[...]) if made.dtype.kind != 'O' else made.asstr()[...].tolist()
        kind = made.id.get_type()
        names = [kind.get_member_name(i) for i in range(kind.get_nmembers())] if kind.get_class() == h5py.h5t.ENUM else ''
        items['type', path, ''] = made.dtype.newbyteorder('=').str, str(names)
        for i, dim in enumerate(made.dims):
            scale = [s.name for s in dim.values()] if not of_scale else [path]
            if scale:
                items['dimension', path, i] = scale[0].rsplit('/', 1)[1]
            if dim.label:
                items['label', path, dim.label] = i
            if made.maxshape[i] is None:
                items['grows', path, i] = True
        items.update(filters_in_h5(path, made))
        if '_FillValue' in made.attrs:
            items['fill', path, ''] = plain(made.attrs['_FillValue'])
        if made.id.get_create_plist().fill_value_defined() == h5py.h5d.FILL_VALUE_USER_DEFINED and np.any(np.frombuffer(made.fillvalue.tobytes(), 'u1')):
            items['unwritten', path, ''] = made.fillvalue.tobytes()
        return None

    with h5py.File(path) as f:
        f.visititems(visit)
        attributes('/', f)
    return items


def inventory_netcdf(path):
    items = {}
    with netCDF4.Dataset(path) as f:
        for name, dim in f.dimensions.items():
            items['length', name, ''] = dim.size, dim.isunlimited()
        for name in f.ncattrs():
            items['attribute', '/', name] = plain(f.getncattr(name))
        for name, made in f.variables.items():
            made.set_auto_maskandscale(False)
            items['array', '/' + name, ''] = in_order(made[...])
            items['type', '/' + name, ''] = made.dtype.newbyteorder('=').str
            for i, dim in enumerate(made.dimensions):
                items['dimension', '/' + name, i] = dim
            for key in made.ncattrs():
                items[('fill', '/' + name, '') if key == '_FillValue' else ('attribute', '/' + name, key)] = plain(made.getncattr(key))
        names = list(f.variables) if f.data_model.startswith('NETCDF4') else []
    if names: # netCDF tells only its own filters
        with h5py.File(path) as f:
            for name in names:
                items.update(filters_in_h5('/' + name, f[name]))
    return items


def json_value(value, word=''):
    """`word`: the type that netCDF's convention notes."""
    if isinstance(value, str) and word and word != '|S1' and value in ('NaN', 'Infinity', '-Infinity'):
        value = float(value.replace('Infinity', 'inf'))
    if isinstance(value, list) and word:
        value = [float(each.replace('Infinity', 'inf')) if isinstance(each, str) else each for each in value]
    if isinstance(value, list) and any(isinstance(each, float) for each in value) and not any(isinstance(each, (str, list, bool)) for each in value):
        value = [float(each) for each in value]
    return json.dumps(value)


def number(value):
    return value if isinstance(value, str) else json.dumps(float(value)) if isinstance(value, (int, float)) else json.dumps(value)


def is_nothing(fill):
    return all(is_nothing(each) for each in fill) if isinstance(fill, list) else not isinstance(fill, str) and not fill


def filters_of(meta):
    """[(name, codec)] in the order in which chunks pass through them."""
    if meta['zarr_format'] == 3:
        return [(codec['name'], codec) for codec in meta['codecs'] if codec['name'] != 'bytes']
    codecs = (meta['filters'] or []) + ([meta['compressor']] if meta['compressor'] else [])
    return [(codec['id'], codec) for codec in codecs]


def decoded(data, passed):
    for name, codec in reversed(passed):
        data = data[:-4] if name == 'crc32c' else bytes(numcodecs.get_codec(codec if 'id' in codec else {'id': name}).decode(data))
    return data


def inventory_zarr(path):
    items = {}
    for folder, _, names in os.walk(path):
        name = folder[len(path):] or '/'
        third = 'zarr.json' in names
        if not third and '.zarray' not in names and '.zgroup' not in names:
            continue
        if third:
            meta = json.load(open(folder + '/zarr.json', encoding='utf-8'))
            own, is_array, dims = meta.get('attributes', {}), meta['node_type'] == 'array', meta.get('dimension_names') or []
        else:
            own = json.load(open(folder + '/.zattrs', encoding='utf-8')) if '.zattrs' in names else {}
            is_array, dims = '.zarray' in names, own.pop('_ARRAY_DIMENSIONS', [])
            meta = json.load(open(folder + '/.zarray', encoding='utf-8')) if is_array else {}
        types = own.pop('_NCZARR_ATTR', {}).get('types', {})
        if third and '_FillValue' in own:
            items['fill', name, ''] = number(own.pop('_FillValue'))
        for key, value in own.items():
            items['attribute', name, key] = json_value(value, types.get(key, ''))
        if not is_array:
            items['group', name, ''] = ''
            continue
        items['type', name, ''] = str(meta.get('dtype', meta.get('data_type'))).replace('>', '<')
        dtype = meta['dtype'] if 'dtype' in meta else {'bool': '?'}.get(meta['data_type'], meta['data_type'])
        if third and any(codec.get('configuration', {}).get('endian') == 'big' for codec in meta['codecs']):
            dtype = np.dtype(dtype).newbyteorder('>')
        chunks = {os.path.relpath(os.path.join(at, f), folder): open(os.path.join(at, f), 'rb').read() for at, _, files in os.walk(folder) for f in files if f[0] in 'c0'}
        passed = filters_of(meta)
        items |= {('filter', name, 'compression' if filter in COMPRESSIONS else filter): True for filter, _ in passed}
        if any(filter == 'blosc' and codec.get('shuffle', codec.get('configuration', {}).get('shuffle')) in (1, 'shuffle') for filter, codec in passed):
            items['filter', name, 'shuffle'] = True
        items['array', name, ''] = tuple(meta['shape']), sorted(in_order(np.frombuffer(decoded(chunk, passed), dtype)) for chunk in chunks.values())
        for i, dim in enumerate(dims):
            if dim:
                items['dimension', name, i] = dim
        if meta['fill_value'] is not None and not (third and is_nothing(meta['fill_value'])): # zeros are what nobody has said
            items['unwritten' if third else 'fill', name, ''] = number(meta['fill_value'])
    return items


INVENTORIES = {'h5': inventory_h5, 'nc': inventory_netcdf, 'cdf': inventory_netcdf, 'zarr2': inventory_zarr, 'zarr3': inventory_zarr}


def draw_source(rng, form):
    """Its name."""
    lengths = {name: rng.choice([1, 2, 3, 5]) for name in rng.sample(['t', 'y', 'x'], rng.randint(1, 3))}
    groups = [''] if form in ('nc', 'cdf') else rng.choice([[''], ['', '/g']])
    arrays = [Drawn(rng, form, f'{rng.choice(groups)}/v{i}', tuple(rng.sample(list(lengths), rng.randint(1, len(lengths)))), lengths) for i in range(rng.randint(1, 3))]
    attributes = draw_attributes(rng, form)
    if form == 'h5':
        return write_h5(rng, arrays, lengths, attributes)
    if form.startswith('zarr'):
        return write_zarr(rng, arrays, attributes, int(form[-1]))
    for each in arrays:
        each.name = each.name[1:]
    return write_netcdf(rng, arrays, lengths, attributes, form)
