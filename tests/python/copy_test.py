# SPDX-License-Identifier: BSD-3-Clause
"""Copies between files under MPI. Every rank runs all tests; the first failure of any rank ends the job."""
import os
import shutil
import sys
import tempfile
import unittest

import numpy as np
from mpi4py import MPI

import tessera as ts

WORLD = MPI.COMM_WORLD
FIELD = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../datasets/fields/egm96-geoid.h5')
NUMBERS = np.arange(60.0 * 50).reshape(60, 50)


class CopyTest(unittest.TestCase):
    def setUp(self):
        self.folder = WORLD.bcast(tempfile.mkdtemp() if WORLD.rank == 0 else None)
        if WORLD.rank == 0:
            np.save(self.path('a.npy'), NUMBERS)
        WORLD.Barrier()

    def tearDown(self):
        WORLD.Barrier()
        if WORLD.rank == 0:
            shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def test_an_array_goes_through_formats(self):
        copied = ts.copy(self.path('a.npy'), self.path('b.h5:/x'), chunk=(16, 16), compress='zstd')
        self.assertEqual(NUMBERS.nbytes, copied.bytes_copied)
        self.assertEqual((False, (), (), ()), (copied.stopped, copied.wrong, copied.damaged, copied.lost))
        ts.copy(self.path('b.h5:/x'), self.path('c.zarr'), WORLD, memory='64MiB', force=False, resume=None)
        ts.copy(self.path('c.zarr'), self.path('d.npy'))
        np.testing.assert_array_equal(NUMBERS, np.load(self.path('d.npy')))
        with self.assertRaisesRegex(ts.Error, 'force'):
            ts.copy(self.path('a.npy'), self.path('d.npy'))
        ts.copy(self.path('a.npy'), self.path('d.npy'), force=True)

    def test_what_is_lost_is_listed(self):
        copied = ts.copy(f'{FIELD}:/geoid', self.path('e.npy'))
        self.assertIn('the filter deflate 9', copied.lost)
        self.assertIn('attributes (long_name,', copied.lost[0])
        self.assertEqual((), ts.copy(FIELD, self.path('e.zarr')).lost)

    def test_functions_see_and_stop(self):
        seen = []
        ts.copy(self.path('a.npy'), self.path('b.h5:/x'), progress=lambda *step: seen.append(step))
        self.assertEqual(WORLD.rank == 0, bool(seen))
        self.assertTrue(all(0 <= done <= of for _, done, of in seen))
        copied = ts.copy(self.path('a.npy'), self.path('f.npy'), stop=lambda: WORLD.rank == WORLD.size - 1)
        self.assertTrue(copied.stopped)
        self.assertFalse(os.path.exists(self.path('f.npy')))

        def fail():
            raise ValueError('no')

        with self.assertRaisesRegex(ValueError, 'no'):
            ts.copy(self.path('a.npy'), self.path('g.npy'), stop=fail)

    def test_wrong_input_is_one_line(self):
        for options, words in (
            ({'colour': 'blue'}, "no option 'colour'"),
            ({'memory': 'much'}, 'memory'),
            ({'chunk': {}}, 'chunk is a text, a number, a tuple, a list or True, not a dict'),
            ({'force': '1'}, 'force takes no value'),
        ):
            with self.subTest(options=options), self.assertRaisesRegex(ts.Error, words) as raised:
                ts.copy(self.path('a.npy'), self.path('h.npy'), **options)
            self.assertNotIn('\n', raised.exception.message)
        with self.assertRaisesRegex(ts.Error, 'absent.npy'):
            ts.copy(self.path('absent.npy'), self.path('h.npy'))
        with self.assertRaisesRegex(ts.Error, 'is no communicator'):
            ts.copy(self.path('a.npy'), self.path('h.npy'), 'world')


if __name__ == '__main__':
    if not unittest.main(exit=False).result.wasSuccessful():
        MPI.COMM_WORLD.Abort(1)
    sys.exit(0)
