#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A copy of an HDF5 file that takes elements from another folder says so.

usage: external_files.py BINDIR FOLDER
"""
import os
import shutil
import subprocess
import sys

import h5py
import numpy as np

bindir, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder + '/work')
os.chdir(folder + '/work')
np.arange(8.0).tofile('../secret')
with h5py.File('raw.h5', 'w') as file:
    file.create_dataset('A', (8,), '<f8', external=[(os.path.abspath('../secret'), 0, 64)])
for name in ('../other.h5', 'other.h5'):
    with h5py.File(name, 'w') as file:
        file['A'] = np.arange(8.0)
with h5py.File('link.h5', 'w') as file:
    file['A'] = h5py.ExternalLink('../other.h5', '/A')
    file['B'] = h5py.ExternalLink('other.h5', '/A')
failures = 0
for source, other in (('raw.h5:/A', 'secret'), ('link.h5:/A', 'link.h5'), ('link.h5:/B', None), ('other.h5:/A', None)):
    run = subprocess.run([bindir + '/iocopy', source, source[:3] + '.npy', '--plan'], capture_output=True, text=True)
    told = 'also takes elements from' in run.stderr
    if run.returncode or told != bool(other) or (other and other not in run.stderr):
        print(source, run.returncode, run.stderr)
        failures += 1
sys.exit(1 if failures else 0)
