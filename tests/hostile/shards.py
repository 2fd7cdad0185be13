# SPDX-License-Identifier: BSD-3-Clause
"""Shards of Zarr 3 that lie about what they hold: refused in few words, soon, with little memory; no target gets its name.

usage: shards.py BINDIR FOLDER
"""
import json
import os
import resource
import shutil
import struct
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '../iocopy'))
from zarr3 import crc32c, named # noqa: E402
from zarr3_codecs import BYTES, CRC, encoded, shards # noqa: E402

bindir, folder = os.path.realpath(sys.argv[1]), sys.argv[2]
LIMIT = 20 # seconds
MOST_MEMORY = 3 << 30
MISSING = 2**64 - 1
GZIP = named('gzip', level=1)
failures = 0


def store(shape, chunk, codecs, files, data_type='int32', fill=0):
    shutil.rmtree('in.zarr', ignore_errors=True)
    os.mkdir('in.zarr')
    meta = {'zarr_format': 3, 'node_type': 'array', 'shape': shape, 'data_type': data_type, 'fill_value': fill, 'codecs': codecs,
            'chunk_grid': named('regular', chunk_shape=chunk), 'chunk_key_encoding': named('default', separator='.'), 'attributes': {}}
    with open('in.zarr/zarr.json', 'w', encoding='utf-8') as file:
        json.dump(meta, file)
    for name, content in files.items():
        with open('in.zarr/' + name, 'wb') as file:
            if isinstance(content, int):
                file.truncate(content)
            else:
                file.write(content)


def index(*numbers, crc=None):
    raw = struct.pack(f'<{len(numbers)}Q', *numbers)
    return raw + struct.pack('<I', crc32c(raw) if crc is None else crc)


def run(*words):
    for name in os.listdir('.'):
        if 'out.' in name:
            shutil.rmtree(name) if os.path.isdir(name) else os.remove(name)
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY)) # noqa: E731
    try:
        done = subprocess.run([bindir + '/iocopy', 'in.zarr', *words], timeout=LIMIT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              check=False, preexec_fn=limit)
    except subprocess.TimeoutExpired:
        return None, ''
    return done.returncode, done.stderr


def refused(what, words, *target):
    global failures
    code, said = run(*(target or ('out.npy',)))
    lines = said.splitlines()
    if code not in (1, 2) or not 1 <= len(lines) <= 4 or words not in said or os.path.exists('out.npy') or os.path.exists('out.zarr'):
        failures += 1
        print(f'{what}: ended with {code}, expected words: {words}\n{said[:500]}')


def metadata_refused(what, words, codecs, shape=(8,), chunk=(8,)):
    store(shape, chunk, codecs, {})
    refused(what, words)


shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
os.chdir(folder)
metadata_refused('no multiple', 'no multiples', [shards((3,), BYTES)])
metadata_refused('chunk longer than shard', 'no multiples', [shards((16,), BYTES)])
for length in 0, -4, 2**62:
    metadata_refused(f'chunk of {length}', 'no multiples', [shards((length,), BYTES)])
metadata_refused('chunk of 2^63', 'another kind', [shards((2**63,), BYTES)])
metadata_refused('chunk of halves', 'another kind', [shards((2.5,), BYTES)])
metadata_refused('two dimensions', 'no multiples', [shards((4, 1), BYTES)])
metadata_refused('inner shard no multiple', 'no multiples', [shards((4,), shards((3,), BYTES))])
metadata_refused('long index', 'lists more than', [shards((1, 1), BYTES)], (2**20, 2**20), (2**20, 2**20))
metadata_refused('long index of long shards', 'lists more than', [shards((1,), BYTES)], (2**60,), (2**60,))
metadata_refused('index somewhere', 'neither start nor end', [shards((4,), BYTES, index='middle')])
metadata_refused('compressed index', "passes through 'gzip'", [shards((4,), BYTES, index_codecs=[BYTES, GZIP])])
metadata_refused('compressed shard', 'as a whole', [shards((4,), BYTES), GZIP])
metadata_refused('shard behind bytes', "'sharding_indexed'", [BYTES, shards((4,), BYTES)])
metadata_refused('no bytes', 'none of its codecs', [shards((4,))])
metadata_refused('dimension named twice', 'each dimension once', [named('transpose', order=[0, 0]), shards((4, 4), BYTES)], (8, 8), (8, 8))
metadata_refused('dimension too many', 'each dimension once', [named('transpose', order=[0, 1]), shards((4,), BYTES)])
deep = [BYTES]
for level in range(9):
    deep = [shards((8,), *deep)]
metadata_refused('nine levels', '8 deep', deep)
for level in range(3000):
    deep = [{'name': 'sharding_indexed', 'configuration': {'chunk_shape': [8], 'codecs': deep, 'index_codecs': [BYTES]}}]
store((8,), (8,), [], {})
with open('in.zarr/zarr.json', encoding='utf-8') as file:
    text = file.read()
inner = '[]'
for level in range(50000):
    inner = '[{"name": "sharding_indexed", "configuration": {"chunk_shape": [8], "index_codecs": [], "codecs": ' + inner + '}}]' if level < 3 else '[' + inner + ']'
with open('in.zarr/zarr.json', 'w', encoding='utf-8') as file:
    file.write(text.replace('"codecs": []', '"codecs": ' + inner))
refused('fifty thousand lists', '')

# Two chunks of 4 in a shard of 8; each is 16 bytes.
ONE = np.arange(4, dtype='<i4').tobytes()
PLAIN, PACKED = [shards((4,), BYTES)], [shards((4,), BYTES, GZIP)]
ZIPPED = encoded(np.arange(4, dtype='i4'), [BYTES, GZIP])
for what, words, codecs, content in (
        ('an empty shard', 'its index alone', PLAIN, b''), ('a short shard', 'its index alone', PLAIN, b'x' * 35),
        ('a wrong CRC', 'index', PLAIN, ONE + ONE + index(0, 16, 16, 16, crc=7)), ('zeros', 'index', PLAIN, 100),
        ('an offset behind the end', 'its index has', PLAIN, ONE + index(0, 16, 1000, 16)),
        ('a length behind the end', 'its index has', PLAIN, ONE + index(0, 16, 16, 1000)),
        ('an offset of 2^63', 'its index has', PLAIN, ONE + index(0, 16, 2**63, 16)),
        ('an offset of 2^64 - 2', 'its index has', PLAIN, ONE + index(0, 16, 2**64 - 2, 16)),
        ('a length of 2^63', 'its index has', PLAIN, ONE + index(0, 16, 16, 2**63)),
        ('a sum of 2^64', 'its index has', PLAIN, ONE + index(0, 16, 16, 2**64 - 16)),
        ('half of what is not stored', 'its index has', PLAIN, ONE + index(0, 16, MISSING, 16)),
        ('the other half', 'its index has', PLAIN, ONE + index(0, 16, 16, MISSING)),
        ('a chunk of 0 bytes', 'it has 0 bytes, not 16', PLAIN, ONE + index(0, 16, 16, 0)),
        ('a chunk too short', 'it has 15 bytes, not 16', PLAIN, ONE + index(0, 16, 0, 15)),
        ('a chunk too long', 'it has 17 bytes', PLAIN, ONE + ONE + index(0, 16, 0, 17)),
        ('a packed chunk of 0 bytes', 'damaged', PACKED, ZIPPED + index(0, len(ZIPPED), 16, 0)),
        ('a packed chunk of another', 'damaged', PACKED, ZIPPED + index(0, len(ZIPPED), 1, len(ZIPPED))),
        ('a packed chunk of the index', 'damaged', PACKED, ZIPPED + index(0, len(ZIPPED), len(ZIPPED), 36))):
    store((8,), (8,), codecs, {'c.0': content})
    refused(what, words)
store((8,), (8,), PACKED, {'c.0': 1 << 40})
with open('in.zarr/c.0', 'r+b') as file:
    file.seek(1 << 40)
    file.write(index(MISSING, MISSING, 0, 1 << 40))
refused('a packed chunk of 1 TiB', 'far too many')
# Inner shards, and their indices.
NESTED = [shards((4,), shards((2,), BYTES))]
INNER = ONE + index(0, 8, 8, 8)
for what, words, content in (
        ('an inner shard without room for its index', 'its index alone', INNER + index(0, len(INNER), 0, 35)),
        ('an inner shard of 0 bytes', 'its index alone', INNER + index(0, len(INNER), 0, 0)),
        ('an inner index that points out of its shard', 'its index has', ONE + index(0, 8, 50, 8) + ONE + index(0, 52, 0, 52)),
        ('an inner index of another', 'index', INNER + index(0, len(INNER), 1, len(INNER)))):
    store((8,), (8,), NESTED, {'c.0': content})
    refused(what, words)
# A long index is read once, not again for each of its chunks.
store((2**14,), (2**14,), [shards((1,), BYTES)], {'c.0': 1 << 40})
refused('an index of zeros', 'index')
# Texts, whose chunks have any length.
TEXTS = [{'name': 'vlen-utf8'}]
store((8,), (8,), TEXTS, {'c.0': 1 << 40}, 'string', '')
refused('a chunk of texts of 1 TiB', 'far too many', 'out.zarr')
store((8,), (8,), [shards((4,), *TEXTS)], {'c.0': struct.pack('<II', 4, 2**32 - 1) + index(0, 8, 0, 8)}, 'string', '')
refused('a text of 4 GiB', 'end too early', 'out.zarr')
store((8,), (8,), [shards((4,), *TEXTS)], {'c.0': struct.pack('<I', 2**32 - 1) + index(0, 4, 0, 4)}, 'string', '')
refused('4294967295 texts', 'it has 4294967295 texts, not 4', 'out.zarr')

# New shards that no memory holds, or whose index nobody would read.
store((2**40,), (2**20,), [BYTES], {})
refused('a shard of 4 TiB', 'written whole', 'out.zarr', '--chunk', '16777216', '--shard', str(2**40))
refused('an index of a million chunks', 'chunks', 'out.zarr', '--chunk', '1', '--shard', str(2**20))
refused('a shard of 2^62', '', 'out.zarr', '--chunk', str(2**61), '--shard', str(2**62))
refused('a shard that is no multiple', 'no multiple', 'out.zarr', '--chunk', '3', '--shard', '8')
# Chunks that lie over each other are read: nothing is said of their places.
store((8,), (8,), PLAIN, {'c.0': ONE + index(0, 16, 0, 16)})
code, said = run('out.npy')
if code != 0 or np.load('out.npy').tolist() != [0, 1, 2, 3] * 2:
    failures += 1
    print(f'one chunk for two: ended with {code}\n{said}')

if failures:
    sys.exit(1)
print('lying shards were refused')
