# SPDX-License-Identifier: BSD-3-Clause
"""Mappings of arrays, drawn at random, as directives; and by numpy which rank holds which element."""
import numpy as np


class Array:
    """Declared with its own bounds, by columns (Fortran) or by rows (C)."""

    def __init__(self, name, dtype, shape, lower, fortran):
        self.name, self.dtype, self.shape, self.lower, self.fortran = name, np.dtype(dtype), tuple(shape), tuple(lower), fortran

    @property
    def type_text(self):
        return f'bytes({self.dtype.itemsize})' if self.dtype.kind == 'V' else self.dtype.name

    def declared(self):
        """As --array takes it, and `!dist$ array`."""
        if not self.fortran:
            return f'{self.type_text} {self.name}' + ''.join(f'[{extent}]' for extent in self.shape)
        bounds = ','.join(str(n) if low == 1 else f'{low}:{low + n - 1}' for n, low in zip(self.shape, self.lower))
        return f'{self.type_text} {self.name}({bounds})'

    def order(self):
        return 'F' if self.fortran else 'C'


def draw_array(rng, name, dtype, large=False):
    """`large`: some hundred thousand elements, so that messages are long."""
    dims = rng.choice([1, 2, 2, 2, 3, 3])
    if large:
        extents = [rng.randint(*[(100000, 400000), (200, 600), (30, 70)][dims - 1]) for _ in range(dims)]
    else:
        extents = [rng.choice([1, 2, 3, 5, 7, 8, 8, 13, 13, 20, 41]) for _ in range(dims)]
    while not large and np.prod(extents) > 400:
        extents[rng.randrange(dims)] = rng.randint(2, 9)
    fortran = rng.random() < 0.7
    lower = [rng.choice([1, 1, 0, -3, 5]) if fortran else 0 for _ in range(dims)]
    return Array(name, dtype, extents, lower, fortran)


class Mapping:
    """`declared`: directives that stand first; `formats`: '(block,*) onto P' of the array itself, or None; `aligned`: 'A(i) with T(2*i)'
    of an array that is aligned with a distributed template, or None; `compact`: the words of --from and --to, or None; `holders`:
    by rank and index, whether the rank holds the element; `leading`: lld(...) or nothing."""

    def __init__(self, declared, formats, aligned, compact, holders, leading=''):
        self.declared, self.formats, self.aligned, self.compact = declared, formats, aligned, compact
        self.holders, self.leading = holders, leading

    def first(self, array):
        """The directives of a first state."""
        if self.aligned:
            return [*self.declared, f'!hpf$ align {self.aligned}']
        return [*self.declared, f'!dist$ distribute {array.name}{self.formats}{self.leading}']

    def later(self, array):
        """The directives that come first, and the one that remaps."""
        if self.aligned:
            return self.declared, f'!dist$ realign {self.aligned}'
        return self.declared, f'!dist$ redistribute {array.name}{self.formats}{self.leading}'


class Grid:
    """Processors with the ranks at their coordinates, or a section of them. `names`: by dimension, what the arrangement calls each
    coordinate; `onto`: how a distribution names the grid."""

    def __init__(self, rng, name, dims, ranks):
        is_part = rng.random() < 0.25
        extents, left = [], ranks
        for _ in range(dims + (1 if is_part and rng.random() < 0.3 else 0)):
            extents.append(rng.randint(1, left))
            left //= extents[-1]
        rng.shuffle(extents)
        size = int(np.prod(extents))
        lower = [rng.choice([1, 1, 0, -2]) for _ in extents]
        bounds = ','.join(str(n) if low == 1 else f'{low}:{low + n - 1}' for n, low in zip(extents, lower))
        self.declared = [f'!hpf$ processors {name}({bounds})']
        self.compact = f' onto {name}({",".join(map(str, extents))})' if set(lower) == {1} and not is_part else None
        numbers, order = list(range(size)), 'C'
        how = rng.random()
        if how < 0.35:
            numbers = rng.sample(range(ranks), size)
            listed = ','.join(map(str, numbers))
            self.declared.append(f'!dist$ ranks {name}({listed})')
            self.compact = self.compact and self.compact + f' ranks({listed})'
        elif how < 0.55:
            order = 'F'
            self.declared.append(f'!dist$ order {name}(col)')
            self.compact = self.compact and self.compact + ' order(col)'
        self.table = np.array(numbers).reshape(extents, order=order)
        self.names = [[low + i for i in range(n)] for n, low in zip(extents, lower)]
        self.onto = name
        if is_part:
            self.take_part(rng, name, dims, lower)
        self.extents = self.table.shape

    def take_part(self, rng, name, dims, lower):
        words, taken = [], []
        single = rng.randrange(len(lower)) if len(lower) > dims else None
        for d, low in enumerate(lower):
            extent = self.table.shape[d]
            if d == single:
                taken.append(rng.randrange(extent))
                words.append(str(taken[-1] + low))
                continue
            first, last = sorted([rng.randrange(extent), rng.randrange(extent)])
            step = rng.choice([1, 1, 2, -1])
            first, last = (first, last) if step > 0 else (last, first)
            taken.append(list(range(first, last + (1 if step > 0 else -1), step)))
            words.append(f'{first + low}:{last + low}' + (f':{step}' if step != 1 else ''))
        lists = [[t] if isinstance(t, int) else t for t in taken]
        kept = [d for d in range(len(lower)) if d != single]
        self.names = [[lower[d] + i for i in lists[d]] for d in kept]
        self.table = self.table[np.ix_(*lists)].reshape([len(lists[d]) for d in kept])
        self.onto = f'{name}({",".join(words)})'


def draw_format(rng, extent, names):
    """A format of one dimension on coordinates of these names, and the coordinate of each index."""
    coords = len(names)
    index = np.arange(extent)
    least = -(-extent // coords)
    kind = rng.choice(['block', 'block(m)', 'cyclic', 'cyclic(m)', 'gen_block', 'indirect'][:5 if extent > 1000 else 6])
    if kind == 'block':
        return kind, index // max(least, 1)
    if kind == 'block(m)':
        size = rng.randint(max(least, 1), extent + 2)
        return f'block({size})', index // size
    if kind == 'cyclic':
        return kind, index % coords
    if kind == 'cyclic(m)':
        size = rng.randint(1, extent + 1)
        return f'cyclic({size})', index // size % coords
    if kind == 'gen_block':
        cuts = [0, *sorted(rng.randint(0, extent) for _ in range(coords - 1)), extent]
        sizes = np.diff(cuts)
        return f'gen_block({",".join(map(str, sizes))})', np.repeat(np.arange(coords), sizes)
    owners = np.array([rng.randrange(coords) for _ in range(extent)])
    return f'indirect({",".join(str(names[owner]) for owner in owners)})', owners


class Space:
    """Something that is distributed: an array or a template. `coordinates`: by dimension, those of each index, or None where it is not
    distributed; `dims`: by dimension, that of the grid."""

    def __init__(self, rng, name, extents, ranks):
        distributed = [rng.random() < 0.7 for _ in extents]
        if not any(distributed):
            distributed[rng.randrange(len(extents))] = True
        self.grid = Grid(rng, name, sum(distributed), ranks)
        self.extents, self.formats, self.coordinates, self.dims = extents, [], [], []
        for extent, is_cut in zip(extents, distributed):
            self.dims.append(len(self.formats) - self.formats.count('*'))
            if not is_cut:
                self.formats.append('*')
                self.coordinates.append(None)
                continue
            dim = self.dims[-1]
            text, owners = draw_format(rng, extent, self.grid.names[dim])
            self.formats.append(text)
            self.coordinates.append(owners)

    def text(self):
        return f'({",".join(self.formats)})'

    def holders(self, shape, ranks, places):
        """`places`: by dimension of the space (dimension of the array, index of the space for each of its indices), (None, index) for a
        fixed index, or None for a copy everywhere."""
        held = np.zeros((ranks, *shape), bool)
        for coords in np.ndindex(*self.grid.extents):
            mask = np.ones(shape, bool)
            for owners, dim, place in zip(self.coordinates, self.dims, places):
                if owners is None:
                    continue
                if place is None: # a copy wherever there is something of the space
                    mask &= (owners == coords[dim]).any()
                    continue
                along, index = place
                here = owners[index] == coords[dim]
                mask &= here if along is None else here.reshape([-1 if d == along else 1 for d in range(len(shape))])
            held[self.grid.table[coords]] |= mask
        return held


def draw_direct(rng, name, array, ranks):
    space = Space(rng, name, array.shape, ranks)
    held = space.holders(array.shape, ranks, [(d, np.arange(n)) for d, n in enumerate(array.shape)])
    leading = ''
    if len(array.shape) > 1 and rng.random() < 0.25: # longer than any rank's lines, ghosts included
        leading = f' lld({array.shape[0 if array.fortran else -1] + rng.randint(4, 9)})'
    compact = space.grid.compact and space.text() + space.grid.compact
    return Mapping(space.grid.declared, f'{space.text()} onto {space.grid.onto}', None, None if leading else compact, held, leading)


def draw_aligned(rng, name, array, ranks):
    """With a template whose dimensions go with some of the array's, are fixed, or hold copies."""
    dummies = 'ijk'[:len(array.shape)]
    free = list(range(len(array.shape)))
    rng.shuffle(free)
    extents, lower, subscripts, places = [], [], [], []
    for _ in range(rng.randint(1, 3)):
        low = rng.randint(-3, 4)
        lower.append(low)
        if free and rng.random() < 0.75:
            d = free.pop()
            stride = rng.choice([1, 1, 1, 2, 3, -1, -2])
            span = abs(stride) * (array.shape[d] - 1)
            extents.append(span + 1 + rng.randint(0, 6))
            first = rng.randint(0, extents[-1] - 1 - span) + (span if stride < 0 else 0)
            offset = first + low - stride * array.lower[d]
            factor = {1: '', -1: '-'}.get(stride, f'{stride}*')
            subscripts.append(f'{factor}{dummies[d]}{offset:+d}' if offset else factor + dummies[d])
            places.append((d, first + stride * np.arange(array.shape[d])))
            continue
        extents.append(rng.randint(1, 9))
        fixed = rng.randrange(extents[-1])
        is_copied = rng.random() < 0.5
        subscripts.append('*' if is_copied else str(fixed + low))
        places.append(None if is_copied else (None, fixed))
    space = Space(rng, name, extents, ranks)
    bounds = ','.join(f'{low}:{low + n - 1}' for n, low in zip(extents, lower))
    declared = [*space.grid.declared, f'!hpf$ template T{name}({bounds})', f'!hpf$ distribute T{name}{space.text()} onto {space.grid.onto}']
    aligned = f'{array.name}({",".join(dummies)}) with T{name}({",".join(subscripts)})'
    return Mapping(declared, None, aligned, None, space.holders(array.shape, ranks, places))


def draw_shared(rng, arrays, ranks):
    """All arrays aligned with one template, and it redistributed: their mappings before and after by name, what is declared first, and the
    directive of the change."""
    extents = [rng.randint(6, 24) for _ in range(rng.randint(1, 2))]
    lower = [rng.randint(-3, 4) for _ in extents]
    spaces = [Space(rng, name, extents, ranks) for name in ('PT', 'QT')]
    bounds = ','.join(f'{low}:{low + n - 1}' for n, low in zip(extents, lower))
    declared = [line for space in spaces for line in space.grid.declared]
    declared += [f'!hpf$ template T({bounds})', f'!hpf$ distribute T{spaces[0].text()} onto {spaces[0].grid.onto}']
    before, after = {}, {}
    for array in arrays:
        aligned, places = draw_alignment(rng, array, extents, lower)
        before[array.name], after[array.name] = [Mapping([], None, aligned, None, space.holders(array.shape, ranks, places))
                                                 for space in spaces]
    return before, after, declared, f'!hpf$ redistribute T{spaces[1].text()} onto {spaces[1].grid.onto}'


def draw_alignment(rng, array, extents, lower):
    """With a template that is there: the words, and the places as Space.holders wants them."""
    free = list(range(len(array.shape)))
    rng.shuffle(free)
    subscripts, places = [], []
    for extent, low in zip(extents, lower):
        stride = rng.choice([1, 1, 2, -1])
        d = free.pop() if free else None
        span = abs(stride) * (array.shape[d] - 1) if d is not None else extent
        if span >= extent:
            fixed = rng.randrange(extent)
            subscripts.append(str(fixed + low))
            places.append((None, fixed))
            continue
        first = rng.randint(0, extent - 1 - span) + (span if stride < 0 else 0)
        offset = first + low - stride * array.lower[d]
        subscripts.append(f'{stride}*{"ijk"[d]}{offset:+d}')
        places.append((d, first + stride * np.arange(array.shape[d])))
    return f'{array.name}({",".join("ijk"[:len(array.shape)])}) with T({",".join(subscripts)})', places


def draw_scalapack(rng, array, ranks):
    """As a descriptor says it, with the process that holds the first block."""
    blocks = [rng.randint(1, extent) for extent in array.shape]
    rows = rng.randint(1, ranks)
    grid = (rows, rng.randint(1, ranks // rows))
    firsts = [rng.randrange(n) for n in grid]
    held = np.zeros((ranks, *array.shape), bool)
    row, column = [(np.arange(n) // block + first) % along for n, block, first, along in zip(array.shape, blocks, firsts, grid)]
    for r in range(grid[0]):
        for c in range(grid[1]):
            held[r * grid[1] + c] = np.logical_and.outer(row == r, column == c)
    lld = f',lld={array.shape[0] + rng.randint(4, 9)}' if rng.random() < 0.5 else ''
    text = f'scalapack(mb={blocks[0]},nb={blocks[1]},grid={grid[0]}x{grid[1]},rsrc={firsts[0]},csrc={firsts[1]}{lld})'
    return Mapping([], f' as {text}', None, text, held)


def draw_mapping(rng, name, array, ranks, compact=False):
    """`compact`: one that --from and --to can say."""
    if array.fortran and len(array.shape) == 2 and rng.random() < 0.15:
        return draw_scalapack(rng, array, ranks)
    if not compact and rng.random() < 0.5:
        return draw_aligned(rng, name, array, ranks)
    while True:
        drawn = draw_direct(rng, name, array, ranks)
        if drawn.compact or not compact:
            return drawn
