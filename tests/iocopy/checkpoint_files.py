# SPDX-License-Identifier: BSD-3-Clause
"""PyTorch's distributed checkpoints, made byte by byte with classes of the same names: no PyTorch is needed.
(PyTorch 2.9: torch/distributed/checkpoint/{metadata,filesystem,_hf_utils}.py, torch/serialization.py, torch/_utils.py)"""
import collections
import io
import itertools
import json
import os
import pickle
import struct
import sys
import types
import zipfile

import numpy as np

STORAGES = {'float32': 'FloatStorage', 'float64': 'DoubleStorage', 'float16': 'HalfStorage', 'bfloat16': 'BFloat16Storage', 'int64': 'LongStorage', 'uint8': 'ByteStorage',
            'bool': 'BoolStorage', 'complex64': 'ComplexFloatStorage'}
WORDS = {'float32': 'F32', 'float64': 'F64', 'float16': 'F16', 'bfloat16': 'BF16', 'int64': 'I64', 'uint8': 'U8', 'bool': 'BOOL', 'complex64': 'C64'}


def module(name, **members):
    made = sys.modules.setdefault(name, types.ModuleType(name))
    for key, value in members.items():
        if isinstance(value, type) or callable(value):
            value.__module__, value.__qualname__, value.__name__ = name, key, key
        setattr(made, key, value)
    return made


def classes(name, *names):
    return module(name, **{each: type(each, (), {'__init__': lambda self, **state: self.__dict__.update(state)}) for each in names})


class Size(tuple):
    def __reduce__(self):
        return Size, (tuple(self),)


class Named:
    """A dtype: pickled as the name of a global."""

    def __init__(self, name):
        self.name = name

    def __reduce__(self):
        return self.name


def rebuild(*_):
    """Only its name is pickled."""


Named.__module__ = 'torch'
module('torch', Size=Size, **{name: Named(name) for name in (*STORAGES, 'float8_e4m3fn', 'uint16')}, **{name: type(name, (), {}) for name in STORAGES.values()})
utils = module('torch._utils', _rebuild_tensor_v2=rebuild)
layout = module('torch.serialization', _get_layout=lambda name: name)
shapes = classes('torch.distributed.checkpoint.metadata', 'Metadata', 'TensorStorageMetadata', 'BytesStorageMetadata', 'ChunkStorageMetadata', 'MetadataIndex', 'TensorProperties',
                 'StorageMeta')
stores = classes('torch.distributed.checkpoint.filesystem', '_StorageInfo')


class Strided:
    def __reduce__(self):
        return layout._get_layout, ('torch.strided',)


class Encoding:
    def __init__(self, value=0):
        assert value == 0

    def __reduce__(self):
        return Encoding, (0,)


module('torch.distributed.checkpoint.metadata', _MEM_FORMAT_ENCODING=Encoding)
def take_properties(self, state):
    self.dtype, _, self.requires_grad, _, self.pin_memory = state


shapes.TensorProperties.__setstate__ = take_properties
shapes.TensorProperties.__getstate__ = lambda self: (self.dtype, Strided(), False, Encoding(), False)


class Storage:
    def __init__(self, dtype, elements):
        self.saved = 'storage', getattr(sys.modules['torch'], STORAGES[dtype]), '0', 'cpu', elements


class TensorPickler(pickle.Pickler):
    def persistent_id(self, obj):
        return obj.saved if isinstance(obj, Storage) else None


class Tensor:
    def __init__(self, *arguments):
        self.arguments = arguments

    def __reduce__(self):
        return utils._rebuild_tensor_v2, self.arguments


def saved(array, dtype, strides=None, sizes=None, offset=0, front=b''):
    """The bytes of torch.save()."""
    program = io.BytesIO()
    if strides is None:
        strides = tuple(int(np.prod(array.shape[d + 1:])) for d in range(array.ndim))
    TensorPickler(program, 2).dump(Tensor(Storage(dtype, array.size), offset, sizes or array.shape, strides, False, collections.OrderedDict()))
    made = io.BytesIO()
    with zipfile.ZipFile(made, 'w') as archive:
        for name, content in (('data.pkl', program.getvalue()), ('byteorder', b'little'), ('data/0', front + array.tobytes()), ('version', b'3\n')):
            archive.writestr('archive/' + name, content)
    return made.getvalue()


def boxes(shape, parts):
    """Of a grid, as torch.chunk cuts: blocks rounded up."""
    cuts = []
    for extent, count in zip(shape, parts):
        block = -(-extent // count) or 1
        cuts.append([(begin, min(block, extent - begin)) for begin in range(0, extent, block)] or [(0, 0)])
    for each in itertools.product(*cuts):
        yield tuple(begin for begin, _ in each), tuple(size for _, size in each)


def cut(array, begin, sizes):
    return np.ascontiguousarray(array[tuple(slice(b, b + s) for b, s in zip(begin, sizes))]).reshape(sizes)


def save(folder, tensors, others=(), ranks=8, change=None, protocol=pickle.DEFAULT_PROTOCOL):
    """tensors: {name: (dtype, array, parts per dimension)}; pieces go to the ranks in turn. `change` gets the metadata before they are pickled."""
    os.makedirs(folder)
    files = [io.BytesIO() for _ in range(ranks)]
    entries, places, turn = {}, {}, itertools.cycle(range(ranks))
    for name, (dtype, array, parts) in tensors.items():
        chunks = []
        for i, (begin, sizes) in enumerate(boxes(array.shape, parts)):
            rank = next(turn)
            content = saved(cut(array, begin, sizes), dtype)
            places[shapes.MetadataIndex(fqn=name, offset=Size(begin), index=i)] = stores._StorageInfo(relative_path=f'__{rank}_0.distcp', offset=files[rank].tell(), length=len(content))
            files[rank].write(content)
            chunks.append(shapes.ChunkStorageMetadata(offsets=Size(begin), sizes=Size(sizes)))
        properties = shapes.TensorProperties(dtype=getattr(sys.modules['torch'], dtype))
        entries[name] = shapes.TensorStorageMetadata(properties=properties, size=Size(array.shape), chunks=chunks)
    for name in others:
        entries[name] = shapes.BytesStorageMetadata()
        places[shapes.MetadataIndex(fqn=name, offset=None, index=None)] = stores._StorageInfo(relative_path='__0_0.distcp', offset=files[0].tell(), length=5)
        files[0].write(b'\x80\x04K\x05.')
    metadata = shapes.Metadata(state_dict_metadata=entries, planner_data={name: tuple(name.split('.')) for name in entries}, storage_data=places,
                               storage_meta=shapes.StorageMeta(checkpoint_id=folder, save_id='x', load_id=None, modules=[]), version='1.0.0')
    if change:
        change(metadata)
    with open(f'{folder}/.metadata', 'wb') as file:
        pickle.dump(metadata, file, protocol)
    for rank, content in enumerate(files):
        with open(f'{folder}/__{rank}_0.distcp', 'wb') as file:
            file.write(content.getvalue())


def write_shard(path, entries, info=None, **more):
    """A safetensors file of {name: (dtype, array)}, as PyTorch's HuggingFaceStorageWriter writes it; info: {name: {"saved_offsets": [..]}}."""
    metadata = {'format': 'pt', **({'DCP_VERSION': '1.0', 'DCP_SHARDING_INFO': info if isinstance(info, str) else json.dumps(info)} if info is not None else {}), **more}
    header, end = {'__metadata__': metadata}, 0
    for name, (dtype, array) in entries.items():
        header[name] = {'dtype': WORDS[dtype], 'shape': list(array.shape), 'data_offsets': [end, end + array.nbytes]}
        end += array.nbytes
    text = json.dumps(header).encode()
    text += b' ' * (-len(text) % 8)
    with open(path, 'wb') as file:
        file.write(struct.pack('<Q', len(text)) + text + b''.join(np.ascontiguousarray(array).tobytes() for _, array in entries.values()))


def save_shards(folder, tensors, ranks):
    """The same as safetensors; a rank that gets several pieces of a tensor gives them names of their own."""
    os.makedirs(folder)
    shards = [({}, {}) for _ in range(ranks)]
    turn = itertools.cycle(range(ranks))
    for name, (dtype, array, parts) in tensors.items():
        pieces = collections.defaultdict(list)
        for begin, sizes in boxes(array.shape, parts):
            pieces[next(turn)].append((begin, cut(array, begin, sizes)))
        for rank, each in pieces.items():
            for i, (begin, part) in enumerate(each):
                key = name if len(each) == 1 else f'{name}.__dcp_shard_{i}'
                shards[rank][0][key] = dtype, part
                shards[rank][1][key] = {'saved_offsets': list(begin), **({'logical_fqn': name} if key != name else {})}
    for rank, (entries, info) in enumerate(shards):
        write_shard(f'{folder}/shard-{rank + 1:05}-model-00001-of-00001.safetensors', entries, info)
