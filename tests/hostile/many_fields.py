#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Structures of more fields than HDF5 can describe are refused at once, in words of our own.

usage: many_fields.py BINDIR FOLDER
"""
import os
import shutil
import subprocess
import sys
import warnings

import numpy as np

bindir, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
warnings.simplefilter('ignore')
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
os.chdir(folder)
failures = 0
for fields in (1000, 1550, 1650, 1750, 1850, 2000, 4500, 50000):
    np.save('source.npy', np.zeros(2, [(f'f{i}', '<f4') for i in range(fields)]))
    for target in ('new.h5', 'new.nc'):
        try:
            run = subprocess.run([bindir + '/iocopy', 'source.npy', target, '-q'], capture_output=True, text=True, timeout=8)
        except subprocess.TimeoutExpired:
            print(f'{fields} fields to {target}: does not end')
            failures += 1
            continue
        refused = run.returncode == 2 and 'fields take more' in run.stderr and run.stderr.count('\n') == 1
        if not refused and not (run.returncode == 0 and fields < 2000):
            print(f'{fields} fields to {target}: ended with {run.returncode}: {run.stderr}')
            failures += 1
        if os.path.exists(target):
            os.remove(target)
sys.exit(1 if failures else 0)
