# SPDX-License-Identifier: BSD-3-Clause
"""Arrays in files, written and read by numpy and h5py: npy, raw, HDF5, and a file for each rank with strides and gaps of its own."""
import ctypes
import json
import os

import h5py
import numpy as np

from mappings import Array, draw_mapping

ONE_ARRAY = ['npy', 'raw', 'h5', 'parts'] # formats that hold one array
SEVERAL = ['h5', 'parts']


def draw_format(rng, arrays):
    return rng.choice(ONE_ARRAY if len(arrays) == 1 else SEVERAL)


def place_of(stem, form):
    return f'{stem}/' if form == 'parts' else f'{stem}.{form}'


def native_bytes(array, value):
    """As the array is stored, without strides."""
    return value.tobytes(order=array.order())


def write(rng, stem, form, arrays, held):
    """`held`: by name. Returns the word of the command line."""
    place = place_of(stem, form)
    if form == 'h5':
        with h5py.File(place, 'w') as file:
            for array in arrays:
                file[array.name] = np.ascontiguousarray(held[array.name].T if array.fortran else held[array.name])
    elif form == 'parts':
        os.makedirs(stem)
        for array in arrays:
            write_parts(rng, stem, array, held[array.name])
    elif form == 'npy':
        np.save(place, np.asarray(held[arrays[0].name], order=rng.choice('CF')))
    else:
        with open(place, 'wb') as file:
            file.write(native_bytes(arrays[0], held[arrays[0].name]))
    return place


def checksum(memory):
    xxhash = ctypes.CDLL('libxxhash.so.0').XXH3_64bits
    xxhash.restype, xxhash.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t]
    return f'{xxhash(memory.tobytes(), memory.nbytes):016x}'


def write_parts(rng, folder, array, value):
    """As the ranks of another job would have stored it: any mapping, ghosts and gaps that hold rubbish."""
    ranks = rng.randint(1, 5)
    array = Array(array.name, value.dtype, array.shape, array.lower, array.fortran) # of the type that it has here
    mapping = draw_mapping(rng, 'PP', array, ranks)
    shadow = [[rng.randint(0, 2), rng.randint(0, 2)] for _ in array.shape] if rng.random() < 0.3 else []
    lines = [f'!dist$ array {array.declared()}', *mapping.first(array)]
    if shadow:
        lines.insert(1, f'!hpf$ shadow {array.name}({",".join(f"{low}:{high}" for low, high in shadow)})')
    said = {'schema': 'tessera.localfiles/2', 'array': array.name, 'hpf': '\n'.join(lines) + '\n',
            'type': f'V{value.dtype.itemsize}' if value.dtype.kind == 'V' else value.dtype.name, 'byte_order': 'little',
            'permutation': list(range(value.ndim))[::1 if array.fortran else -1], 'shadow': shadow, 'shape': list(array.shape),
            'lower': list(array.lower), 'files': []}
    for rank in range(ranks):
        held = mapping.holders[rank]
        name = f'{array.name}.{rank:04}.bin'
        owned = [np.flatnonzero(held.any(axis=tuple(a for a in range(held.ndim) if a != d))) for d in range(held.ndim)]
        strides, offset, memory = stored(rng, said['permutation'], shadow or [[0, 0]] * held.ndim, value[np.ix_(*owned)])
        memory.tofile(os.path.join(folder, name))
        dims = [[{'first': int(i) + low, 'last': int(i) + low, 'length': 1, 'stride': 1, 'count': 1} for i in along]
                for along, low in zip(owned, array.lower)]
        said['files'].append({'rank': rank, 'file': name, 'bytes': memory.nbytes, 'xxh3': checksum(memory), 'strides': strides,
                              'offset': offset, 'local_shape': [len(along) for along in owned], 'dims': dims})
    with open(os.path.join(folder, array.name + '.json'), 'w') as file:
        json.dump(said, file)


def stored(rng, permutation, shadow, part):
    """Its elements with ghosts and gaps between lines, planes, ...: strides, offset, and the memory."""
    if part.size == 0:
        return [1] * part.ndim, 0, np.empty(0, part.dtype)
    strides, reach = [0] * part.ndim, 1
    for d in permutation:
        strides[d] = reach
        reach *= part.shape[d] + sum(shadow[d]) + rng.choice([0, 0, 1, 3])
    offset = sum(low * stride for (low, _), stride in zip(shadow, strides))
    memory = np.frombuffer(b'\x5a' * (reach * part.itemsize), part.dtype).copy()
    np.lib.stride_tricks.as_strided(memory[offset:], part.shape, [s * part.itemsize for s in strides])[...] = part
    return strides, offset, memory


def read(stem, form, array, dtype, mapping, problems):
    """The whole array; `problems` takes what else is wrong."""
    place = place_of(stem, form)
    if form == 'h5':
        with h5py.File(place) as file:
            value = file[array.name][()]
        return value.T if array.fortran else value
    if form == 'parts':
        return read_parts(stem, array, mapping, problems)
    if form == 'npy':
        return np.load(place)
    return np.fromfile(place, dtype).reshape(array.shape, order=array.order())


def read_parts(folder, array, mapping, problems):
    """Every rank's file holds what the mapping gives it, if there is one, each copy of an element the same."""
    with open(os.path.join(folder, array.name + '.json')) as file:
        said = json.load(file)
    whole = np.zeros(said['shape'], said['type'])
    seen = {} # by rank
    first = np.zeros(said['shape'], bool)
    for each in said['files']:
        if 0 in each['local_shape']:
            continue
        memory = np.fromfile(os.path.join(folder, each['file']), said['type'])
        part = np.lib.stride_tricks.as_strided(memory[each['offset']:], each['local_shape'], [s * memory.itemsize for s in each['strides']])
        owned = [np.sort([f['first'] - low + f['stride'] * i + j for f in families for i in range(f['count']) for j in range(f['length'])])
                 for families, low in zip(each['dims'], said['lower'])]
        at = np.ix_(*owned)
        seen[each['rank']] = np.zeros(said['shape'], bool)
        seen[each['rank']][at] = True
        if (whole[at][first[at]] != part[first[at]]).any():
            problems.append(f'{array.name}: copies of an element differ')
        whole[at] = part
        first[at] = True
    nothing = np.zeros(said['shape'], bool)
    if mapping and any(not np.array_equal(seen.get(rank, nothing), held) for rank, held in enumerate(mapping.holders)):
        problems.append(f'{array.name}: ranks hold other elements than the mapping says')
    return whole
