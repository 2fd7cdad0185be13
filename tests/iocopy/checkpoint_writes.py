# SPDX-License-Identifier: BSD-3-Clause
"""Checkpoints of N ranks become some of M: checkpoint_writes.py BINDIR FOLDER"""
import io
import json
import os
import pickle
import shutil
import struct
import subprocess
import sys
import zipfile

import h5py
import numpy as np

import checkpoint_files as made
from told_by import Told

told = Told(sys.argv[1], sys.argv[2])
rng = np.random.default_rng(7)
TENSORS = {'model.layers.0.weight': ('float32', rng.random((10, 6), 'f4'), (8, 1)), 'model.layers.0.bias': ('bfloat16', rng.integers(0, 60000, 7, 'u2'), (3,)),
           'optimizer.state.exp_avg': ('float16', rng.random((4, 9)).astype('f2'), (2, 3)), 'cube': ('float64', rng.random((3, 4, 5)), (1, 2, 2)),
           'empty': ('float64', np.zeros((0, 3)), (1, 1)), 'step': ('int64', np.array(5), ()), 'phase': ('complex64', rng.random((4, 2)).astype('c8'), (1, 2))}
made.save('torch', TENSORS, ('optimizer.param_groups',))
made.save('tensors', TENSORS)


def gathered(folder):
    """As PyTorch's readers put it together; the bytes of each tensor, and how many files have pieces of it."""
    pieces = torch_pieces(folder) if os.path.exists(f'{folder}/.metadata') else shard_pieces(folder)
    found = {}
    for name, parts in pieces.items():
        dtype = next(key for key, word in made.WORDS.items() if word == parts[0][2])
        whole = np.zeros([max(at[d] + shape[d] for at, shape, _, _ in parts) for d in range(len(parts[0][0]))], {'bfloat16': 'u2'}.get(dtype, dtype))
        for at, shape, _, content in parts:
            whole[tuple(slice(a, a + s) for a, s in zip(at, shape))] = np.frombuffer(content, whole.dtype).reshape(shape)
        found[name] = dtype, whole, len(parts)
    return found


def torch_pieces(folder):
    """By .metadata; every archive is whole, and says the same as it."""
    with open(f'{folder}/.metadata', 'rb') as file:
        metadata = pickle.load(file)
    told.check(metadata.planner_data == {name: (name,) for name in metadata.state_dict_metadata}, f'planner_data: {metadata.planner_data}')
    places, ends, pieces = {(key.fqn, key.offset): value for key, value in metadata.storage_data.items()}, {}, {}
    for name, tensor in metadata.state_dict_metadata.items():
        dtype = tensor.properties.dtype.name
        for chunk in tensor.chunks:
            place = places[name, chunk.offsets]
            with open(f'{folder}/{place.relative_path}', 'rb') as file:
                file.seek(place.offset)
                archive = zipfile.ZipFile(io.BytesIO(file.read(place.length)))
            told.check(archive.testzip() is None and archive.read('archive/byteorder') == b'little' and archive.read('archive/version') == b'3\n', 'an archive is damaged')
            info = archive.getinfo('archive/data/0')
            archive.fp.seek(info.header_offset + 26)
            name_bytes, extra = struct.unpack('<HH', archive.fp.read(4))
            told.check((info.header_offset + 30 + name_bytes + extra) % 64 == 0, 'elements are not aligned')
            storage, offset, sizes, strides = Unpickler(io.BytesIO(archive.read('archive/data.pkl'))).load()
            told.check((storage[0], storage[1].__name__, storage[2], storage[3], storage[4]) == ('storage', made.STORAGES[dtype], '0', 'cpu', int(np.prod(chunk.sizes))) and offset == 0 and
                       sizes == chunk.sizes and (0 in sizes or strides == tuple(int(np.prod(sizes[d + 1:])) for d in range(len(sizes)))), f'{name} is pickled as {storage} {sizes} {strides}')
            pieces.setdefault(name, []).append((chunk.offsets, chunk.sizes, made.WORDS[dtype], archive.read('archive/data/0')))
            ends[place.relative_path] = max(ends.get(place.relative_path, 0), place.offset + place.length)
    told.check(all(os.path.getsize(f'{folder}/{name}') == end for name, end in ends.items()) and set(ends) | {'.metadata'} == set(os.listdir(folder)), f'files end elsewhere: {ends}')
    return pieces


class Unpickler(pickle.Unpickler):
    def persistent_load(self, pid):
        return pid

    def find_class(self, module, name):
        return (lambda *arguments: arguments[:4]) if name == '_rebuild_tensor_v2' else super().find_class(module, name)


def shard_pieces(folder):
    pieces = {}
    for name in sorted(os.listdir(folder)):
        if not name.endswith('.safetensors'):
            continue
        with open(f'{folder}/{name}', 'rb') as file:
            content = file.read()
        length = int.from_bytes(content[:8], 'little')
        header = json.loads(content[8:8 + length])
        metadata = header.pop('__metadata__')
        info = json.loads(metadata['DCP_SHARDING_INFO'])
        told.check(metadata['DCP_VERSION'] == '1.0' and metadata['format'] == 'pt' and set(info) == set(header) and (8 + length) % 8 == 0, f'{name}: {metadata}')
        for key, each in header.items():
            begin, end = each['data_offsets']
            pieces.setdefault(info[key].get('logical_fqn', key), []).append((info[key]['saved_offsets'], each['shape'], each['dtype'], content[8 + length + begin:8 + length + end]))
    return pieces


def same(folder, files):
    found = gathered(folder)
    told.check(set(found) == set(TENSORS), f'it has {set(found)}')
    told.check(len([name for name in os.listdir(folder) if name.endswith(('.safetensors', '.distcp'))]) == files, f'it has {os.listdir(folder)}')
    for name, (dtype, array, _) in TENSORS.items():
        kind, whole, parts = found[name]
        told.check(kind == dtype and whole.shape == array.shape and whole.tobytes() == array.tobytes(), f'{name} is another')
        rows = array.shape[0] if array.ndim else 0
        told.check(parts == max(-(-rows // (-(-rows // files) or 1)), 1), f'{name} is in {parts} of {files} files')
    if os.path.exists(f'{folder}/.metadata'):
        return
    with open(f'{folder}/model.safetensors.index.json', encoding='utf-8') as file:
        index = json.load(file)
    told.check(index['metadata']['total_size'] == sum(array.nbytes for _, array, _ in TENSORS.values()) and set(index['weight_map']) == set(TENSORS), f'the index has {index}')


# A checkpoint of 8 becomes one of 4, of 3, of 1 and of 12, from torch.save's files and from its own.
told.copies(4, 'torch', 'out/new', '--as', 'dcp', code=4)
told.says("does not keep 'optimizer.param_groups', which is no tensor")
same('out/new', 4)
told.refuses('would not keep', 2, 'torch', 'out/new', '--as', 'dcp', '--strict')
source = 'tensors'
for ranks, files in (2, 3), (1, 1), (3, 12), (2, 4):
    told.copies(ranks, source, 'out/new/', '--as', 'dcp', '--files', str(files), '--strict')
    same('out/new', min(files, 10)) # no tensor has more rows
    shutil.rmtree('from', ignore_errors=True)
    source = shutil.move('out/new', 'from')

# The same as PyTorch's own files, there and back; what is replaced keeps its flavour.
for ranks, source, files in (2, 'tensors', 4), (3, 'from', 3), (1, 'from', 12):
    told.copies(ranks, source, 'out/new', '--as', 'dcp-torch', '--files', str(files), '--strict')
    same('out/new', min(files, 10))
shutil.copytree('out/new', 'own')
told.copies(2, 'own', 'out/new', '--as', 'dcp', '--files', '4')
same('out/new', 4)
told.copies(2, 'from', 'own', '--force')
same('own', 2)
told.check(os.path.exists('own/.metadata'), 'it has another flavour')

# From other formats and to them, also with dimensions in reverse; one tensor; what the flavour has no words for.
told.copies(1, 'from', 'out/c.h5')
shutil.copy('out/c.h5', 'c.h5')
with h5py.File('c.h5', 'a') as file:
    told.check(np.array_equal(file['cube'][...], TENSORS['cube'][1]), 'HDF5 has another cube')
told.copies(2, 'c.h5', 'out/new', '--as', 'dcp', '--files', '4')
same('out/new', 4)
np.save('f.npy', np.asfortranarray(TENSORS['cube'][1]))
told.copies(3, 'f.npy', 'out/new', '--as', 'dcp')
told.check(gathered('out/new')['f'][1].tobytes() == TENSORS['cube'][1].T.tobytes(), 'a tensor of Fortran is another')
told.copies(3, 'f.npy', 'out/new', '--as', 'dcp', '--order', 'c')
told.check(gathered('out/new')['f'][1].tobytes() == TENSORS['cube'][1].tobytes(), 'a tensor of Fortran is another')
told.copies(2, 'tensors:/cube', 'out/new', '--as', 'dcp')
told.check(list(gathered('out/new')) == ['cube'], 'one tensor is not alone')
np.save('c16.npy', np.zeros(3, 'c16'))
told.refuses('safetensors files cannot hold elements of type complex128', 1, 'c16.npy', 'out/new', '--as', 'dcp')
for words, options in (('expected a number from 1 to 99999, not 0', ['--as', 'dcp', '--files', '0']), ("--files is for checkpoints (--as dcp); 'out/new.h5' is none", ['--files', '2'])):
    told.refuses(words, 1, 'tensors', 'out/new' + ('.h5' if len(options) == 2 else ''), *options)
os.makedirs('eight')
made.WORDS['float8'] = 'F8_E4M3'
for i in 1, 2:
    made.write_shard(f'eight/shard-{i:05}-model-00001-of-00001.safetensors', {'w': ('float8', np.arange(i, i + 3, dtype='u1'))}, {'w': {'saved_offsets': [3 * i - 3]}})
told.copies(1, 'eight', 'out/new', '--as', 'dcp', '--files', '3')
told.check(b'"F8_E4M3"' in open('out/new/shard-00001-model-00001-of-00001.safetensors', 'rb').read(), 'floats of 8 bits have another type')
told.refuses('are F8_E4M3, which only checkpoints know', 1, 'eight', 'out/a.h5')

# What is there is replaced with --force alone, and never with what it holds besides.
shutil.copytree('from', 'there')
told.refuses("'there' exists; --force overwrites it", 1, 'tensors', 'there')
told.copies(1, 'tensors', 'there', '--force')
same('there', 1)
told.refuses("'there' holds model.layers.0.bias, model.layers.0.weight", 1, 'tensors', 'there', '--exclude', '/model*', '--force')
with open('there/config.json', 'w', encoding='utf-8') as file:
    file.write('{}')
told.refuses("'there' holds config.json besides, which would be lost", 1, 'tensors', 'there', '--force')
same('there', 1)


# redist writes them, too, from memory and in parts: one file for each rank of the target.
def redist(ranks, target, *options, code=0):
    shutil.rmtree('out')
    os.mkdir('out')
    source = [] if '--in' in options else ['--in', 'tensors:/cube']
    words = ['redist', '--ranks', str(ranks), *source, '--out', target, '--verify', *options]
    done = subprocess.run(['local-mpirun', '-n', str(ranks), *words], env=told.environment, text=True, capture_output=True, check=False)
    told.name, told.said = ' '.join(words), done.stderr
    told.check(done.returncode == code, f'ended with {done.returncode}')


CUBE = '--array', 'double cube[3][4][5]', '--from', '(*,block,*)', '--to', '(block,*,*)'
for flavour in 'dcp', 'dcp-torch':
    for ranks in 1, 2, 3:
        for bound in [], ['--memory', '8MiB']:
            redist(ranks, 'out/new', '--as', flavour, *CUBE, *bound)
            name, (kind, whole, parts) = gathered('out/new').popitem()
            told.check((name, kind, parts) == ('cube', 'float64', ranks) and whole.tobytes() == TENSORS['cube'][1].tobytes(), 'the cube is another')
with h5py.File('two.h5', 'w') as file:
    file['A'], file['B'] = np.arange(30.).reshape(6, 5), np.arange(40.).reshape(8, 5)
with open('two.hpf', 'w', encoding='ascii') as file:
    file.write('''      real*8 A(5,6), B(5,8)
!hpf$ processors P(3)
!hpf$ distribute (block,*) onto P :: A, B
!hpf$ redistribute A(*,block) onto P
!hpf$ redistribute B(*,cyclic) onto P
''')
redist(3, 'out/two', 'two.hpf', '--as', 'dcp', '--in', 'two.h5')
found = gathered('out/two')
told.check(set(found) == {'A', 'B'} and all(np.array_equal(found[name][1], np.arange(found[name][1].size).reshape(-1, 5)) for name in found), 'two arrays are others')
redist(1, 'from:/cube', '--force', *CUBE, code=2)
told.says('besides, which would be lost')
same('from', 4)

# A copy that was killed goes on.
large = rng.random((400, 1000)).astype('f4')
made.save('large', {f'w{i}': ('float32', large + i, (8, 1)) for i in range(5)})
for flavour in 'dcp', 'dcp-torch':
    words = ['iocopy', 'large', 'out/new', '--as', flavour, '--files', '3', '--memory', '1MiB', '-q']
    shutil.rmtree('out')
    os.mkdir('out')
    subprocess.run(['timeout', '-s', 'KILL', '0.8', *words, '--bandwidth', '4MiB'], env=told.environment, check=False)
    told.check(os.path.exists('out/.new.iocopy-journal') and not os.path.exists('out/new'), 'it was not killed on its way')
    done = subprocess.run([*words, '--resume', '--verify'], env=told.environment, check=False)
    told.check(done.returncode == 0, f'ended with {done.returncode}')
    for i in range(5):
        told.check(np.array_equal(gathered('out/new')[f'w{i}'][1], large + i), 'what was resumed is another')
    told.check(os.listdir('out') == ['new'], f'left {os.listdir("out")}')
told.end('checkpoints were written right')
