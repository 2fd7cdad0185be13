# SPDX-License-Identifier: BSD-3-Clause
"""Manifests of strangers that name others' files, by paths or by links: refused in one line: manifests.py BINDIR FOLDER"""
import json
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '../iocopy'))
from told_by import Told

told = Told(sys.argv[1], sys.argv[2])
data = np.arange(100, dtype='f4')
data.tofile('source.raw')
data[50:].tofile('secret.bin')
os.mkdir('work')
told.copies(1, 'source.raw', 'work/parts.json', '--array', 'float32 A[100]', '--to', '(block) onto P(2)')
with open('work/parts.json', encoding='utf-8') as file:
    manifest = json.load(file)
told.copies(2, 'work/parts.json', 'out/a.npy')


def names(file):
    manifest['files'][1]['file'] = file
    with open('work/names.json', 'w', encoding='utf-8') as made:
        json.dump(manifest, made)


for file in '../secret.bin', os.path.realpath('secret.bin'), 'sub/part.bin', '':
    names(file)
    told.refuses('is not the name of a file beside it', 1, 'work/names.json', 'out/a.npy')
for file, words in ('..', 'only files in the folder itself are read'), ('.', 'is a directory'):
    names(file)
    told.refuses(words, 1, 'work/names.json', 'out/a.npy')
names('link.bin')
for target, words in (('../secret.bin', 'is a link that leads out of the folder'), ('/etc/passwd', 'is a link that leads out of the folder'), ('nowhere', 'No such file')):
    os.symlink(target, 'work/link.bin')
    told.refuses(words, 2, 'work/names.json', 'out/a.npy')
    os.remove('work/link.bin')
os.symlink('parts.0001.bin', 'work/link.bin') # within the folder
told.copies(1, 'work/names.json', 'out/a.npy')
told.check(np.array_equal(np.load('out/a.npy'), data), 'elements are others')
os.remove('work/link.bin')
os.mkfifo('work/link.bin')
told.refuses('not a file', 1, 'work/names.json', 'out/a.npy')
told.end('manifests of strangers lead nowhere')
