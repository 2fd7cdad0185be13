# SPDX-License-Identifier: BSD-3-Clause
"""HDF5 files whose superblock says for ever that a writer has them open block nobody: swmr_marks.py BINDIR FOLDER"""
import os
import struct
import sys
import time

import h5py
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '../iocopy'))
from told_by import Told

told = Told(sys.argv[1], sys.argv[2])


def lookup3(data):
    """The checksum of a superblock (Jenkins's lookup3)."""
    def rotated(x, k):
        return (x << k | x >> (32 - k)) & 0xffffffff
    a = b = c = (0xdeadbeef + len(data)) & 0xffffffff
    while len(data) > 12:
        x, y, z = struct.unpack('<3I', data[:12])
        a, b, c = (a + x) & 0xffffffff, (b + y) & 0xffffffff, (c + z) & 0xffffffff
        for k in (4, 6, 8, 16, 19, 4):
            a = ((a - c) & 0xffffffff) ^ rotated(c, k)
            c = (c + b) & 0xffffffff
            a, b, c = b, c, a
        data = data[12:]
    x, y, z = struct.unpack('<3I', data.ljust(12, b'\0'))
    a, b, c = (a + x) & 0xffffffff, (b + y) & 0xffffffff, (c + z) & 0xffffffff
    for k in (14, 11, 25, 16, 4, 14, 24):
        c = ((c ^ b) - rotated(b, k)) & 0xffffffff
        a, b, c = b, c, a
    return b


def marked(marks):
    with h5py.File('marked.h5', 'w', libver='latest') as f:
        f.create_dataset('a', data=np.arange(1000.), chunks=(100,), compression='gzip')
    with open('marked.h5', 'r+b') as file:
        block = bytearray(file.read(48))
        told.check(lookup3(bytes(block[:44])) == struct.unpack('<I', block[44:])[0], 'the checksum of the superblock is computed otherwise')
        block[11] = marks
        block[44:] = struct.pack('<I', lookup3(bytes(block[:44])))
        file.seek(0)
        file.write(block)


for marks in 1, 4, 5, 255:
    marked(marks)
    begin = time.monotonic()
    told.run(1, 'marked.h5:/a', 'out/a.npy')
    told.check(time.monotonic() - begin < 20, f'takes {time.monotonic() - begin:.0f} s with the marks {marks}')
    told.check(told.code in (0, 1, 2), f'ended with {told.code}')
    if marks == 5:
        told.check(told.code == 0 and np.array_equal(np.load('out/a.npy'), np.arange(1000.)), 'is not copied')
        told.says('is being written (SWMR), or its writer ended without closing it')
        told.refuses('one rank alone can copy it', 2, 'marked.h5:/a', 'out/a.npy')
    elif told.code in (1, 2):
        told.check(len(told.said.splitlines()) == 1, 'says more than one line')
told.end('a mark of a writer blocks nobody')
