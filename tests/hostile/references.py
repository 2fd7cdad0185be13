#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Lists of references of strangers: they lead to no file outside their folder, and what is wrong is told.

usage: references.py BINDIR FOLDER
"""
import json
import os
import random
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '../iocopy'))
from told_by import Told # noqa: E402

told = Told(sys.argv[1], sys.argv[2])
META = '{"zarr_format": 2, "shape": [4], "chunks": [4], "dtype": "<i4", "compressor": null, "fill_value": 0, "order": "C", "filters": null}'
os.mkdir('work')
for name in 'secret.bin', 'work/a.bin':
    np.arange(8, dtype='<i4').tofile(name)
os.symlink('../secret.bin', 'work/link.bin')
os.symlink('..', 'work/up')
os.symlink('/etc', 'work/etc')
os.symlink('nowhere', 'work/dead.bin')
os.mkdir('work/folder')
os.mkfifo('work/fifo')


def write(refs, **more):
    with open('work/r.json', 'w', encoding='utf-8') as file:
        file.write(refs if isinstance(refs, str) else json.dumps({'version': 1, 'refs': {'.zgroup': '{"zarr_format": 2}', 'A/.zarray': META, **refs}, **more}))


write({'A/0': ['a.bin', 16, 16]})
told.copies(1, 'work/r.json', 'out/a.npy')
told.check(list(np.load('out/a.npy')) == [4, 5, 6, 7], 'elements are others')
# Before anything is read: names.
for words, file in (('only files in the folder of the list', '../secret.bin'), ('only files in the folder', os.path.abspath('secret.bin')),
                    ('only files in the folder', 'folder/../../secret.bin'), ('only files in the folder', ''), ('only files in the folder', 'a\0b'),
                    ('file is not read here', 'file:///etc/passwd'), ('gs is not read here', 'gs://b/k')):
    write({'A/0': [file, 0, 16]})
    told.refuses(words, 1, 'work/r.json', 'out/a.npy')
write({'A/0': ['{{u}}', 0, 16]}, templates={'u': '../secret.bin'})
told.refuses('only files in the folder', 1, 'work/r.json', 'out/a.npy')
for value in ['a.bin', -1, 16], ['a.bin', 0, -1], ['a.bin', 2**63 - 1, 1], ['a.bin', 2**64, 1], ['a.bin', 0.5, 1], ['a.bin', '0', 1]:
    write({'A/0': value})
    told.refuses("'A/0' has no proper offset and length", 1, 'work/r.json', 'out/a.npy')
for value in 5, None, [], ['a.bin', 0], [5], [['a.bin']], True:
    write({'A/0': value})
    told.refuses("'A/0' is neither a text nor", 1, 'work/r.json', 'out/a.npy')
write({'A/0': 'base64:%%'})
told.refuses("'A/0' is no base64", 1, 'work/r.json', 'out/a.npy')
write({}, templates=[])
told.refuses('"templates" are no object', 1, 'work/r.json', 'out/a.npy')
# While it is read: where links lead, what is missing, too short or no file.
for words, value in (('is a link that leads out of the folder', ['link.bin', 0, 16]), ('is a link that leads out of the folder', ['up/secret.bin', 0, 16]),
                     ('is a link that leads out of the folder', ['etc/passwd', 0, 16]), ('No such file', ['dead.bin', 0, 16]), ('No such file', ['gone.bin']),
                     ("it is 16 bytes from 20 on of 'work/a.bin', which has 32", ['a.bin', 20, 16]), ('damaged', ['a.bin', 0, 8]),
                     ('fifo', ['fifo', 0, 16]), ('folder', ['folder', 0, 16]), ('damaged', 'abc')):
    write({'A/0': value})
    told.refuses_damage(words, 1, 'work/r.json', 'out/a.npy')
# JSON that is deep, or something else.
write('{"version": 1, "refs": {"A/.zarray": ' + '[' * 100000 + ']' * 100000 + '}}')
told.refuses('r.json', 1, 'work/r.json', 'out/a.npy')
write({'A/.zarray': 5})
told.refuses("'A/.zarray' is neither", 1, 'work/r.json', 'out/a.npy')
write({'A/.zarray': META.replace('[4]', '[9223372036854775807]')})
told.refuses('r.json', 1, 'work/r.json', 'out/a.npy')
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 20261128
print('seed', SEED)
choose = random.Random(SEED)
write({'A/0': ['{{u}}', 16, 16]}, templates={'u': 'a.bin'})
with open('work/r.json', encoding='utf-8') as file:
    good = file.read()
for _ in range(40):
    at = choose.randrange(len(good))
    write(good[:at] + choose.choice(['', '"', '9223372036854775808', '../', '[', '-', '}', '{{']) + good[at + choose.randrange(4):])
    told.run(1, 'work/r.json', 'out/a.h5', '-q')
    told.check(told.code in (0, 1, 2, 4), f'ended with {told.code}')
told.end('strange references were refused')
