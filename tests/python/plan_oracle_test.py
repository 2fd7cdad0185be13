# SPDX-License-Identifier: BSD-3-Clause
"""Random plans beside an oracle that walks all elements. TESSERA_CASES (percent) and TESSERA_SEED choose the cases."""
import unittest

import numpy as np

import tessera as ts
from mapping_cases import TYPES, case_count, declaration, random_extents, random_side, seed

MOST_RANKS = 12


def oracle_matrix(source, target):
    """Return the elements that each rank sends each, if no element has copies in the source."""
    ranks = len(source.held)
    result = np.zeros((ranks, ranks), np.int64)
    for receiver in range(ranks):
        result[:, receiver] = np.bincount(source.sole_owners[target.held[receiver]], minlength=ranks)
    return result


class PlanOracleTest(unittest.TestCase):
    def check_mapping(self, mapping, side):
        self.assertEqual(side.held.sum(axis=0).max(), mapping.copies)
        held = np.zeros_like(side.held)
        for rank in range(len(held)):
            held[rank][np.ix_(*(mapping.indices(rank, d) for d in range(held.ndim - 1)))] = True
            self.assertEqual(side.held[rank].sum(), mapping.count(rank))
            self.assertEqual(side.held[rank].sum(), np.prod(mapping.local_shape(rank)))
        np.testing.assert_array_equal(side.held, held)
        by_copy = np.zeros(side.held.shape, int)
        for copy in range(mapping.copies):
            by_copy += mapping.owners(copy=copy) == np.arange(len(held)).reshape([-1] + [1] * len(mapping.shape))
        np.testing.assert_array_equal(side.held, by_copy)
        index = tuple(np.array(mapping.shape) - 1)
        self.assertEqual(np.flatnonzero(side.held[(slice(None), *index)]).tolist(), sorted(mapping.owners(index).tolist()))

    def check_plan(self, plan, source, target, item_size):
        ranks = len(source.held)
        matrix = np.zeros((ranks, ranks), np.int64)
        found = plan.matrix()
        matrix[:found.shape[0], :found.shape[1]] = found
        # What is delivered, and what a rank that holds a copy takes from itself, holds for every plan.
        np.testing.assert_array_equal([held.sum() for held in target.held], matrix.sum(axis=0))
        np.testing.assert_array_equal([(a & b).sum() for a, b in zip(source.held, target.held)], matrix.diagonal())
        if source.sole_owners is not None:
            np.testing.assert_array_equal(oracle_matrix(source, target), matrix)
        between = matrix - np.diag(matrix.diagonal())
        self.assertEqual(
            (matrix.sum(), between.sum(), matrix.trace(), (between > 0).sum(), (between > 0).sum(axis=1).max(),
             (between > 0).sum(axis=0).max(), between.sum() * item_size), plan.totals)
        parts = np.array([[held.sum() for held in side.held] for side in (source, target)])
        self.assertEqual(parts.sum(axis=0).max() * item_size, plan.peak_bytes)
        for rank in (0, ranks - 1):
            mine = plan.messages_of(rank)
            every = plan.messages
            np.testing.assert_array_equal(np.sort(every[(every['from'] == rank) | (every['to'] == rank)]), np.sort(mine))

    def test_random_plans(self):
        rng = np.random.default_rng(seed())
        for case in range(case_count(500)):
            extents, ranks = random_extents(rng), int(rng.integers(1, MOST_RANKS + 1))
            source, target = random_side(rng, extents, ranks), random_side(rng, extents, ranks)
            type_name = str(rng.choice(TYPES))
            array = declaration(type_name, extents, fortran=bool(rng.integers(2)))
            with self.subTest(seed=seed(), case=case, array=array, source=source.text, target=target.text):
                mappings = [ts.Mapping(array, side.text, ranks) for side in (source, target)]
                for mapping, side in zip(mappings, (source, target)):
                    self.check_mapping(mapping, side)
                self.check_plan(ts.plan(array, source.text, target.text, ranks), source, target, np.dtype(type_name).itemsize)


if __name__ == '__main__':
    unittest.main()
