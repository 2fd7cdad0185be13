# SPDX-License-Identifier: BSD-3-Clause
"""PyTorch's distributed checkpoints, read whole and tensor by tensor: checkpoints.py BINDIR FOLDER"""
import json
import os
import shutil
import subprocess
import sys

import h5py
import numpy as np

import checkpoint_files as made
from told_by import Told

told = Told(sys.argv[1], sys.argv[2])
rng = np.random.default_rng(5)
TENSORS = {'model.layers.0.weight': ('float32', rng.random((10, 6), 'f4'), (8, 1)), 'model.layers.0.bias': ('bfloat16', rng.integers(0, 60000, 7, 'u2'), (3,)),
           'optimizer.state.exp_avg': ('float16', rng.random((4, 9)).astype('f2'), (2, 3)), 'cube': ('float64', rng.random((3, 4, 5)), (1, 2, 2)),
           'mask': ('bool', rng.integers(0, 2, (5, 3)).astype('?'), (5, 1)), 'empty': ('float64', np.zeros((0, 3)), (1, 1)), 'step': ('int64', np.array(5), ()),
           'phase': ('complex64', rng.random((4, 2)).astype('c8'), (1, 2))}
OTHERS = 'optimizer.param_groups', 'lr_scheduler'
made.save('torch', TENSORS, OTHERS)
made.save('old', TENSORS, OTHERS, ranks=3, protocol=2)
made.save_shards('shards', TENSORS, 8)


def same(path):
    with h5py.File(path) as file:
        names = []
        file.visit(names.append)
        told.check(set(names) == set(TENSORS), f'it has {names}')
        for name, (dtype, array, _) in TENSORS.items():
            if dtype == 'bfloat16':
                found = (file[name].astype('f4')[...].view('u4') >> 16).astype('u2')
                ok = np.array_equal(found, array) or np.array_equal(np.isnan(file[name].astype('f4')[...]), (array & 0x7FFF) > 0x7F80)
            else:
                ok = np.array_equal(file[name][...], array) and file[name].shape == array.shape
            told.check(ok, f'{name} is another')


# Whole checkpoints, of both flavours, by one rank and by several; what is no tensor is told.
for source, code in ('torch', 4), ('old', 4), ('shards', 0):
    for ranks in 1, 3:
        told.copies(ranks, source, 'out/c.h5', code=code)
        same('out/c.h5')
        if code:
            told.says("'optimizer.param_groups', which is no tensor, 'lr_scheduler', which is no tensor")
    told.copies(2, source + '/', 'out/c.zarr', '--as', 'zarr3', code=code)
    told.copies(2, f'{source}:/optimizer.state.exp_avg', 'out/a.npy')
    told.check(np.array_equal(np.load('out/a.npy'), TENSORS['optimizer.state.exp_avg'][1]), 'one tensor is another')
    told.copies(1, f'{source}:/cube', 'out/a.npy', '--copy', 'b[j][i]=cube[1][i][j]')
    told.check(np.array_equal(np.load('out/a.npy'), TENSORS['cube'][1][1].T), 'a section is another')
told.copies(1, 'torch/.metadata', 'out/c.h5', code=4)
told.refuses('would not keep', 1, 'torch', 'out/c.h5', '--strict')
told.refuses('name one, as in shards:/cube; --as dcp copies all to a folder', 1, 'shards', 'out/')
told.refuses("has no tensor '/cuba'; it has /cube", 1, 'torch:/cuba', 'out/a.npy')

# All that a checkpoint held comes back from one safetensors file, bit by bit.
told.copies(2, 'torch', 'out/all.safetensors', code=4)
told.copies(1, 'shards', 'out/all.safetensors')
shutil.copy('out/all.safetensors', 'all.safetensors')
with open('all.safetensors', 'rb') as file:
    content = file.read()
length = int.from_bytes(content[:8], 'little')
header = json.loads(content[8:8 + length])
for name, (dtype, array, _) in TENSORS.items():
    begin, end = header[name]['data_offsets']
    told.check(header[name]['dtype'] == made.WORDS[dtype] and content[8 + length + begin:8 + length + end] == array.tobytes(), f'{name} has other bytes')

# A tensor that is stored transposed, from within a storage, as a parameter's view; redist reads sections of Fortran arrays.
matrix = np.arange(12, dtype='f4').reshape(3, 4)


def transposed(metadata):
    piece = made.saved(matrix, 'float32', strides=(1, 4), sizes=(4, 3))
    within = made.saved(matrix, 'float32', strides=(4, 1), sizes=(2, 4), offset=4)
    with open('views/extra.distcp', 'wb') as file:
        file.write(b'front' + piece + within)
    for name, shape, begin, content in ('t', (4, 3), 5, piece), ('w', (2, 4), 5 + len(piece), within):
        metadata.state_dict_metadata[name] = made.shapes.TensorStorageMetadata(
            properties=metadata.state_dict_metadata['a'].properties, size=made.Size(shape),
            chunks=[made.shapes.ChunkStorageMetadata(offsets=made.Size((0, 0)), sizes=made.Size(shape))])
        metadata.storage_data[made.shapes.MetadataIndex(fqn=name, offset=made.Size((0, 0)), index=0)] = made.stores._StorageInfo(
            relative_path='extra.distcp', offset=begin, length=len(content))


made.save('views', {'a': ('float32', matrix, (1, 1))}, ranks=1, change=transposed)
for name, elements in ('t', matrix.T), ('w', matrix[1:]):
    told.copies(2, f'views:/{name}', 'out/a.npy')
    told.check(np.array_equal(np.load('out/a.npy'), elements), f'a view, {name}, is another')
subprocess.run(['local-mpirun', '-n', '3', 'redist', '--array', 'real*8 cube(5,4,3)', '--from', '(*,block,*)', '--to', '(block,*,*)', '--in', 'shards:/cube', '--out', 'r.npy', '--quiet'],
               env=told.environment, check=True)
told.check(np.array_equal(np.load('r.npy').T, TENSORS['cube'][1]), 'redist read another')

# A file that the metadata name is missing: told with what it holds; tensors of other files are read.
made.save('cut', {'a': ('float32', matrix, (1, 1)), 'b': ('float32', matrix, (1, 2)), 'c': ('float32', matrix, (2, 1))}, OTHERS, ranks=3)
os.remove('cut/__2_0.distcp')
told.refuses("'/b': cannot read 'cut/__2_0.distcp': No such file or directory; --exclude leaves it out", 1, 'cut', 'out/c.h5')
told.refuses("cannot read 'cut/__2_0.distcp': No such file or directory", 1, 'cut:/b', 'out/b.npy')
told.copies(1, 'cut:/c', 'out/c.npy')
made.save('steps', {'a': ('float32', matrix, (1, 1))}, OTHERS, ranks=2, change=lambda metadata: [setattr(place, 'relative_path', '__9_0.distcp')
          for key, place in metadata.storage_data.items() if key.fqn in OTHERS])
told.copies(2, 'steps', 'out/c.h5', code=4)
told.says("'lr_scheduler', which is no tensor and whose file '__9_0.distcp' is missing")
told.refuses("'optimizer.param_groups', which is no tensor and whose file '__9_0.distcp' is missing", 1, 'steps', 'out/c.h5', '--strict')

# Of safetensors files the last one may be missing, and none says so: that is told where no piece is shorter than the others.
told.copies(1, 'shards', 'out/c.h5')
told.check("if the last one is missing, so is the end of '" in told.said and "'phase'" in told.said and "'step'" not in told.said, 'the end of shards is not doubted')
os.makedirs('end')
made.write_shard('end/shard-00001-model-00001-of-00001.safetensors', {'w': ('float32', matrix[:2]), 'b': ('float32', matrix[0])}, {'w': {'saved_offsets': [0, 0]}, 'b': {'saved_offsets': [0]}})
made.write_shard('end/shard-00002-model-00001-of-00001.safetensors', {'w': ('float32', matrix[2:])}, {'w': {'saved_offsets': [2, 0]}})
told.copies(1, 'end', 'out/c.h5')
told.says("the files of 'end' do not say how many they are: if the last one is missing, so is the end of 'b'\n")
told.copies(1, 'end:/w', 'out/w.npy')
told.check(not told.said, 'an end that is there is doubted')
os.remove('end/shard-00002-model-00001-of-00001.safetensors')
told.copies(2, 'end:/w', 'out/w.npy')
told.says("so is the end of 'w'")
told.copies(1, 'end', 'whole', '--as', 'dcp', '--force')
told.copies(1, 'whole', 'out/c.h5')
told.check(not told.said, 'a shape that is said is doubted')

# Whole tensors in several files, as on model hubs; the index has to be right.
os.makedirs('hub')
made.write_shard('hub/model-00001-of-00002.safetensors', {'a': ('float32', matrix)})
made.write_shard('hub/model-00002-of-00002.safetensors', {'b': ('float32', matrix.T)})
with open('hub/model.safetensors.index.json', 'w', encoding='utf-8') as file:
    json.dump({'metadata': {'total_size': 96}, 'weight_map': {'a': 'model-00001-of-00002.safetensors', 'b': 'model-00002-of-00002.safetensors'}}, file)
for source in 'hub', 'hub/model.safetensors.index.json':
    told.copies(2, source, 'out/h.h5')
    with h5py.File('out/h.h5') as file:
        told.check(np.array_equal(file['b'][...], matrix.T), 'a tensor of a hub is another')
told.copies(1, 'hub/model-00001-of-00002.safetensors', 'out/a.npy')
with open('hub/config.json', 'w', encoding='utf-8') as file:
    file.write('{}')
told.copies(1, 'hub', 'out/h.h5', code=4)
told.says("does not keep 'config.json' in its folder")
told.refuses('would not keep', 1, 'hub', 'out/h.h5', '--strict')
told.end('checkpoints were read right')
