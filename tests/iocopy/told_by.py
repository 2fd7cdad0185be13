# SPDX-License-Identifier: BSD-3-Clause
"""What iocopy said and left of sources that it should copy, or refuse in one line; how the tests of this folder in Python judge it."""
import os
import re
import shutil
import subprocess
import sys

import h5py
import numpy as np

BARE = re.compile(r"\.(npy|raw|json)' does not keep") # of targets that hold elements only
MADE = (0, 4) # exit codes of a finished copy: with all of its source, or without what its target cannot keep


class Told:
    """Enters a new folder, which has a folder `out`, empty before every copy."""

    def __init__(self, bindir, folder):
        here = os.path.dirname(os.path.realpath(__file__))
        paths = [os.path.realpath(bindir), os.path.join(here, '../../share/bin'), os.environ['PATH']]
        self.environment = dict(os.environ, PATH=':'.join(paths))
        self.failed = False
        self.said, self.out, self.name, self.code = '', '', '', 0
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        os.chdir(folder)

    def run(self, ranks, *words):
        shutil.rmtree('out', ignore_errors=True)
        os.mkdir('out')
        self.name = ' '.join(words)
        launcher = ['local-mpirun', '-n', str(ranks)] if ranks > 1 else []
        try:
            done = subprocess.run([*launcher, 'iocopy', *words], env=self.environment, timeout=100, text=True, errors='replace',
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        except subprocess.TimeoutExpired:
            self.said, self.code = '', None
            return
        self.said, self.out, self.code = done.stderr, done.stdout, done.returncode

    def check(self, right, complaint):
        if right:
            return
        self.failed = True
        print(f'{self.name}: {complaint}\n{self.said}')

    def says(self, words):
        self.check(words in self.said, f'did not say: {words}')

    def copies(self, ranks, *words, code=None):
        """With this exit code; without one, with 4 where a loss is told, unless the target holds elements only, and 0 where none is.
        Returns whether it was made."""
        self.run(ranks, *words, '--verify')
        counts = 'does not keep' in self.said and not BARE.search(self.said)
        expected = (4 if counts else 0) if code is None else code
        self.check(self.code == expected, f'ended with {self.code}, expected {expected}')
        return self.code == expected

    def refuses(self, words, ranks, *arguments, code=2):
        """In one line; nothing is left."""
        self.run(ranks, *arguments)
        lines = self.said.splitlines()
        self.check(self.code == code, f'ended with {self.code}, expected {code}')
        self.check(len(lines) == 1 and lines[0].startswith('iocopy: '), f'said {len(lines)} lines')
        self.says(words)
        self.check(not os.listdir('out'), f'left {os.listdir("out")}')

    def refuses_damage(self, words, ranks, *arguments):
        """In a list of what cannot be read, or at once; no target gets its name."""
        self.run(ranks, *arguments)
        self.check(self.code == 1, f'ended with {self.code}, expected 1')
        self.says(words)
        self.check(not os.path.exists(arguments[1]), 'there is a target')

    def same_sets(self, ours, theirs):
        """Elements of all datasets, as h5py reads them."""
        if not os.path.exists(theirs):
            return self.check(False, f'there is no {theirs}')
        with h5py.File(ours) as a, h5py.File(theirs) as b:
            self.check(set(a) == set(b), f'{list(a)} and {list(b)}')
            for name in set(a) & set(b):
                self.check(np.array_equal(a[name][...], b[name][...]), f"'{name}' has other elements")

    def end(self, words):
        if self.failed:
            sys.exit(1)
        print(words)
