# SPDX-License-Identifier: BSD-3-Clause
"""Copies of files with many variables or many attributes, of each format, beside nccopy of the same contents:
many_notes_bench.py BINDIR FOLDER [COUNT...]

From and to netCDF-4, and each format to itself; one row for each source: seconds to each target; behind them what the seconds of
the processor are of nccopy's, which copies netCDF-4 and classic files: on a machine with other work the clock tells little. A format
in whose column the time of ten times as many is much more than ten times as long does not grow as it should. nccopy writes no Zarr
here: its copy to netCDF-4 is what these columns are compared with. Below stands the floor: the time in which a small program makes the
folders and files of such a store, with as many bytes of anything, and syncs them once. Nothing is removed before
the end: some file systems are slow to use again what was removed a moment ago.
"""
import os
import resource
import shutil
import subprocess
import sys
import time

import netCDF4

bindir, folder = os.path.realpath(sys.argv[1]), sys.argv[2]
counts = [int(word) for word in sys.argv[3:]] or [1000, 10000]
LIMIT = 120  # seconds for one copy
NAMES = {'classic': 'a.cdf', 'netcdf4': 'a.nc', 'hdf5': 'a.h5', 'zarr2': 'a.zarr', 'zarr3': 'a.zarr'}
AS = {'classic': ['--as', 'cdf5'], 'zarr2': ['--as', 'zarr2'], 'zarr3': ['--as', 'zarr3']}


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(words):
    """By the clock and of the processor; None: it took too long."""
    begin, used = time.monotonic(), processor_seconds()
    try:
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode not in (0, 4): sys.exit(f'{words}: {done.stderr[:500]}')
    return time.monotonic() - begin, processor_seconds() - used


def make(path, what, count):
    with netCDF4.Dataset(path, 'w', format='NETCDF4') as f:
        f.createDimension('x', 10)
        variables = [f.createVariable(f'v{i:05}', 'f4', ('x',)) for i in range(count if what == 'variables' else 1)]
        for v in variables: v[:] = 1
        for i in range(count if what == 'attributes' else 0): variables[0].setncattr(f'a{i:05}', i if i % 2 else f'text {i}')


# Folders and files of a store: FOLDER VERSION ARRAYS
FLOOR = '''
import ctypes, os, sys
folder, version, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
files = [(b'zarr.json', b'x' * 700), (b'c/0', b'x' * 40)] if version == '3' else [(b'.zarray', b'x' * 300), (b'.zattrs', b'x' * 60), (b'0', b'x' * 40)]
os.mkdir(folder)
for i in range(count):
    array = os.path.join(os.fsencode(folder), b'v%05d' % i)
    os.mkdir(array)
    if version == '3': os.mkdir(array + b'/c')
    for name, data in files:
        out = os.open(array + b'/' + name, os.O_WRONLY | os.O_CREAT, 0o666)
        os.write(out, data)
        os.close(out)
root = os.open(folder, os.O_RDONLY)
ctypes.CDLL(None).syncfs(root)
'''


def floor(version, count):
    """Of an interpreter that does nothing the seconds are taken off."""
    _, idle = seconds([sys.executable, '-I', '-c', 'import ctypes, os, sys'])
    clock, processor = seconds([sys.executable, '-I', '-c', FLOOR, f'floor{version}', version, str(count)])
    return clock, max(processor - idle, 0)


def shown(value, digits): return ('-' if value is None else f'{value:.{digits}f}').rjust(8)


def clock(times): return shown(times and times[0], 2)


for what in 'variables', 'attributes':
    for count in counts:
        here = os.path.join(folder, f'many-{what}-{count}-{os.getpid()}')
        os.makedirs(here)
        os.chdir(here)
        os.makedirs('netcdf4')
        make('netcdf4/a.nc', what, count)
        beside = {}
        for kind, option in ('netcdf4', 'nc4'), ('classic', 'cdf5'): beside[kind] = seconds(['nccopy', '-k', option, 'netcdf4/a.nc', 'copied.nc'])
        print(f'{count} {what}: nccopy to netCDF-4 {clock(beside["netcdf4"])}, to classic {clock(beside["classic"])}; load {os.getloadavg()[0]:.1f}')
        print('from / to'.ljust(10) + ''.join(name.rjust(8) for name in NAMES) + '   processor, times nccopy to the same, or else to netCDF-4')
        for target in NAMES:
            if target == 'netcdf4': continue
            os.makedirs(target)
            if target == 'hdf5': shutil.copy('netcdf4/a.nc', 'hdf5/a.h5')
            elif seconds([f'{bindir}/iocopy', 'netcdf4/a.nc', f'{target}/{NAMES[target]}', '--quiet', *AS[target]]) is None:
                print(f'no {target} within {LIMIT} s')
        for source in NAMES:
            if not os.path.exists(f'{source}/{NAMES[source]}'): continue
            times = dict.fromkeys(NAMES)
            for target in NAMES:
                if 'netcdf4' not in (source, target) and source != target: continue
                os.makedirs(f'{source}-{target}')
                times[target] = seconds([f'{bindir}/iocopy', f'{source}/{NAMES[source]}', f'{source}-{target}/{NAMES[target]}', '--quiet', *AS.get(target, [])])
            whole = {t: beside.get(t, beside['netcdf4']) for t in NAMES}
            ratios = [times[t][1] / whole[t][1] if times[t] and whole[t] else None for t in NAMES]
            print(source.ljust(10) + ''.join(clock(times[t]) for t in NAMES) + '   ' + ''.join(shown(r, 1) for r in ratios), flush=True)
        for version in ('2', '3') if what == 'variables' else ():
            least = floor(version, count)
            print(f'floor of Zarr {version}:{clock(least)}, processor{shown(least[1] / beside["netcdf4"][1], 1)} times nccopy to netCDF-4')
        os.chdir(folder)
        shutil.rmtree(here)
