# SPDX-License-Identifier: BSD-3-Clause
"""Random views with strides into larger arrays, whose other elements must not change."""
import numpy as np


class GuardedView:
    """A view of a given shape. `view` is what a test moves; `is_intact` looks at the elements around it."""

    def __init__(self, rng, shape, dtype):
        order = rng.permutation(len(shape))
        steps = rng.choice([-3, -2, -1, 1, 1, 1, 2, 3], len(shape))
        starts = rng.integers(0, 3, len(shape))
        stored = [int(starts[d] + shape[d] * abs(steps[d]) + rng.integers(0, 3)) for d in order]
        self.memory = np.frombuffer(rng.bytes(int(np.prod(stored)) * np.dtype(dtype).itemsize), np.uint8).copy()
        self._section = tuple(
            slice(start, start + extent * abs(step), abs(step)) for start, extent, step in zip(starts, shape, steps))
        self._flip = tuple(slice(None, None, 1 if step > 0 else -1) for step in steps)
        self._order = np.argsort(order)
        self.view = self._cut(self.memory.view(dtype).reshape(stored))
        self._outside = np.ones(stored, bool)
        self._cut(self._outside)[...] = False
        self._bytes = self.memory.reshape(*stored, np.dtype(dtype).itemsize)
        self._before = self._bytes[self._outside].copy()
        assert self.view.shape == tuple(shape)

    def _cut(self, stored):
        return stored.transpose(self._order)[self._section][self._flip]

    def is_intact(self):
        """Return whether all elements outside of the view have kept their bytes."""
        return np.array_equal(self._before, self._bytes[self._outside])
