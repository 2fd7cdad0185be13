# SPDX-License-Identifier: BSD-3-Clause
"""Files that are damaged, or that nearly nobody makes, are copied right or refused in one line, with nothing left:
strange_files.py BINDIR FOLDER"""
import ctypes
import os
import shutil
import sys

import h5py
import numpy as np
from h5py import h5f, h5p

from told_by import Told

told = Told(sys.argv[1], sys.argv[2])


def damaged(name, signature, at):
    """One bit of the first block with that signature is another one; its checksum tells."""
    with open('whole.h5', 'rb') as file:
        data = bytearray(file.read())
    place = data.find(signature)
    assert place > 0, signature
    data[place + at] ^= 1
    with open(name, 'wb') as file:
        file.write(data)


# Chunks whose index cannot be read are not chunks that were never written; objects that cannot be looked at are not objects that are not there.
with h5py.File('whole.h5', 'w', libver='latest') as f:
    f.create_dataset('A', data=np.arange(1000.), chunks=(10,), maxshape=(None,))
    f.create_dataset('B', data=np.arange(1000.), chunks=(10,))
    f.create_dataset('G', data=np.arange(1000.), chunks=(10,), maxshape=(None,), compression='gzip')
for name, signature, at in ('index', b'EAIB', 12), ('block', b'EADB', 12):
    damaged(f'{name}.h5', signature, at)
    for ranks in 1, 2:
        for target in 'out/a.npy', 'out/a.zarr', 'out/a.h5':
            told.refuses_damage('metadata checksum', ranks, f'{name}.h5:/A', target)
damaged('fixed.h5', b'FADB', 12)
told.refuses_damage('metadata checksum', 1, 'fixed.h5:/B', 'out/b.npy')
with h5py.File('deflated.h5', 'w', libver='latest') as f:
    f.create_dataset('A', data=np.arange(1000.), chunks=(10,), maxshape=(None,), compression='gzip')
shutil.copy('deflated.h5', 'whole.h5')
damaged('deflated.h5', b'EAIB', 12)
told.refuses_damage('metadata checksum', 1, 'deflated.h5:/A', 'out/a.npy')
with h5py.File('whole.h5', 'w', libver='latest') as f:
    for name in 'abc':
        f.create_dataset(name, data=np.arange(10.))
with open('whole.h5', 'rb') as file:
    data = bytearray(file.read())
data[data.rfind(b'OHDR') + 20] ^= 4
with open('header.h5', 'wb') as file:
    file.write(data)
for target in 'out/all.zarr', 'out/all.h5', 'out/one.npy':
    told.refuses("reading 'header.h5':", 1, 'header.h5', target, code=1)
told.refuses('metadata checksum', 1, 'header.h5:/c', 'out/c.npy', code=1)
with open('short.h5', 'wb') as file:
    file.write(data[:1000])
for cut, words in (len(data), 'it is damaged: a checksum is another one than the bytes have (HDF5: '), (1000, 'it is shorter than it says of itself (HDF5: '):
    with open('words.h5', 'wb') as file: # no library's words stand alone
        file.write(data[:cut])
    told.refuses(words, 1, 'words.h5:/c', 'out/c.npy', code=1)
told.refuses("reading 'short.h5':", 1, 'short.h5', 'out/all.h5', code=1)
told.copies(1, 'header.h5:/a', 'out/a.npy')

# As many dimensions as HDF5 can have, compared again.
with h5py.File('dims.h5', 'w') as f:
    for name, chunks in ('A', None), ('C', (1,) * 16 + (2,) * 3 + (1,) * 13):
        f.create_dataset(name, data=np.arange(64).reshape((1,) * 13 + (2,) * 6 + (1,) * 13), chunks=chunks)
told.copies(2, 'dims.h5', 'out/dims.h5')
told.same_sets('dims.h5', 'out/dims.h5')

# Small sets behind filters that HDF5 has no plugin for come as they are, and are compared all the same.
with h5py.File('filtered.h5', 'w') as f:
    f['A'] = np.arange(300000.)
    f.create_dataset('lzf', data=np.arange(100), chunks=(10,), compression='lzf')
told.copies(2, 'filtered.h5', 'out/filtered.h5')
told.same_sets('filtered.h5', 'out/filtered.h5')

# What was never written is not written either (HDF5's newer indices of chunks have room for all of them, and it looks at each).
with h5py.File('vast.h5', 'w') as f:
    f['A'] = np.arange(10.)
    f.create_dataset('never', (2**40,), 'i4', fillvalue=7)
    vast = f.create_dataset('vast', (2**40,), 'i4', chunks=(2**10,), maxshape=(None,), fillvalue=-1, compression='gzip')
    vast[5] = vast[2**40 - 1] = 2
    f.create_dataset('wide', (2**20, 2**20), 'f4', chunks=(16, 16))[2**20 - 1, 5] = 1
told.copies(2, 'vast.h5', 'out/vast.h5')
with h5py.File('out/vast.h5') as f:
    told.check(f['vast'][5] == 2 and f['vast'][4] == -1 and f['vast'][2**40 - 1] == 2, 'elements of a vast set are others')
    told.check(f['wide'][2**20 - 1, 5] == 1 and f['never'][2**40 - 1] == 7, 'elements of a vast set are others')
told.check(os.stat('out/vast.h5').st_size < 2**20, 'elements were written that nobody has written')

# A file whose trees of chunks would have the least nodes there are, and which has indices of another kind.
creation, access = h5p.create(h5p.FILE_CREATE), h5p.create(h5p.FILE_ACCESS)
with open('/proc/self/maps') as maps: # h5py's own HDF5
    loaded = next(line.split()[-1] for line in maps if '/libhdf5_serial.so' in line or '/libhdf5.so' in line)
assert ctypes.CDLL(loaded).H5Pset_istore_k(ctypes.c_int64(creation.id), ctypes.c_uint(1)) >= 0
access.set_libver_bounds(h5f.LIBVER_LATEST, h5f.LIBVER_LATEST)
with h5py.File(h5f.create(b'narrow.h5', fcpl=creation, fapl=access)) as f:
    f.create_dataset('A', data=np.arange(500).reshape(1, 500), chunks=(1, 1), maxshape=(1, None))
told.copies(1, 'narrow.h5', 'out/narrow.h5')
told.same_sets('narrow.h5', 'out/narrow.h5')

# What is lost of a type is told; names of datasets may look like patterns; a note does not stand before a refusal.
with h5py.File('tags.h5', 'w') as f:
    f.create_dataset('dates', data=np.array(['2020-01-01', '2021-02-03'], 'M8[s]').astype(h5py.opaque_dtype('M8[s]')))
    for name in '*', '?x', '[a]':
        f[name] = np.arange(4)
told.copies(1, 'tags.h5:/dates', 'out/d.npy')
told.check(np.load('out/d.npy').dtype == 'M8[s]', 'dates became numbers')
for name in '*', '?x', '[a]':
    told.copies(1, f'tags.h5:/{name}', 'out/star.npy', '--force')
    told.check(np.array_equal(np.load('out/star.npy'), np.arange(4)), f'{name} is another array')
with h5py.File('large.h5', 'w') as f:
    f.create_dataset('g/A', (2, 2**20), 'f8', chunks=(2, 2**20))[0] = 1
told.refuses('of memory for buffers', 1, 'large.h5:/g/A', 'out/large.zarr', '--memory', '1MiB', '--deflate', '1')
told.copies(1, 'large.h5:/g/A', 'out/large.zarr', '--memory', '1MiB') # in pieces: its chunks pass through no filters

# Names that would be a store's own files, lie outside it, or are too long for a file system.
with h5py.File('names.h5', 'w') as f:
    for name in '..', '...', '.zarray', 'zarr.json', '.zattrs', 'g/..', 'x' * 251, '__v', 'x' * 250:
        f[name] = np.arange(4)
for name in '..', '...', '.zarray', 'zarr.json', '.zattrs', 'g/..':
    told.refuses("nothing can be called '", 1, f'names.h5:/{name}', f'out/n.zarr:/{name}')
told.refuses('in a Zarr store it can have 250', 1, f"names.h5:/{'x' * 251}", 'out/n.zarr')
told.refuses("nothing can be called '__v' in a Zarr store of version 3", 1, 'names.h5:/__v', 'out/n.zarr', '--as', 'zarr3')
told.refuses("nothing can be called '..'", 1, 'names.h5', 'out/n.zarr')
told.copies(1, f"names.h5:/{'x' * 250}", 'out/n.zarr')
told.copies(1, 'names.h5:/__v', 'out/n.zarr')
told.copies(1, 'names.h5', 'out/names.h5')
told.check(sorted(os.listdir('.')) == sorted(['out', *(name for name in os.listdir('.') if name.endswith('.h5'))]), 'files lie about')

with h5py.File('group.h5', 'w') as f:
    f.create_group('../zarr.json').attrs['outside'] = 1
    f['A'], f['B'] = np.arange(3), np.arange(4)
told.copies(1, 'group.h5', 'out/n.zarr', code=4)
told.says("the group '/..', which a store has no name for")
told.check('.zgroup' not in os.listdir('out'), 'a group lies outside its store')

# Lists of dimensions' scales that lead nowhere, as some writers leave them; texts that spaces fill up.
with h5py.File('stray.h5', 'w') as f:
    f['A'], f['s'] = np.arange(5), np.arange(5)
    f['s'].make_scale()
    f['A'].dims[0].attach_scale(f['s'])
    address = h5py.h5o.get_info(f['s'].id).addr
    spaces = h5py.h5t.C_S1.copy()
    spaces.set_size(6)
    spaces.set_strpad(h5py.h5t.STR_SPACEPAD)
    h5py.h5d.create(f.id, b'texts', spaces, h5py.h5s.create_simple((2,))).write(h5py.h5s.ALL, h5py.h5s.ALL, np.array([b'ab    ', b'cd    ']))
with open('stray.h5', 'r+b') as f:
    data = f.read()
    heap = data.index(b'GCOL')
    f.seek(0)
    f.write(data[:heap] + data[heap:].replace(address.to_bytes(8, 'little'), (address + 12344).to_bytes(8, 'little')))
for ending in 'h5', 'zarr':
    told.copies(1, 'stray.h5', f'out/stray.{ending}', code=4 if ending == 'zarr' else 0)
    told.check('infinite loop' not in told.said, 'HDF5 did not end well')
told.says('does not keep that spaces fill up its texts')

# Names in Latin-1.
with h5py.File('latin.h5', 'w') as f:
    f.create_dataset('A', data=np.arange(3)).attrs[b'\xe8'] = 5
with h5py.File('name.h5', 'w') as f:
    f[b'\xe9t\xe9'] = np.arange(3)
told.refuses('is no UTF-8, as names in a Zarr store are', 1, 'name.h5', 'out/l.zarr')
told.copies(1, 'name.h5', 'out/l.zarr:/summer')
for edition, file in ('zarr2', '.zattrs'), ('zarr3', 'zarr.json'):
    told.copies(1, 'latin.h5', 'out/l.zarr', '--as', edition)
    texts = [open(os.path.join(at, file), encoding='utf-8').read() for at, _, names in os.walk('out') if file in names]
    told.check(any('\\u00e8' in text or '\u00e8' in text for text in texts), 'an attribute in Latin-1 is lost')

told.end('strange files were copied right or refused')
