# SPDX-License-Identifier: BSD-3-Clause
"""Planning from Python: mappings, plans, jobs, and what wrong input says."""
import base64
import copy
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import unittest

import numpy as np

import tessera as ts
from tessera import _library

LARGE = 2**63


class ScheduleTest(unittest.TestCase):
    def setUp(self):
        self.plan = ts.plan('float64 A[64][64]', '(block,*)', '(*,block)', ranks=8)

    def test_a_schedule_sends_the_messages(self):
        for site in (None, 'delta', ts.Site('delta', topology='mesh(2,4)', placement='blocked')):
            schedule = self.plan.schedule('coloured', site=site)
            sent = np.concatenate(schedule.steps)
            listed = self.plan.messages[self.plan.messages['from'] != self.plan.messages['to']]
            self.assertEqual(sorted(sent.tolist()), sorted(listed[['from', 'to', 'bytes']].tolist()))
            self.assertEqual(site is None, schedule.seconds is None)

    def test_auto_takes_what_costs_the_least(self):
        times = [each['time'] for each in self.plan.schedules(site='delta') if each.get('time')]
        self.assertEqual(sorted(times), times)
        self.assertAlmostEqual(times[0], self.plan.schedule(site='delta').seconds)

    def test_wrong_names_are_refused(self):
        for call, words in ((lambda: self.plan.schedule('pexx'), "did you mean 'pex'"),
                            (lambda: ts.Site('detla'), "did you mean 'delta'"),
                            (lambda: self.plan.schedule(site=ts.Site(topology='mesh(2,2)')), 'do not fit')):
            with self.assertRaisesRegex(ts.Error, words):
                call()


class AdviceTest(unittest.TestCase):
    JOB = ('      real*8 U(512,512)\n!hpf$ processors P(16)\n!hpf$ distribute U(block,*) onto P\n!dist$ repeat 100\n'
           '!dist$ phase rows: on U(i,j) updates U sweep U(:,>) work 20\n'
           '!dist$ phase columns: on U(i,j) updates U sweep U(>,:) work 20\n!dist$ end repeat\n')

    def test_the_best_answer_is_a_job_again(self):
        advice = ts.advise(self.JOB, 'delta', operation=20e-9, top=3)
        self.assertEqual(sorted(advice.answers, key=lambda each: each.seconds), advice.answers)
        self.assertLessEqual(len(advice.answers), 3)
        again = ts.advise(advice.best.job, 'delta', operation=20e-9)
        self.assertAlmostEqual(advice.best.seconds, again.own.seconds)
        self.assertLess(advice.best.seconds, advice.own.seconds)

    def test_memory_bounds_every_answer(self):
        free = ts.advise(self.JOB, 'delta')
        bounded = ts.advise(self.JOB, ts.Site('delta'), memory=free.best.peak_bytes)
        self.assertTrue(all(each.peak_bytes <= free.best.peak_bytes for each in bounded.answers))

    def test_wrong_input_is_refused(self):
        for options, words in (({'operation': 0}, 'operation'), ({'memory': 0}, 'memory'), ({'top': -1}, 'top'), ({'ranks': 1.5}, 'ranks')):
            with self.assertRaisesRegex(ts.Error, words):
                ts.advise(self.JOB, 'delta', **options)
        with self.assertRaisesRegex(ts.Error, 'name a machine'):
            ts.advise(self.JOB, ts.Site())


class MappingTest(unittest.TestCase):
    def test_an_array_is_a_text_an_array_or_shape_and_type(self):
        for array in ('float64 A[6][4]', np.zeros((6, 4)), ((6, 4), 'f8'), ((6, 4), np.float64)):
            mapping = ts.Mapping(array, '(block,*)', ranks=2)
            self.assertEqual((6, 4), mapping.shape)
            self.assertEqual(np.dtype('f8'), mapping.dtype)
            self.assertEqual('C', mapping.order)

    def test_types_are_numpys(self):
        for name in 'bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128'.split():
            self.assertEqual(np.dtype(name), ts.Mapping(((4,), name), '(block)', 2).dtype)
        self.assertEqual(np.dtype('V24'), ts.Mapping('bytes(24) A[4]', '(block)', 2).dtype)
        self.assertEqual(np.dtype('V2'), ts.Mapping(((4,), 'f2'), '(block)', 2).dtype)
        record = np.dtype([('a', 'i4'), ('b', 'f8')])
        self.assertEqual(np.dtype('V12'), ts.Mapping(((4,), record), '(block)', 2).dtype)

    def test_fortran_arrays_are_column_major(self):
        mapping = ts.Mapping('real*8 A(6,4)', '(block,*)', ranks=2)
        self.assertEqual('F', mapping.order)
        self.assertEqual((1, 3), mapping.local_strides(0))
        self.assertTrue(mapping.allocate(0).flags.f_contiguous)

    def test_what_a_rank_holds(self):
        mapping = ts.Mapping('int32 A[7][3]', '(cyclic(2),*) onto P(3)')
        self.assertEqual(3, mapping.ranks)
        self.assertEqual(1, mapping.copies)
        self.assertEqual([0, 1, 6], mapping.indices(0, 0).tolist())
        self.assertEqual([0, 1, 2], mapping.indices(rank=2, dim=1).tolist())
        self.assertEqual((3, 3), mapping.local_shape(0))
        self.assertEqual([9, 6, 6, 0], [mapping.count(rank) for rank in range(4)])
        self.assertEqual((0, 0), mapping.local_shape(17))

    def test_a_part_with_shadow_lies_inside_its_allocation(self):
        mapping = ts.job('      real*8 A(8,8)\n!hpf$ processors P(2)\n!hpf$ distribute A(block,*) onto P\n'
                         '!hpf$ shadow A(1:1,0)\n!hpf$ redistribute A(*,block) onto P\n').source
        part = mapping.allocate(0)
        self.assertEqual((4, 8), part.shape)
        self.assertEqual(mapping.local_strides(0), tuple(stride // 8 for stride in part.strides))
        self.assertEqual(6, mapping.local_strides(0)[1])
        memory = part
        while getattr(memory, 'base', None) is not None:
            memory = memory.base
        self.assertEqual((8, 48 * 8), (part.ctypes.data - memory.ctypes.data, memory.nbytes))

    def test_owners_of_copies(self):
        mapping = ts.Mapping('float32 A[4]', 'dtensor([Replicate(),Shard(0)], mesh=(2,2))')
        self.assertEqual(2, mapping.copies)
        self.assertEqual([0, 2], mapping.owners((1,)).tolist())
        self.assertEqual([0, 0, 1, 1], mapping.owners().tolist())
        self.assertEqual([2, 2, 3, 3], mapping.owners(copy=1).tolist())

    def test_from_numbers(self):
        cyclic = ts.Mapping.cyclic((6, 5), 'f4', [2, 1], [2, 2], order='F', grid_order='F', first=[1, 0])
        self.assertTrue(cyclic.same_owners(ts.Mapping.cyclic((6, 5), 'f4', [2, 1], [2, 2], ranks=[1, 3, 0, 2])))
        self.assertEqual('F', cyclic.order)
        blocks = ts.Mapping.blocks('f8', [[0, 2, 6], [0, 4]], [[3], [1]])
        self.assertEqual((6, 4), blocks.shape)
        self.assertEqual([3, 3, 1, 1, 1, 1], blocks.owners()[:, 0].tolist())
        self.assertFalse(cyclic.same_owners(ts.Mapping('float32 A[6][5]', '(block,*)', 4)))

    def test_another_mapping_of_the_same_array(self):
        for mapping in (ts.Mapping('real*8 A(6,4)', '(block,*)', 2), ts.Mapping.cyclic((6, 4), 'f8', [1, 1], [2, 1], order='F')):
            columns = mapping.remapped('(*,cyclic)', 2)
            self.assertEqual(('F', (6, 4), np.dtype('f8')), (columns.order, columns.shape, columns.dtype))

    def test_texts_and_pictures(self):
        mapping = ts.Mapping('float64 A[8][8]', '(block,*)', ranks=4)
        self.assertIn('(block,*)', str(mapping))
        self.assertIn(str(mapping), repr(mapping))
        self.assertEqual("jax(mesh={'x':4}, P('x',None))", mapping.text('jax'))
        self.assertTrue(mapping._repr_svg_().startswith('<svg'))


class PlanTest(unittest.TestCase):
    def setUp(self):
        self.plan = ts.plan('float64 A[8][8]', '(block,*)', '(*,block)', ranks=4)

    def test_totals(self):
        self.assertEqual(ts.Totals(elements=64, moved=48, kept=16, messages=12, max_sends=3, max_receives=3, bytes_moved=384),
                         self.plan.totals)
        self.assertEqual(256, self.plan.peak_bytes)
        self.assertEqual('an all-to-all among 4 ranks', self.plan.collective)
        self.assertEqual(4, self.plan.ranks)

    def test_messages_are_a_structured_array(self):
        messages = self.plan.messages
        self.assertEqual(('from', 'to', 'elements', 'bytes', 'transition'), messages.dtype.names)
        self.assertEqual(16, len(messages))
        self.assertEqual([(1, 0, 4, 32, 0), (1, 1, 4, 32, 0)], messages[4:6].tolist())
        of_rank = self.plan.messages_of(2)
        self.assertEqual([0, 1, 2, 3, 2, 2, 2], of_rank['to'].tolist())
        self.assertEqual([2, 2, 2, 2, 0, 1, 3], of_rank['from'].tolist())

    def test_matrix(self):
        self.assertEqual([[4] * 4] * 4, self.plan.matrix().tolist())
        self.assertEqual([[32] * 4] * 4, self.plan.matrix('bytes').tolist())

    def test_owners_before_and_after(self):
        self.assertEqual([0, 0, 1, 1, 2, 2, 3, 3], self.plan.owners()[:, 0].tolist())
        self.assertEqual([0, 0, 1, 1, 2, 2, 3, 3], self.plan.owners(state='to')[0].tolist())
        self.assertEqual([3], self.plan.owners((0, 7), state='to').tolist())

    def test_mappings_may_be_objects(self):
        rows = ts.Mapping('float64 A[8][8]', '(block,*)', 4)
        self.assertEqual(self.plan.totals, ts.plan(None, rows, rows.remapped('(*,block)', 4)).totals)

    def test_a_copy_between_arrays(self):
        a, b = ts.Mapping('float64 A[6][4]', '(block,*)', 2), ts.Mapping('float64 B[4][6]', '(block,*)', 2)
        transposed = ts.plan(None, a, b, copy='B(j,i)=A(i,j)')
        self.assertEqual([[6, 6], [6, 6]], transposed.matrix().tolist())

    def test_a_job_has_transitions(self):
        job = ts.job('      real A(8)\n!hpf$ distribute A(block)\n!hpf$ redistribute A(cyclic)\n!hpf$ redistribute A(block)\n', 2)
        self.assertEqual(2, len(job.transitions))
        self.assertEqual(job.totals.moved, sum(each.totals.moved for each in job.transitions))
        self.assertEqual({0, 1}, set(job.messages['transition'].tolist()))
        self.assertIsNone(job._repr_svg_())
        self.assertIn('<table>', job._repr_html_())

    def test_texts_and_pictures(self):
        self.assertIn('48 of 64 elements move in 12 messages', str(self.plan))
        self.assertEqual('<tessera.Plan for 4 ranks: 48 of 64 elements move in 12 messages>', repr(self.plan))
        self.assertEqual('tessera.redist/1', json.loads(self.plan.json())['schema'])
        self.assertNotEqual(self.plan.svg('ownership'), self.plan.svg('messages'))
        self.assertTrue(self.plan._repr_svg_().startswith('<svg'))
        self.assertTrue(self.plan.svg().endswith(self.plan._repr_svg_()))
        self.assertIn('<th>bytes moved</th><td>384</td>', self.plan._repr_html_())

    def test_handles_outlive_what_they_were_made_from(self):
        source = ts.plan('float64 A[1000]', '(block)', '(cyclic)', ranks=8).source
        self.assertEqual(125, source.count(7))

    def test_deep_copies_share_their_handle(self):
        copied = copy.deepcopy(self.plan)
        self.plan = None
        self.assertEqual(48, copied.totals.moved)

    def test_a_million_ranks(self):
        plan = ts.plan('float32 A[100000][100000]', '(block,block) onto P(1000,1000)', '(cyclic,block) onto P(1000,1000)')
        self.assertEqual(199, len(ts.plan(None, plan.source, plan.target).messages_of(0)))
        self.assertEqual(10**10, plan.totals.elements)


class SliderTest(unittest.TestCase):
    def setUp(self):
        self.page = ts.Slider({m: ts.Mapping('float64 A[20]', f'(cyclic({m}))', 4) for m in (1, 2, 3)})._repr_html_()

    def test_the_first_picture_is_shown(self):
        self.assertEqual(['block', 'none', 'none'], re.findall(r'display:(\w+);', self.page))
        pictures = re.findall(r'base64,([^"]+)"', self.page)
        self.assertEqual(3, len({base64.b64decode(picture) for picture in pictures}))

    @unittest.skipUnless(shutil.which('node'), 'runs its script with node')
    def test_the_slider_chooses_a_picture(self):
        script = re.search(r'oninput="([^"]*)"', self.page)[1]
        code = f"""
            const figures = [0, 1, 2].map(() => ({{style: {{}}}}));
            const slider = {{value: '2', parentNode: {{querySelectorAll: () => figures}}}};
            (function() {{ {script} }}).call(slider);
            console.log(figures.map(figure => figure.style.display).join());"""
        done = subprocess.run(['node', '-e', code], text=True, capture_output=True, check=True)
        self.assertEqual('none,none,block\n', done.stdout)


class BadInputTest(unittest.TestCase):
    """Each wrong input gives one line, and the place where the text is wrong."""

    def refused(self, words, function, *arguments, **named):
        with self.assertRaises(ts.Error) as caught:
            function(*arguments, **named)
        message = caught.exception.message
        self.assertNotIn('\n', message)
        self.assertIn(words, message)
        return caught.exception

    def test_texts(self):
        error = self.refused('blok', ts.Mapping, 'float64 A[8]', '(blok)', ranks=2)
        self.assertEqual((1, 2), (error.line, error.column))
        self.assertIn('^', str(error))
        sent = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(error), error.message, 1, 2), (str(sent), sent.message, sent.line, sent.column))
        self.refused("did you mean 'float64'?", ts.Mapping, 'float65 A[8]', '(block)', ranks=2)
        self.refused('the mapping is empty', ts.Mapping, 'float64 A[8]', '', ranks=2)
        self.refused('null character', ts.Mapping, 'float64 A[8]\0', '(block)')
        self.refused('expected a mapping', ts.Mapping, 'float64 A[8]', '\udc80(block)', 2)
        job_error = self.refused("did you mean 'block'?", ts.job, '      real A(8)\n!hpf$ distribute A(blok)\n', 2, name='my.hpf')
        self.assertEqual(2, job_error.line)
        self.assertIn('my.hpf', str(job_error))

    def test_numbers(self):
        self.refused('ranks is an integer', ts.Mapping, 'float64 A[8]', '(block)', ranks=2.5)
        self.refused('64 bits', ts.Mapping, 'float64 A[8]', '(block)', ranks=LARGE)
        self.refused('not -1', ts.Mapping, 'float64 A[8]', '(block)', ranks=-1)
        mapping = ts.Mapping('float64 A[8][8]', '(block,*)', 2)
        self.refused('2 dimensions', mapping.owners, (1,))
        self.refused('indices', mapping.owners, 3)
        self.refused('expected 0 to 7', mapping.owners, (8, 0))
        self.refused('expected 0 to 7', mapping.owners, (-1, 0))
        self.refused('there is no copy 1', mapping.owners, copy=1)
        self.refused('there is no copy -1', mapping.owners, copy=-1)
        self.refused('dim is 0 to 1', mapping.indices, 0, 2)
        self.refused('dim is 0 to 1', mapping.indices, 0, 2**32)
        self.refused('negative', mapping.indices, -1, 0)
        self.refused('negative', mapping.count, -1)
        self.refused('64 bits', mapping.count, -LARGE - 1)
        self.refused('2 dimensions', ts.Mapping.cyclic, (8, 8), 'f8', [1], [2, 2])
        self.refused('3 ranks', ts.Mapping.cyclic, (8, 8), 'f8', [1, 1], [2, 2], ranks=[0, 1, 2])
        self.refused("order is 'C' or 'F'", ts.Mapping.cyclic, (8,), 'f8', [1], [2], order='K')
        self.refused('at least 1', ts.Mapping.cyclic, (8,), 'f8', [1], [0])
        self.refused('is possible', ts.Mapping.cyclic, (LARGE - 1, LARGE - 1), 'f8', [1, 1], [2, 2])
        self.refused('shape', ts.Mapping.blocks, 'f8', [[0, 2, 6]], [1])
        self.refused('must ascend', ts.Mapping.blocks, 'f8', [[0, 4, 2]], [0, 1])
        self.refused('at least one block', ts.Mapping.blocks, 'f8', [[]], [])

    def test_arrays_and_types(self):
        self.refused('no element type', ts.Mapping, ((8,), 'no_type'), '(block)', 2)
        self.refused('no fixed bytes', ts.Mapping, ((8,), object), '(block)', 2)
        self.refused('no dimension', ts.Mapping, np.float64(1), '(block)', 2)
        self.refused('does not describe an array', ts.Mapping, 8, '(block)', 2)
        self.refused('each extent is an integer', ts.Mapping, ((8.5,), 'f8'), '(block)', 2)
        self.refused('is no mapping', ts.Mapping, 'float64 A[8]', 5, 2)

    def test_plans(self):
        small, large = ts.Mapping('float64 A[8]', '(block)', 2), ts.Mapping('float64 A[9]', '(block)', 2)
        self.refused('same shape', ts.plan, None, small, large)
        self.refused('the array is missing', ts.plan, None, small, '(block)')
        self.refused('expected one such as', ts.plan, None, small, small, copy='B(i)=')
        plan = ts.plan('float64 A[8]', '(block)', '(cyclic)', 2)
        self.refused("'from' or 'to'", plan.owners, state='0')
        self.refused("'elements' or 'bytes'", plan.matrix, 'kB')
        self.refused("no view 'cake'", plan.svg, 'cake')
        self.refused('counts from 0', plan.messages_of, -1)
        self.refused('at least one picture', ts.Slider, {})
        self.refused('an int has no picture', ts.Slider, {'seven': 7})
        self.refused('cannot be pickled', pickle.dumps, plan)


class LoadingTest(unittest.TestCase):
    """Each case runs in a process of its own."""

    def run_python(self, code, **environment):
        return subprocess.run([sys.executable, '-c', code], env={**os.environ, **environment}, text=True, capture_output=True)

    def test_planning_loads_no_mpi(self):
        done = self.run_python('import sys, tessera as ts; print(ts.plan("float64 A[8]", "(block)", "(cyclic)", 2).totals.moved)\n'
                               'assert "mpi4py" not in sys.modules and "libmpi" not in open("/proc/self/maps").read()\n'
                               'assert "libtessera_mpi" not in open("/proc/self/maps").read()')
        self.assertEqual(('4\n', ''), (done.stdout, done.stderr))

    def test_two_implementations_of_mpi_are_refused(self):
        one = '7f00 r-xp 0 08:01 1 /usr/lib/libmpi.so.40.30.4\n7f10 r--p 0 08:01 1 /usr/lib/libmpi.so.40.30.4\n/usr/lib/libmpi_cxx.so.40\n'
        _library.refuse_two_mpis(one)
        with self.assertRaisesRegex(ts.Error, r'libmpi\.so\.40, libmpich\.so\.12'):
            _library.refuse_two_mpis(one + '7f20 r-xp 0 08:01 2 /usr/lib/libmpich.so.12.2.2\n')

    def test_a_missing_library_is_told(self):
        done = self.run_python('import tessera as ts\ntry: ts.Mapping("float64 A[8]", "(block)", 2)\n'
                               'except ts.Error as error: print(error)', TESSERA_LIBRARY_PATH='/nowhere')
        self.assertIn('set TESSERA_LIBRARY_PATH', done.stdout)
        self.assertEqual(1, done.stdout.count('\n'))


if __name__ == '__main__':
    unittest.main()
