#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Zip archives of strangers as Zarr stores: refused in one line, and nothing is read or written beside them.

usage: zip_stores.py BINDIR FOLDER
"""
import os
import random
import struct
import sys
import warnings
import zipfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '../iocopy'))
from told_by import Told # noqa: E402

warnings.simplefilter('ignore') # zipfile's, of names that are there twice
told = Told(sys.argv[1], sys.argv[2])
META = '{"zarr_format": 2, "shape": [4], "chunks": [4], "dtype": "<i4", "compressor": null, "fill_value": 0, "order": "C", "filters": null}'
CHUNK = np.arange(4, dtype='<i4').tobytes()


def pack(entries, method=zipfile.ZIP_STORED, name='bad.zarr.zip'):
    with zipfile.ZipFile(name, 'w', method) as packed:
        for entry, content in entries:
            packed.writestr(zipfile.ZipInfo(entry), content, method)
    with open(name, 'rb') as file:
        return file.read()


def write(content):
    with open('bad.zarr.zip', 'wb') as file:
        file.write(content)


GOOD = pack([('.zgroup', '{"zarr_format": 2}'), ('A/.zarray', META), ('A/0', CHUNK)])
DEFLATED = pack([('.zgroup', '{"zarr_format": 2}'), ('A/.zarray', META), ('A/0', CHUNK * 1000)], zipfile.ZIP_DEFLATED)
DIRECTORY, END = GOOD.index(b'PK\1\2'), GOOD.index(b'PK\5\6')
LAST = GOOD.rindex(b'PK\1\2') # the chunk's entry of the directory


def changed(offset, kind, value, content=GOOD):
    return content[:offset] + struct.pack(kind, value) + content[offset + struct.calcsize(kind):]


def refused(words, content):
    write(content)
    told.refuses(words, 1, 'bad.zarr.zip', 'out/a.h5')


write(GOOD)
told.copies(1, 'bad.zarr.zip', 'out/a.npy')
told.check(np.array_equal(np.load('out/a.npy'), np.arange(4)), 'elements are others')
# Names.
for name in '../x', 'A/../../x', '/etc/passwd', './A/0', 'A\\0':
    pack([('.zgroup', '{"zarr_format": 2}'), (name, b'x')])
    told.refuses('pack the store\'s folder anew', 1, 'bad.zarr.zip', 'out/a.h5')
pack([('.zgroup', '{}'), ('A/0', CHUNK), ('A/0', CHUNK)])
told.refuses("it has 'A/0' twice", 1, 'bad.zarr.zip', 'out/a.h5')
# What is not read.
refused("'A/0' in it is encrypted", changed(LAST + 8, '<H', 1))
refused("'A/0' in it is compressed by method 12", changed(LAST + 10, '<H', 12))
refused('one of several parts', changed(END + 4, '<H', 1))
# What is cut off or says too much.
for length in 0, 3, 10, END, END + 10, len(GOOD) - 1:
    refused('cut off, or no zip archive', GOOD[:length])
refused('cut off, or no zip archive', b'x' * 10 + GOOD)
refused('its directory is not where it says', b'PK\3\4' + GOOD)
refused('its directory is not where it says', GOOD[:DIRECTORY - 5] + GOOD[DIRECTORY:])
refused('its directory is too short for its entries', changed(END + 10, '<H', 60000))
refused('has more entries than it says', changed(END + 10, '<H', 1))
refused('would become 4 294 967 294 bytes of 16', changed(LAST + 24, '<I', 0xFFFFFFFE))
refused('would become 2 000 000 000 bytes of', changed(DEFLATED.rindex(b'PK\1\2') + 24, '<I', 2000000000, DEFLATED))
refused('speaks of bytes that it has not', changed(LAST + 42, '<I', 0x7FFFFFFF))
write(changed(LAST + 42, '<I', 0))
told.refuses_damage("'A/0' is not where its directory says", 1, 'bad.zarr.zip', 'out/a.npy')
record = struct.pack('<IQHHIIQQQQ', 0x06064B50, 44, 45, 45, 0, 0, 3, 3, 2**63, 0)
locator = struct.pack('<IIQI', 0x07064B50, 0, END, 1)
refused('its directory is not where it says', GOOD[:END] + record + locator + GOOD[END:])
refused('its zip64 record is not where it says', GOOD[:END] + record + struct.pack('<IIQI', 0x07064B50, 0, 2**64 - 1, 1) + GOOD[END:])
# Damage of a chunk; a chunk that is far too long takes no memory.
write(changed(GOOD.index(CHUNK), '<i', 7))
told.refuses_damage("the chunk in 'bad.zarr.zip/A/0' is damaged", 1, 'bad.zarr.zip', 'out/a.npy')
pack([('.zarray', META), ('0', CHUNK * 1000)], zipfile.ZIP_DEFLATED)
told.refuses_damage('it has 16000 bytes, far too many', 1, 'bad.zarr.zip', 'out/a.npy')
os.remove('bad.zarr.zip')
os.mkfifo('bad.zarr.zip')
told.refuses('bad.zarr.zip', 1, 'bad.zarr.zip', 'out/a.npy')
os.remove('bad.zarr.zip')
told.refuses('bad.zarr.zip', 1, 'bad.zarr.zip', 'out/a.npy')
# Bytes here and there.
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 20261128
print('seed', SEED)
choose = random.Random(SEED)
for _ in range(40):
    content = bytearray(choose.choice([GOOD, DEFLATED]))
    for _ in range(choose.randint(1, 3)):
        content[choose.randrange(len(content))] = choose.randrange(256)
    write(content)
    told.run(1, 'bad.zarr.zip', 'out/a.h5', '-q')
    told.check(told.code in (0, 1, 2, 4), f'ended with {told.code}')
told.end('strange archives were refused')
