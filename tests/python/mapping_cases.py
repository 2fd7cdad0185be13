# SPDX-License-Identifier: BSD-3-Clause
"""Random mappings and their owners, found by walking all indices: the oracle of the Python tests."""
import dataclasses
import math
import os

import numpy as np

TYPES = ('int8', 'float32', 'float64', 'complex128')


def seed():
    """Return the seed of the random tests: TESSERA_SEED, or the same one in every run."""
    return int(os.environ.get('TESSERA_SEED', '20'))


def case_count(number):
    """Return how many of `number` random cases to try: TESSERA_CASES percent."""
    return max(1, number * int(os.environ.get('TESSERA_CASES', '100')) // 100)


@dataclasses.dataclass
class Side:
    """A mapping as text, and for each rank a table of the elements that it holds."""
    text: str
    held: np.ndarray  # bool, shape (ranks, *extents)

    @property
    def sole_owners(self):
        """The owner of each element, if there are no copies."""
        return np.argmax(self.held, axis=0) if (self.held.sum(axis=0) == 1).all() else None


def _dim_format(rng, extent, parts):
    """Return a format and the coordinate that owns each index."""
    index = np.arange(extent)
    kind = rng.choice(['block', 'block(m)', 'cyclic', 'cyclic(m)', 'gen_block', 'indirect'])
    if kind == 'block':
        return 'block', index // -(-extent // parts)
    if kind == 'block(m)':
        size = -(-extent // parts) + int(rng.integers(0, 3))
        return f'block({size})', index // size
    if kind == 'cyclic':
        return 'cyclic', index % parts
    if kind == 'cyclic(m)':
        size = int(rng.integers(1, 5))
        return f'cyclic({size})', index // size % parts
    owners = rng.integers(0, parts, extent)
    if kind == 'gen_block':
        owners = np.sort(owners)
        return f"gen_block({','.join(map(str, np.bincount(owners, minlength=parts)))})", owners
    # Numbered as the arrangement numbers its coordinates, from 1.
    return f"indirect({','.join(map(str, owners + 1))})", owners


def random_formats(rng, extents, ranks):
    """Return a Side of HPF formats on an arrangement of at most `ranks` ranks."""
    dims = len(extents)
    distributed = [d for d in range(dims) if rng.random() < 0.7] or [int(rng.integers(dims))]
    grid, left = [], ranks
    for _ in distributed:
        grid.append(int(rng.integers(1, left + 1)))
        left //= grid[-1]
    formats, coords = ['*'] * dims, []
    for d, parts in zip(distributed, grid):
        formats[d], owners = _dim_format(rng, extents[d], parts)
        coords.append(owners.reshape([-1 if e == d else 1 for e in range(dims)]))
    column_major = bool(rng.integers(2))
    position = np.ravel_multi_index(np.broadcast_arrays(*coords), grid, order='F' if column_major else 'C')
    numbers = rng.permutation(ranks)[:math.prod(grid)]
    owner = np.broadcast_to(numbers[position], extents)
    text = f"({','.join(formats)}) onto P({','.join(map(str, grid))})"
    if column_major:
        text += ' order(col)'
    text += f" ranks({','.join(map(str, numbers))})"
    return Side(text, owner == np.arange(ranks).reshape([-1] + [1] * dims))


def random_placements(rng, extents, ranks):
    """Return a Side of placements on a mesh of two axes, with copies along replicated axes."""
    dims = len(extents)
    first = int(rng.choice([n for n in range(1, ranks + 1) if ranks % n == 0]))
    mesh = (first, ranks // first)
    bounds = np.zeros((ranks, dims, 2), dtype=int)
    bounds[:, :, 1] = extents
    coords = np.array(np.unravel_index(np.arange(ranks), mesh)).T
    words = []
    for axis, parts in enumerate(mesh):
        if rng.random() < 0.4:
            words.append('Replicate()')
            continue
        d = int(rng.integers(dims))
        words.append(f'Shard({d})')
        for rank in range(ranks):
            low, high = bounds[rank, d]
            size = -(-(high - low) // parts)
            bounds[rank, d] = min(low + coords[rank, axis] * size, high), min(low + (coords[rank, axis] + 1) * size, high)
    held = np.zeros((ranks, *extents), dtype=bool)
    for rank in range(ranks):
        held[rank][tuple(slice(low, high) for low, high in bounds[rank])] = True
    return Side(f"dtensor([{', '.join(words)}], mesh=({mesh[0]},{mesh[1]}))", held)


def random_side(rng, extents, ranks):
    """Return a Side of either kind."""
    return (random_placements if rng.random() < 0.3 else random_formats)(rng, extents, ranks)


def random_extents(rng, most_dims=3):
    """Return extents of one to three dimensions."""
    return tuple(int(n) for n in rng.integers(1, 10, int(rng.integers(1, most_dims + 1))))


def declaration(type_name, extents, fortran=False):
    """Return an array in C's or Fortran's order."""
    if fortran:
        return f"{type_name} A({','.join(map(str, extents))})"
    return f'{type_name} A' + ''.join(f'[{extent}]' for extent in extents)
