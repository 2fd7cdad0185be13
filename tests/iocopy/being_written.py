# SPDX-License-Identifier: BSD-3-Clause
"""An HDF5 file whose writer keeps it open for readers (SWMR) and appends is copied as it was when it was opened: being_written.py BINDIR FOLDER"""
import json
import os
import select
import subprocess
import sys

import h5py
import numpy as np
import zarr

from told_by import Told

told = Told(sys.argv[1], sys.argv[2])
WRITER = '''
import sys, time
import h5py, numpy as np
file = h5py.File('live.h5', 'w', libver='latest', userblock_size=int(sys.argv[1]))
sets = [file.create_dataset('plain', (0, 50), 'f8', chunks=(16, 50), maxshape=(None, 50)),
        file.create_dataset('packed', (0, 50), 'f8', chunks=(16, 50), maxshape=(None, 50), compression='gzip', shuffle=True)]
sets[0].attrs['units'] = 'm'
file.swmr_mode = True
rows = 0
while True:
    for each in sets:
        each.resize(rows + 5, 0)
        each[rows:] = np.arange(rows * 50, (rows + 5) * 50).reshape(5, 50) + 1
        each.flush()
    rows += 5
    if rows == 100:
        print('ready', flush=True)
    time.sleep(0.002)
'''


def writer(userblock):
    process = subprocess.Popen([sys.executable, '-c', WRITER, str(userblock)], stdout=subprocess.PIPE, env=told.environment)
    if not select.select([process.stdout], [], [], 60)[0] or process.stdout.readline() != b'ready\n':
        raise RuntimeError('the writer does not begin')
    return process


def rows_of(data):
    """Rows are whole and follow each other; those of a chunk that was being written may be zero at the end."""
    expected = np.arange(data.size).reshape(data.shape) + 1
    good = np.all(data == expected, axis=1)
    rows = len(data) if good.all() else int(np.argmin(good))
    told.check(data.shape[1] == 50 and rows >= 95 and not data[rows:].any(), f'{rows} of {len(data)} rows are right')
    return rows


WORDS = "'live.h5' is being written (SWMR), or its writer ended without closing it: the copy has what was there when it was opened"
for userblock in 0, 1024:
    process = writer(userblock)
    try:
        before = 0
        for turn in range(3):
            for name in 'plain', 'packed':
                told.copies(1, f'live.h5:/{name}', 'out/a.npy', '--json')
                told.says(WORDS)
                if told.code == 0:
                    report = json.loads(told.out)
                    told.check(report['source']['being_written'] is True and WORDS in report['notes'], f'the report says {report["source"]}')
                    rows = rows_of(np.load('out/a.npy'))
                    told.check(rows >= before, 'an older state was read')
                    before = rows
        told.copies(1, 'live.h5:/packed', 'out/b.h5:/B')
        told.says(WORDS)
        told.check(', being written -> ' in told.out, f'the report is {told.out}')
        if told.code == 0:
            with h5py.File('out/b.h5') as f:
                rows_of(f['B'][...])
        told.copies(1, 'live.h5', 'out/all.h5', '--json')
        told.says(WORDS)
        if told.code == 0:
            report = json.loads(told.out)
            told.check(all(each['source_being_written'] for each in report['variables']) and WORDS in report['notes'], f'the report is {report}')
            with h5py.File('out/all.h5') as f:
                for name in 'plain', 'packed':
                    rows_of(f[name][...])
                told.check(f['plain'].attrs['units'] == 'm', 'an attribute is gone')
        told.copies(1, 'live.h5', 'out/all.zarr')
        told.says(WORDS)
        if told.code == 0:
            for name in 'plain', 'packed':
                rows_of(zarr.open('out/all.zarr')[name][...])
        told.refuses("'live.h5' is being written (SWMR): one rank alone can copy it", 2, 'live.h5:/plain', 'out/a.npy')
        told.check(process.poll() is None, 'the writer has ended')
    finally:
        process.kill()
        process.wait()
# The writer was killed: the marks stay.
told.copies(1, 'live.h5:/packed', 'out/a.npy')
told.says(WORDS)
if told.code == 0:
    rows_of(np.load('out/a.npy'))
os.truncate('live.h5', os.path.getsize('live.h5') // 2)
told.run(1, 'live.h5:/packed', 'out/a.npy')
told.check(told.code in (1, 2) and not os.path.exists('out/a.npy'), f'half of a file was copied: {told.code}')
# A writer without readers, and a file that was closed.
with h5py.File('plain.h5', 'w', libver='latest') as f:
    f['x'] = np.arange(5.)
    f.flush()
    told.refuses('another program has the file open for writing', 1, 'plain.h5:/x', 'out/a.npy', code=1)
told.copies(1, 'plain.h5:/x', 'out/a.npy')
told.check('being written' not in told.said + told.out, 'a closed file is said to be written')

told.end('files were copied while they were written')
