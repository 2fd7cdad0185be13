# SPDX-License-Identifier: BSD-3-Clause
"""Movers and distributed arrays under MPI. Every rank runs all tests; the first failure of any rank ends the job."""
import os
import sys
import unittest
from types import SimpleNamespace

import numpy as np
from mpi4py import MPI

import tessera as ts
from mapping_cases import TYPES, case_count, declaration, random_extents, random_side, seed
from strided_views import GuardedView

WORLD = MPI.COMM_WORLD
TRANSPORTS = ('auto', 'p2p', 'alltoallv', 'alltoallw', 'persistent', 'shared')


def numbers(mapping, rank, dtype, shift=0):
    """Return for each element of a rank's part its position in the whole array, as the type holds it."""
    position = np.arange(shift, shift + int(np.prod(mapping.shape))).reshape(mapping.shape)
    part = position[np.ix_(*(mapping.indices(rank, d) for d in range(len(mapping.shape))))]
    return (part % 100).astype(dtype)


class MoverTest(unittest.TestCase):
    def test_random_moves_of_strided_views(self):
        rng = np.random.default_rng(seed())
        reversed_world = WORLD.Split(0, -WORLD.rank)
        for case in range(case_count(60)):
            comm = reversed_world if rng.random() < 0.3 else WORLD
            extents, type_name = random_extents(rng), str(rng.choice(TYPES))
            sides = [random_side(rng, extents, comm.size) for _ in range(2)]
            array = declaration(type_name, extents, fortran=bool(rng.integers(2)))
            transport, halves = str(rng.choice(TRANSPORTS)), bool(rng.integers(2))
            with self.subTest(seed=seed(), case=case, array=array, sides=[side.text for side in sides], transport=transport):
                mappings = [ts.Mapping(array, side.text, comm.size) for side in sides]
                own = np.random.default_rng([seed(), case, comm.rank])
                source, target = (GuardedView(own, each.local_shape(comm.rank), each.dtype) for each in mappings)
                with ts.Mover(comm, *mappings, source.view, target.view, transport=transport) as mover:
                    for shift in range(2):
                        source.view[...] = numbers(mappings[0], comm.rank, type_name, shift)
                        if halves:
                            mover.begin()
                            mover.end()
                        else:
                            mover.run(source.view, target.view)
                        np.testing.assert_array_equal(numbers(mappings[1], comm.rank, type_name, shift), target.view)
                        np.testing.assert_array_equal(numbers(mappings[0], comm.rank, type_name, shift), source.view)
                self.assertTrue(source.is_intact() and target.is_intact())
        reversed_world.Free()

    def test_other_arrays_of_the_same_strides(self):
        mappings = [ts.Mapping('float64 A[12][12]', text, WORLD.size) for text in ('(block,*)', '(*,cyclic)')]
        with ts.Mover(None, *mappings) as mover:
            for shift in range(3):
                source, target = (each.allocate(WORLD.rank) for each in mappings)
                source[...] = numbers(mappings[0], WORLD.rank, 'f8', shift)
                source.flags.writeable = False
                mover.run(source, target)
                np.testing.assert_array_equal(numbers(mappings[1], WORLD.rank, 'f8', shift), target)
            self.assertEqual(ts.plan(None, *mappings).messages_of(WORLD.rank)['bytes'].sum(),
                             mover.costs.bytes_sent + mover.costs.bytes_received + mover.costs.bytes_kept)

    def test_sums_and_conjugates(self):
        mappings = [ts.Mapping('complex128 A[10]', text, WORLD.size) for text in ('(block)', '(cyclic)')]
        source, target = (each.allocate(WORLD.rank) for each in mappings)
        source[...] = numbers(mappings[0], WORLD.rank, 'c16') * (1 + 2j)
        target[...] = 3j
        with ts.Mover(WORLD, *mappings, source, target, alpha=2j, beta=-1, conjugate=True) as mover:
            mover.run()
        np.testing.assert_array_equal(numbers(mappings[1], WORLD.rank, 'c16') * (1 - 2j) * 2j - 3j, target)

    def test_a_transposing_copy(self):
        a, b = ts.Mapping('int32 A[6][8]', '(block,*)', WORLD.size), ts.Mapping('int32 B[8][6]', '(block,*)', WORLD.size)
        source, target = a.allocate(WORLD.rank), b.allocate(WORLD.rank)
        source[...] = numbers(a, WORLD.rank, 'i4')
        ts.Mover(WORLD, a, b, source, target, copy='B(j,i)=A(i,j)').run()
        whole = np.arange(48).reshape(6, 8).T
        np.testing.assert_array_equal(whole[b.indices(WORLD.rank, 0)], target)

    def test_records_are_bytes(self):
        record = np.dtype([('count', 'i4'), ('value', 'f8')])
        mappings = [ts.Mapping(((9,), record), text, WORLD.size) for text in ('(block)', '(cyclic)')]
        source, target = (np.zeros(each.local_shape(WORLD.rank), record) for each in mappings)
        source['count'] = mappings[0].indices(WORLD.rank, 0)
        ts.Mover(WORLD, *mappings, source, target).run()
        np.testing.assert_array_equal(mappings[1].indices(WORLD.rank, 0), target['count'])

    def test_ranks_that_hold_nothing_give_none(self):
        last = WORLD.size - 1
        mappings = [ts.Mapping('int32 A[5]', f'(block) onto P(1) ranks({rank})') for rank in (0, last)]
        source = np.arange(5, dtype='i4') if WORLD.rank == 0 else None
        target = np.zeros(5, 'i4') if WORLD.rank == last else None
        with ts.Mover(WORLD, *mappings, source, target) as mover:
            mover.run()
            mover.run(source, target)
        if target is not None:
            self.assertEqual([0, 1, 2, 3, 4], target.tolist())


class RefusalTest(unittest.TestCase):
    """If one rank refuses, all ranks raise the same error, and the communicator still works."""

    def setUp(self):
        self.mappings = [ts.Mapping('float64 A[24]', text, WORLD.size) for text in ('(block)', '(cyclic)')]
        self.source, self.target = (each.allocate(WORLD.rank) for each in self.mappings)
        self.last = WORLD.rank == WORLD.size - 1

    def refused(self, words, function, *arguments, **named):
        with self.assertRaises(ts.Error) as caught:
            function(*arguments, **named)
        self.assertNotIn('\n', caught.exception.message)
        self.assertIn(words, str(caught.exception))

    def refused_when_made(self, words, source=None, target=None, **named):
        """The arrays are those of the last rank; the others have good ones."""
        if not self.last:
            source = target = None
        self.refused(words, ts.Mover, WORLD, *self.mappings, self.source if source is None else source,
                     self.target if target is None else target, **named)

    def test_arrays_when_the_mover_is_made(self):
        count = len(self.source)
        self.refused_when_made("dtype <f4; the mapping has <f8", source=np.zeros(count, 'f4'))
        self.refused_when_made("dtype >f8; the mapping has <f8", source=np.zeros(count, '>f8'))
        self.refused_when_made('this rank\'s part has shape', source=np.zeros(count + 1))
        self.refused_when_made('this rank\'s part has shape', source=np.zeros((count, 1)))
        fixed = np.zeros(len(self.target))
        fixed.flags.writeable = False
        self.refused_when_made('target is read-only', target=fixed)
        self.refused_when_made('source and target share memory', source=self.target[:count] if count <= len(self.target) else None,
                               target=self.target)
        self.refused_when_made('is a numpy array, not a list', source=[0.0] * count)
        self.refused_when_made('has a mask', source=np.ma.masked_array(np.zeros(count)))
        self.refused_when_made('lies in the memory of a GPU', source=SimpleNamespace(__cuda_array_interface__={}))
        if count > 1:
            record = np.zeros(count, [('value', 'f8'), ('flag', 'i4')])['value']
            self.refused_when_made('not multiples of the 8 bytes', source=record)
        odd = np.frombuffer(bytearray(8 * count + 1), np.uint8)[1:].view('f8')
        self.refused_when_made('not aligned', source=odd)

    def test_elements_that_share_memory(self):
        if len(self.target) > 1:
            everywhere = np.lib.stride_tricks.as_strided(np.zeros(1), (len(self.target),), (0,))
            self.refused_when_made('elements overlap', target=everywhere)

    def test_other_arguments(self):
        self.refused('transport is one of', ts.Mover, WORLD, *self.mappings, transport='pigeon')
        self.refused('alpha is a number', ts.Mover, WORLD, *self.mappings, alpha='one')
        self.refused('expected a real number', ts.Mover, WORLD, *self.mappings, conjugate=True, alpha=1j)
        self.refused('the array is missing', ts.Mover, WORLD, '(block)', '(cyclic)')
        too_large = ts.Mapping('float64 A[24]', '(block)', WORLD.size + 1)
        self.refused('name fewer', ts.Mover, WORLD, too_large, self.mappings[1])
        self.refused('is no communicator', ts.Mover, 5, *self.mappings)
        self.refused('COMM_NULL', ts.Mover, MPI.COMM_NULL, *self.mappings)

    def test_a_communicator_of_two_groups(self):
        if WORLD.size < 2:
            return
        half = WORLD.Split(WORLD.rank % 2, WORLD.rank)
        between = half.Create_intercomm(0, WORLD, 1 - WORLD.rank % 2)
        self.refused('use one of a single group', ts.Mover, between, *self.mappings)
        between.Free()
        half.Free()

    def test_arrays_when_the_mover_runs(self):
        mover = ts.Mover(WORLD, *self.mappings)
        self.refused('the mover was made without them', mover.run)
        self.refused('source is missing', mover.run, None if self.last else self.source, self.target)
        self.refused('3 arguments', mover.run, self.source, self.target, 1)
        backwards = np.zeros(len(self.source))[::-1]
        if WORLD.size < 24:
            self.refused('Give Mover() the array as source=', mover.run, backwards if self.last else self.source, self.target)
        self.refused('share memory', mover.run, *([self.target[:len(self.source)], self.target] if self.last else [self.source, self.target]))
        self.source[...] = numbers(self.mappings[0], WORLD.rank, 'f8')
        mover.run(self.source, self.target)
        np.testing.assert_array_equal(numbers(self.mappings[1], WORLD.rank, 'f8'), self.target)
        mover.begin(self.source, self.target)
        self.refused('call end() first', mover.run, self.source, self.target)
        mover.end()
        self.refused('call begin() first', mover.end)
        mover.close()
        mover.close()
        self.refused('the mover is closed', mover.run, self.source, self.target)

    def test_a_moving_mover_can_be_closed(self):
        self.source[...] = numbers(self.mappings[0], WORLD.rank, 'f8')
        with ts.Mover(WORLD, *self.mappings, self.source, self.target) as mover:
            mover.begin()
        np.testing.assert_array_equal(numbers(self.mappings[1], WORLD.rank, 'f8'), self.target)


class DistributedArrayTest(unittest.TestCase):
    def test_it_moves_to_another_mapping(self):
        rows = ts.empty(None, 'float32 A[10][6]', '(block,*)')
        self.assertEqual(((10, 6), np.dtype('f4')), (rows.shape, rows.dtype))
        rows.local[...] = numbers(rows.mapping, WORLD.rank, 'f4')
        for mapping in ('(*,cyclic)', rows.mapping.remapped('(cyclic,*)', WORLD.size), '(*,block)'):
            moved = rows.to(mapping)
            np.testing.assert_array_equal(numbers(moved.mapping, WORLD.rank, 'f4'), moved.local)
            self.assertEqual(moved.local.shape, tuple(len(moved.indices(d)) for d in range(2)))

    def test_it_keeps_its_declaration(self):
        columns = ts.empty(WORLD, 'real*8 A(10,6)', '(*,block)').to('(block,*)')
        self.assertEqual('F', columns.mapping.order)
        self.assertIn(f'on rank {WORLD.rank}>', repr(columns))

    def test_it_is_made_of_a_mapping(self):
        mapping = ts.Mapping.cyclic((8,), 'i8', [2], [WORLD.size])
        self.assertEqual(mapping.local_shape(WORLD.rank), ts.empty(WORLD, mapping).local.shape)

    def test_a_wrong_text_is_refused_on_all_ranks(self):
        with self.assertRaises(ts.Error) as caught:
            ts.empty(WORLD, 'float64 A[8]', '(blok)' if WORLD.rank == WORLD.size - 1 else '(block)')
        self.assertIn('blok', str(caught.exception))


def main():
    output = sys.stderr if WORLD.rank == 0 else open(os.devnull, 'w', encoding='utf-8')
    result = unittest.main(exit=False, testRunner=unittest.TextTestRunner(output, failfast=True)).result
    if not result.wasSuccessful():
        for _, traceback in result.failures + result.errors:
            print(f'rank {WORLD.rank}:\n{traceback}', file=sys.stderr, flush=True)
        WORLD.Abort(1)


if __name__ == '__main__':
    main()
