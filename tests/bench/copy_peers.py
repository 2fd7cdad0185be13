#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""iocopy beside cp, nccopy, h5repack and zarr-python with dask: whole commands in turns on one file system, medians and ratios.

Usage: copy_peers.py BINDIR FOLDER [ROUNDS] [ROW...]
  BINDIR: where iocopy is (a release build); FOLDER: an empty place on the file system to measure, with 4 GiB free;
  ROUNDS: how often each is timed (5); ROW: only these rows of the table, by the beginnings of their names
Each copy ends when its bytes are on the disk. Needs what 'share/bin/setup test bench' installs."""
import multiprocessing
import os
import statistics
import subprocess
import sys
import time

import h5py
import netCDF4
import numpy as np
import zarr

MIB = 1 << 20
HERE = os.path.dirname(os.path.abspath(__file__))
MPI = os.path.join(HERE, '..', '..', 'share', 'bin', 'local-mpirun')


def iocopy(ranks, *words, launched=False):
    """One rank is started as one would type it, like the peers, unless it shall be compared with several."""
    return [*([MPI, '-n', str(ranks)] if ranks > 1 or launched else []), os.path.join(BIN, 'iocopy'), *words, '--force', '--quiet']


def by_ranks(target, asked, words):
    """The same copy by one rank, by one that mpirun starts, and by two; `asked`: of one rank, and of two."""
    return [('iocopy 1', iocopy(1, *words), target, asked[0]),
            ('iocopy 1 by mpirun', iocopy(1, *words, launched=True), target, ''),
            ('iocopy 2 by mpirun', iocopy(2, *words), target, asked[1])]


def synced(command, target):
    """A peer does not wait for the disk by itself; of a folder all files count."""
    return ['sh', '-c', f'"$@" && find {target} -type f -exec sync {{}} +', 'sh', *command]


def noisy_field(shape, seed=1):
    """Waves with noise in the last digits, which deflate makes some 1.5 times smaller: as measured fields are."""
    rng = np.random.default_rng(seed)
    waves = sum(np.sin(np.arange(n, dtype='f4').reshape([-1 if d == k else 1 for d in range(len(shape))]) / 17)
                for k, n in enumerate(shape))
    return (np.round(waves * 1000) / 1000 + rng.integers(0, 16, shape) / 65536).astype('f4')


def make_raw(path):
    with open(path, 'wb') as f:
        for _ in range(64):
            f.write(os.urandom(8 * MIB))


def make_hdf5(path):
    with h5py.File(path, 'w') as f:
        data = f.create_dataset('A', (16384, 8192), 'u4')
        for k in range(64):
            data[k * 256:(k + 1) * 256] = np.random.default_rng(k).integers(0, 2 ** 32, (256, 8192), 'u4')


def make_netcdf(path, shape, chunks, deflate):
    with netCDF4.Dataset(path, 'w') as f:
        names = []
        for k, n in enumerate(shape):
            names.append('tyxz'[k])
            f.createDimension(names[-1], n)
        variable = f.createVariable('A', 'f4', names, zlib=deflate > 0, complevel=deflate, shuffle=deflate > 0, chunksizes=chunks,
                                    fill_value=False)
        variable[...] = noisy_field(shape)


def make_many(path, count):
    """Small variables that share three dimensions."""
    with netCDF4.Dataset(path, 'w') as f:
        for name, n in (('t', 8), ('y', 10), ('x', 12)):
            f.createDimension(name, n)
            f.createVariable(name, 'f8', (name,))[:] = np.arange(n)
        for k in range(count):
            variable = f.createVariable(f'v{k}', 'f4', ('t', 'y', 'x'))
            variable.units = 'K'
            variable[...] = k


def make_zarr(path, shape, chunks):
    store = zarr.open(path, 'w', shape=shape, chunks=chunks, dtype='f4')
    store[...] = noisy_field(shape)


# What rechunker does (its algorithm, as its documentation has it): the target's chunks grown from the last axis while they fit the memory, the
# source's grown up to these, and where both differ an array in between whose chunks are the smaller of the two along each axis.
DASK = """
import sys, shutil, dask, dask.array as da, zarr
source, target, words, memory = sys.argv[1:5]
workers = 2
dask.config.set(scheduler='threads', num_workers=workers)
a = zarr.open(source, 'r')
chunks = tuple(int(n) for n in words.split(','))
most = int(memory) // workers // a.dtype.itemsize

def grown(chunk, upto):
    chunk = list(chunk)
    for axis in reversed(range(len(chunk))):
        others = 1
        for k, n in enumerate(chunk):
            others *= n if k != axis else 1
        times = max(1, most // (others * chunk[axis]))
        chunk[axis] = min(chunk[axis] * times, max(chunk[axis], upto[axis]))
    return tuple(chunk)

def copy(one, other, blocks):
    da.store(da.from_zarr(one, chunks=blocks), other, lock=False)

write = grown(chunks, a.shape)
read = grown(a.chunks, tuple(w if w > c else c for w, c in zip(write, a.chunks)))
between = tuple(map(min, write, read))
made = zarr.open(target, 'w', shape=a.shape, chunks=chunks, dtype=a.dtype, compressor=a.compressor)
if read == write:
    copy(a, made, write)
else:
    middle = zarr.open(target + '.between', 'w', shape=a.shape, chunks=between, dtype=a.dtype, compressor=a.compressor)
    copy(a, middle, read)
    copy(middle, made, write)
    shutil.rmtree(target + '.between')
"""


def dask(source, target, chunks, memory):
    return ['/usr/bin/python3', '-W', 'ignore', '-c', DASK, source, target, chunks, str(memory)]


class Row:
    """One line of the table: commands in turns; the first is the peer, each other one is told over it, with what is asked."""

    def __init__(self, name, make, contenders):
        self.name, self.make, self.contenders = name, make, contenders


def peak(status):
    return status.ru_maxrss / 1024


def timed(command, target):
    """Seconds of a command, and the largest process it had, in MiB. The disk comes to rest first."""
    os.sync()
    time.sleep(0.5)
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = process.stdout.read()
    _, code, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - began
    if code != 0:
        sys.exit(f'{" ".join(command)}:\n{said.decode()}')
    subprocess.run(['sh', '-c', f'rm -rf {target}*'], check=True)
    return seconds, peak(usage)


def run(row, rounds):
    maker = multiprocessing.Process(target=row.make) # what it takes would count as memory of the commands below
    maker.start()
    maker.join()
    times = {name: [] for name, _, _, _ in row.contenders}
    most = dict.fromkeys(times, 0)
    for k in range(rounds + 1): # the first warms up
        turn = row.contenders if k % 2 else row.contenders[::-1]
        for name, command, target, _ in turn:
            seconds, memory = timed(command, target)
            most[name] = max(most[name], memory)
            if k > 0:
                times[name].append(seconds)
    peer = row.contenders[0][0]
    base = statistics.median(times[peer])
    for name, _, _, asked in row.contenders:
        median = statistics.median(times[name])
        ratios = [t / p for t, p in zip(times[name], times[peer])]
        print(f'{row.name:18} {name:22} {median:7.2f} s ({min(times[name]):.2f} to {max(times[name]):.2f})  '
              f'{median / base:6.2f} of {peer}, {base / median:6.2f} times as fast, in turns {statistics.median(ratios):5.2f}  '
              f'{most[name]:5.0f} MiB  {asked}', flush=True)


def rows():
    chunked, slabs = (256, 384, 384), (1, 384, 384)
    columns = '256,24,24'
    wide = (16384, 8192)
    at_most = ('at most 1.3', 'at most 1.3, and not slower than one')
    return [
        Row('plain raw', lambda: make_raw('s.raw'), [
            ('cp and sync', synced(['cp', 's.raw', 't.raw'], 't.raw'), 't', ''),
            *by_ranks('t', at_most, ['s.raw', 't.raw', '--array', 'uint32 A[16384][8192]'])]),
        Row('plain hdf5', lambda: make_hdf5('s.h5'), [
            ('cp and sync', synced(['cp', 's.h5', 't.h5'], 't.h5'), 't', ''),
            *by_ranks('t', at_most, ['s.h5:/A', 't.h5:/A'])]),
        Row('many variables', lambda: make_many('m.nc', 2000), [
            ('nccopy', synced(['nccopy', 'm.nc', 't.nc'], 't.nc'), 't', ''),
            *by_ranks('t', ('at most 3', 'at most 3'), ['m.nc', 't.nc']),
            ('iocopy 1 --verify', iocopy(1, 'm.nc', 't.nc', '--verify'), 't', 'at most 3')]),
        Row('deflated rechunk', lambda: make_netcdf('d.nc', chunked, slabs, 4), [
            ('nccopy', synced(['nccopy', '-c', 't/256,y/24,x/24', '-m', '256M', 'd.nc', 't.nc'], 't.nc'), 't', ''),
            *by_ranks('t', ('at least as fast', '1.8 times'), ['d.nc:/A', 't.nc:/A', '--chunk', columns, '--memory', '256MiB']),
            ('h5repack', synced(['h5repack', '-l', 'A:CHUNK=256x24x24', 'd.nc', 't.nc'], 't.nc'), 't', 'iocopy 3 times as fast as this')]),
        Row('rechunk', lambda: make_netcdf('r.nc', wide, (512, 1), 0), [
            ('nccopy', synced(['nccopy', '-c', 't/64,y/4096', '-m', '64M', 'r.nc', 't.nc'], 't.nc'), 't', ''),
            *by_ranks('t', ('5 times', '5 times'), ['r.nc:/A', 't.nc:/A', '--chunk', '64,4096', '--memory', '64MiB']),
            ('h5repack', synced(['h5repack', '-l', 'A:CHUNK=64x4096', 'r.nc', 't.nc'], 't.nc'), 't', 'iocopy 20 times as fast as this')]),
        Row('zarr rechunk', lambda: make_zarr('z.zarr', chunked, (4, 384, 384)), [
            ('zarr, dask', synced(dask('z.zarr', 't.zarr', columns, 64 * MIB), 't.zarr'), 't', ''),
            *by_ranks('t', ('3 times', '3 times'), ['z.zarr', 't.zarr', '--chunk', columns, '--memory', '64MiB'])]),
    ]


if __name__ == '__main__':
    BIN = os.path.realpath(sys.argv[1])
    folder = sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    for row in rows():
        if len(sys.argv) <= 4 or any(row.name.startswith(wanted) for wanted in sys.argv[4:]):
            run(row, rounds)
