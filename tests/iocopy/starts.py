#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A copy that gets little time at each start ends nevertheless: what one start has done no other does again.

usage: starts.py BINDIR SHIM FOLDER

Copies are told to stop, or killed, as soon as the journal shows that they have done something; the next start goes on. After a stop, and
after a kill on a machine that goes on, nothing of the unfinished target is read again, and its check at the end goes on, too. After a crash of the machine (the journal is made to
name another start of it) what was written is read again, once, in as many starts as it takes; what was lost is copied again. Counted are
bytes that the shim sees, and slots of the journal (share/doc/formats.md).
"""
import glob
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time

import numpy as np

BIN, SHIM, FOLDER = (os.path.realpath(path) for path in sys.argv[1:4])
SHAPE = (400, 1000)
BYTES = 4 * SHAPE[0] * SHAPE[1]
WRITTEN, KEPT, DOUBTFUL, VERIFIED = range(4)
wrong = []


def check(right, what):
    if not right:
        wrong.append(what)
        print(what)


class Case:
    def __init__(self, name, target, *options, memory='1MiB'):
        shutil.rmtree(FOLDER, ignore_errors=True)
        os.makedirs(FOLDER)
        self.name, self.target = name, target
        self.file = target.split(':')[0]
        self.a = np.random.default_rng(1).integers(1, 1 << 30, SHAPE, '<i4')
        self.a.tofile(f'{FOLDER}/source.raw')
        self.words = [f'{BIN}/iocopy', 'source.raw', target, '--array', f'int32 A[{SHAPE[0]}][{SHAPE[1]}]', '--memory', memory, '--threads', '1',
                      '--bandwidth', '1MB/s', '--resume', *options]
        self.read = 0 # by the last start: the shim reports when a process ends by itself
        self.starts = 0

    @property
    def journal(self):
        return f'{FOLDER}/.{self.file}.iocopy-journal'

    def states(self):
        """Of each unit; None where it has no record."""
        try:
            with open(self.journal, 'rb') as f:
                header, slots = f.read().split(b'\n', 1)
            units = json.loads(header)['arrays'][0]['units']
        except (OSError, ValueError, IndexError):
            return []
        slots = [slots[40 * i:40 * i + 40] for i in range(units)]
        return [None if not any(s) or len(s) < 40 else struct.unpack('<5Q', s)[3] >> 1 for s in slots]

    def start(self, how, enough=lambda before, now: now != before):
        """Until the journal shows something new; whether it ended by itself."""
        self.starts += 1
        counts = f'{FOLDER}/counts'
        for old in glob.glob(counts + '*'):
            os.remove(old)
        before = self.states()
        job = subprocess.Popen(self.words, cwd=FOLDER, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                               env=dict(os.environ, LD_PRELOAD=SHIM, IO_SHIM_PREFIX=f'{FOLDER}/.{self.file}.iocopy', IO_SHIM_REPORT=counts))
        while job.poll() is None:
            now = self.states()
            if now and enough([s for s in before if s is not None], [s for s in now if s is not None]):
                job.send_signal(how)
                break
            time.sleep(0.005)
        said = job.communicate()[1]
        check(job.returncode in (0, 75, -signal.SIGKILL), f'{self.name}: start {self.starts} ended with {job.returncode}: {said}')
        check(not (now := self.states()) or now.count(KEPT) + now.count(VERIFIED) >= before.count(KEPT), f'{self.name}: start {self.starts} forgot what was kept')
        for report in glob.glob(counts + '*'):
            with open(report) as f:
                self.read += sum(int(line.split()[1]) for line in f if not line.rstrip().endswith('-journal'))
        return job.returncode not in (75, -signal.SIGKILL)

    def until_done(self, how, enough=lambda before, now: len(now) > len(before)):
        while not self.start(how, enough):
            check(self.starts < 200, f'{self.name}: does not end')
            if self.starts >= 200:
                return
        back = f'{FOLDER}/back.raw'
        subprocess.run([f'{BIN}/iocopy', self.target, back, '--byte-order', 'native', '-q'], cwd=FOLDER, check=False)
        check(os.path.exists(back) and np.array_equal(np.fromfile(back, '<i4').reshape(SHAPE), self.a), f'{self.name}: the target is another')

    def crash(self):
        """The machine starts anew: the journal names another one."""
        with open(self.journal, 'r+b') as f:
            header = f.read(4096)
            f.seek(0)
            f.write(re.sub(rb'("nodes": ?")[0-9a-f]{16}', rb'\g<1>00000000deadbeef', header))


def stops(name, target, how, *options):
    """Nothing is read again, but where HDF5 looks at its own headers."""
    case = Case(f'{name}, {target} {options}', target, *options)
    case.until_done(how)
    check(case.starts > 2, f'{case.name}: only {case.starts} starts: the moments are badly chosen')
    check(case.read < BYTES // 8, f'{case.name}: {case.read} bytes of what earlier starts wrote were read again')


stops('told to stop', 'new.npy', signal.SIGUSR1)
stops('told to stop', 'new.h5:/A', signal.SIGUSR1, '--chunk', '50,200', '--deflate', '1')
stops('told to stop', 'new.zarr', signal.SIGTERM, '--chunk', '50,200')
stops('killed', 'new.npy', signal.SIGKILL)

# The check at the end goes on, too.
case = Case('told to stop while it verifies', 'new.npy', '--verify', memory='700KiB')
case.until_done(signal.SIGUSR1, lambda before, now: len(now) > len(before) or now.count(VERIFIED) > before.count(VERIFIED))
check(case.starts > 4, f'{case.name}: only {case.starts} starts')
check(case.read < BYTES, f'{case.name}: the last start verified {case.read} bytes')

for target, options in (('new.npy', []), ('new.h5:/A', ['--chunk', '50,200', '--deflate', '1'])):
    case = Case(f'the machine crashes, {target}', target, *options, memory='700KiB' if target == 'new.npy' else '1MiB')
    case.start(signal.SIGKILL, lambda before, now: len(now) >= 7)
    done = len([s for s in case.states() if s is not None])
    check(done >= 7 and os.path.exists(case.journal), f'{case.name}: {done} units were written')
    case.crash()
    if target == 'new.npy':
        with open(f'{FOLDER}/.new.npy.iocopy', 'r+b') as f: # a page that did not reach the disk
            f.seek(4096)
            f.write(bytes(4096))
    case.start(signal.SIGUSR1, lambda before, now: now.count(KEPT) > 0)
    states = case.states()
    check(states.count(KEPT) > 0, f'{case.name}: nothing was recorded as read again: {states}')
    check(states.count(DOUBTFUL) > 0, f'{case.name}: all was read again at once, or nothing: {states}')
    case.until_done(signal.SIGUSR1, lambda before, now: now.count(KEPT) > before.count(KEPT) or len(now) > len(before))
    check(case.read < BYTES // 2, f'{case.name}: the last start read {case.read} bytes again')

print(f'{len(wrong)} wrong' if wrong else 'copies in many starts ended, and did nothing twice')
sys.exit(1 if wrong else 0)
