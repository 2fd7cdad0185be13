#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checkpoints of strangers: no pickle is run, no file outside the folder is read, and what is wrong is told in one line.

usage: checkpoints.py BINDIR FOLDER
"""
import itertools
import json
import os
import pickle
import random
import shutil
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '../iocopy'))
import checkpoint_files as made # noqa: E402
from told_by import Told # noqa: E402

told = Told(sys.argv[1], sys.argv[2])
W = np.arange(24, dtype='f4').reshape(6, 4)
count = itertools.count()


def saved(change=None, **more):
    folder = f'c{next(count)}'
    made.save(folder, {'w': ('float32', W, (3, 1))}, ranks=2, change=change, **more)
    return folder


def refused(words, change):
    folder = saved(change)
    told.refuses(words, 1, folder, 'out/a.h5')


def chunk(metadata, i):
    return metadata.state_dict_metadata['w'].chunks[i]


def place(metadata, i):
    return list(metadata.storage_data.values())[i]


def set_all(target, **values):
    target.__dict__.update(values)


# Pieces.
refused('the pieces [0,0]+[2,4] and [1,0]+[2,4]', lambda m: (set_all(chunk(m, 1), offsets=made.Size((1, 0))), set_all(list(m.storage_data)[1], offset=made.Size((1, 0)))))
refused("of 'w', 8 elements are in no piece", lambda m: m.state_dict_metadata['w'].chunks.pop())
refused('overlap', lambda m: set_all(chunk(m, 0), sizes=made.Size((3, 4))))
refused('does not lie in its shape', lambda m: set_all(chunk(m, 2), sizes=made.Size((3, 4))))
refused('does not lie in its shape', lambda m: set_all(chunk(m, 0), sizes=made.Size((2, 4, 1))))
refused('in no piece', lambda m: set_all(m.state_dict_metadata['w'], size=made.Size((7, 4))))
refused('more bytes than 64 bits can count', lambda m: set_all(m.state_dict_metadata['w'], size=made.Size((2**62, 2**62))))
refused('no proper offsets and sizes', lambda m: set_all(chunk(m, 0), offsets=made.Size((-1, 0))))
refused('more than 64 bits', lambda m: set_all(chunk(m, 0), offsets=made.Size((2**80, 0))))
refused('do not say where a piece', lambda m: m.storage_data.pop(list(m.storage_data)[1]))
refused('do not say where the tensors are', lambda m: set_all(m, storage_data=None))
refused('do not say where the tensors are', lambda m: set_all(place(m, 0), offset=-1))
refused('by its metadata uint16', lambda m: set_all(m.state_dict_metadata['w'].properties, dtype=sys.modules['torch'].uint16))
refused('by its metadata float64', lambda m: set_all(m.state_dict_metadata['w'].properties, dtype=sys.modules['torch'].float64))
refused('by its metadata float32 [1,4]', lambda m: (set_all(chunk(m, 0), sizes=made.Size((1, 4))), m.state_dict_metadata['w'].chunks.append(
    made.shapes.ChunkStorageMetadata(offsets=made.Size((1, 0)), sizes=made.Size((1, 4)))),
    m.storage_data.__setitem__(made.shapes.MetadataIndex(fqn='w', offset=made.Size((1, 0)), index=9), place(m, 0))))
refused('save it without extensions', lambda m: set_all(place(m, 0), transform_descriptors=['zstd']))
refused('it is no metadata of a distributed checkpoint', lambda m: set_all(m, state_dict_metadata=[]))
# Files.
refused('of them from 99999 on', lambda m: set_all(place(m, 0), offset=99999))
refused('cannot read', lambda m: set_all(place(m, 0), length=10))
refused('cannot read', lambda m: set_all(place(m, 0), offset=3))
for name in '../secret', '/etc/passwd', '', 'a/../../secret':
    refused('only files in the folder itself are read', lambda m, name=name: set_all(place(m, 0), relative_path=name))
refused('No such file', lambda m: set_all(place(m, 0), relative_path='gone.distcp'))
folder = saved()
os.rename(f'{folder}/__0_0.distcp', 'secret')
for make, words in ((lambda path: os.symlink('../secret', path), 'is a link that leads out of the folder'), (os.mkfifo, '__0_0.distcp'), (os.mkdir, 'is a directory'),
                    (lambda path: os.symlink('nowhere', path), 'No such file')):
    make(f'{folder}/__0_0.distcp')
    told.refuses(words, 1, folder, 'out/a.h5')
    shutil.rmtree(f'{folder}/__0_0.distcp') if os.path.isdir(f'{folder}/__0_0.distcp') else os.remove(f'{folder}/__0_0.distcp')
shutil.copy('secret', f'{folder}/__0_0.distcp')
told.copies(1, folder, 'out/a.npy')
for make, words in (os.mkfifo, '.metadata'), (os.mkdir, 'is a directory'):
    os.rename(f'{folder}/.metadata', 'kept')
    make(f'{folder}/.metadata')
    told.refuses(words, 1, folder, 'out/a.h5')
    shutil.rmtree(f'{folder}/.metadata') if os.path.isdir(f'{folder}/.metadata') else os.remove(f'{folder}/.metadata')
    os.rename('kept', f'{folder}/.metadata')

# Pickles: what they name is not run.
with open(f'{folder}/.metadata', 'rb') as file:
    good = file.read()


def pickled(words, content):
    with open(f'{folder}/.metadata', 'wb') as file:
        file.write(content)
    told.refuses(words, 1, folder, 'out/a.h5')


class Evil:
    def __reduce__(self):
        return os.system, ('touch ran',)


pickled("it names 'posix.system', which no checkpoint needs", pickle.dumps(Evil()))
pickled("it names 'builtins.eval'", b'\x80\x02cbuiltins\neval\nX\x01\0\0\0a\x85R.')
pickled("it names 'torch.distributed.checkpoint.metadata.os'", b'\x80\x02ctorch.distributed.checkpoint.metadata\nos\n.')
pickled("it names 'torch.load'", b'\x80\x02ctorch\nload\n.')
told.check(not os.path.exists('ran'), 'a pickle was run')
for words, content in (('it is cut off', good[:-200]), ('it is cut off', b''), ('it is cut off', b'\x80\x04X\xff\xff\xff\xff'), ('newer protocol', b'\x80\x06.'), ('its stack is empty', b'\x80\x04.'),
                       ('opcode 0x69', b'\x80\x04i'), ('remembers what it has not', b'\x80\x04h\x05.'), ('more than 8 000 000', b'\x80\x04Nr\xff\xff\xff\xff.'), ('no mark', b'\x80\x04t.'),
                       ('more than 8 000 000', b'\x80\x04' + b']' * 8000001), ('more than 8 000 000', b'\x80\x04' + b'(' * 8000001), ('calls what is no class', b'\x80\x04NNR.'),
                       ('more than 8 000 000', b'\x80\x04]' + b'2' * 8000001), ('adds elements to what holds none', b'\x80\x04NNa.'), ('no metadata', b'\x80\x04]\x94h\x00a' + b'.'),
                       ('no metadata', b'\x80\x04' + b'(' * 50000 + b't' * 50000 + b'.'), ('no object', b'\x80\x04N}b.')):
    pickled(words, content)

# Safetensors: offsets, shapes, missing files.
PARTS = {1: W[:2], 2: W[2:4], 3: W[4:]}


def shards(words, change=None, info=None, parts=None, **more):
    shutil.rmtree('s', ignore_errors=True)
    os.mkdir('s')
    for number, part in (parts or PARTS).items():
        told_info = {'w': {'saved_offsets': [2 * number - 2, 0]}} if info is None else info(number)
        made.write_shard(f's/shard-{number:05}-model-00001-of-00001.safetensors', {'w': ('float32', part)}, told_info, **more)
    if change:
        change()
    if words:
        told.refuses(words, 1, 's', 'out/a.h5')
    else:
        told.copies(1, 's', 'out/a.npy')
        told.check(np.array_equal(np.load('out/a.npy'), W), 'elements are others')


shards('')
shards('overlap', info=lambda n: {'w': {'saved_offsets': [n, 0]}})
shards('in no piece', info=lambda n: {'w': {'saved_offsets': [3 * n, 0]}})
shards('ends beyond what 64 bits can count', info=lambda n: {'w': {'saved_offsets': [2**63 - 1, 0]}})
shards('does not say where the piece', info=lambda n: {'w': {'saved_offsets': [-1, 0]}})
shards('does not say where the piece', info=lambda n: {'w': {'saved_offsets': [0]}})
shards('does not say where the piece', info=lambda n: {'w': {'saved_offsets': '0'}})
shards('does not say where the piece', info=lambda n: {})
shards('is no JSON object', info=lambda n: '[[')
shards('has another type or shape', parts={1: W[:2], 2: W[2:4].reshape(8)}, info=lambda n: {'w': {'saved_offsets': [0, 0][:3 - n]}})
shards("has no file 'shard-00002-...'", change=lambda: os.remove('s/shard-00002-model-00001-of-00001.safetensors'))
shards('in no piece', change=lambda: os.remove('s/shard-00003-model-00001-of-00001.safetensors'), info=lambda n: {'w': {'saved_offsets': [2 * n - 2, 0], 'shape': [6, 4]}})
shards('leads out of the folder', change=lambda: (os.rename('s/shard-00003-model-00001-of-00001.safetensors', 'away'), os.symlink('../away', 's/shard-00003-model-00001-of-00001.safetensors')))
for content, words in ('{', 'has no "weight_map"'), ('{"weight_map": {"w": "../secret"}}', 'only files in the folder'), ('{"weight_map": {"w": "gone.safetensors"}}', 'No such file'), \
        ('{"weight_map": {"v": "shard-00001-model-00001-of-00001.safetensors"}}', "has the tensor 'v', and no file"), ('{"weight_map": {"w": 5}}', 'is no text'):
    def write_index(content=content):
        with open('s/model.safetensors.index.json', 'w', encoding='utf-8') as file:
            file.write(content)
    shards(words, change=write_index)
os.mkdir('twice')
for i in 1, 2:
    made.write_shard(f'twice/model-0000{i}-of-00002.safetensors', {'w': ('float32', W)})
with open('twice/model.safetensors.index.json', 'w', encoding='utf-8') as file:
    json.dump({'weight_map': {}}, file)
told.refuses("another file of the folder has a tensor 'w', too", 1, 'twice', 'out/a.h5')
# Bytes here and there, in the metadata and in an archive.
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 20261128
print('seed', SEED)
choose = random.Random(SEED)
with open('secret', 'rb') as file:
    archive = file.read()
for _ in range(50):
    for name, whole in ('.metadata', good), ('__0_0.distcp', archive):
        content = bytearray(whole)
        for _ in range(choose.randint(0, 2)):
            content[choose.randrange(len(content))] = choose.randrange(256)
        with open(f'{folder}/{name}', 'wb') as file:
            file.write(content)
    told.run(1, folder, 'out/a.h5', '-q')
    told.check(told.code in (0, 1, 2, 4), f'ended with {told.code}')
told.end('strange checkpoints were refused')
