# SPDX-License-Identifier: BSD-3-Clause
"""Jobs of redist, drawn at random from a seed, and what numpy makes of them.

A job either remaps one or two arrays, perhaps a section of one, or copies between sections of up to four arrays, statement after
statement. Elements are made from their own index in the whole array.
"""
import numpy as np

from mappings import draw_array, draw_mapping, draw_shared

TYPES = ['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f4', 'f8', 'c8', 'c16', 'V3', 'V12', 'V16']
WIDER = {'i1': ['i2', 'f4'], 'u1': ['i4', 'f8'], 'i2': ['i8', 'f4', 'c8'], 'u2': ['u8', 'f8'], 'i4': ['i8', 'f8', 'c16'], 'u4': ['f8'],
         'f4': ['f8', 'c8', 'c16'], 'f8': ['c16'], 'c8': ['c16']}


# What `sum(...)` and the like make of many elements; only what does not depend on their order.
OPERATIONS = {'sum': np.add, 'product': np.multiply, 'min': np.minimum, 'max': np.maximum, 'and': np.bitwise_and, 'or': np.bitwise_or,
              'xor': np.bitwise_xor}
COMBINES = {'i': list(OPERATIONS), 'u': list(OPERATIONS), 'f': ['sum', 'min', 'max'], 'c': ['sum'], 'V': []}


def values(array, dtype, salt):
    """Every element tells its index and its array, as far as its type goes; none is 0."""
    dtype = np.dtype(dtype)
    number = np.arange(int(np.prod(array.shape))) + 1 + 1000 * salt
    if dtype.kind == 'V':
        made = np.empty((number.size, dtype.itemsize), 'u1')
        for b in range(dtype.itemsize):
            made[:, b] = number * (2 * b + 1) >> 8 * (b % 2)
        made = made.reshape(-1).view(dtype)
    elif dtype.kind == 'c':
        made = (number + 1j * (number + 0.5)).astype(dtype)
    else:
        made = (number % 251 % (120 if dtype.kind == 'i' else 251) + 1 if dtype.itemsize == 1 else number).astype(dtype)
    return made.reshape(array.shape, order=array.order())


class Update:
    """B = beta*B + alpha*op(A), in B's type."""

    def __init__(self, alpha=None, beta=None, conjugate=False, to=None):
        self.alpha, self.beta, self.conjugate, self.to = alpha, beta, conjugate, to

    def options(self):
        said = [] if self.alpha is None else ['--alpha', number_text(self.alpha)]
        said += [] if self.beta is None else ['--beta', number_text(self.beta)]
        return said + ([] if self.to is None else ['--to-type', np.dtype(self.to).name])

    def changed(self, there, source):
        came = source.astype(self.to) if self.to is not None else source
        if self.conjugate:
            came = np.conj(came)
        if self.alpha not in (None, 1):
            came = scaled(came, self.alpha)
        return came if self.beta in (None, 0) else scaled(there, self.beta) + came


def scaled(value, factor):
    """A real factor scales both parts of complex numbers, which keeps the signs of zeros."""
    if value.dtype.kind != 'c' or isinstance(factor, complex):
        return value * value.dtype.type(factor)
    made = value.copy()
    made.real *= factor
    made.imag *= factor
    return made


def number_text(number):
    return f'({number.real:g},{number.imag:g})' if isinstance(number, complex) else f'{number:g}'


def draw_update(rng, dtype):
    dtype = np.dtype(dtype)
    if dtype.kind == 'V' or rng.random() < 0.7:
        return Update()
    factors = {'i': [2, 3, -1], 'u': [2, 3], 'f': [2, -1, 0.5], 'c': [2, -0.5, 1j, 1 - 2j]}[dtype.kind]
    return Update(rng.choice([None, *factors]), rng.choice([None, 1, 0, *factors]), dtype.kind == 'c' and rng.random() < 0.3)


class Triplet:
    """`count` indices of a dimension from 0, and as the notation says them."""

    def __init__(self, rng, extent, count, forwards=False):
        longest = (extent - 1) // (count - 1) if count > 1 else 1
        self.step = rng.choice([1, min(longest, 2), rng.randint(1, min(longest, 4))])
        reach = self.step * (count - 1)
        self.first, self.extent, self.count = rng.randint(0, extent - 1 - reach), extent, count
        if not forwards and rng.random() < 0.4:
            self.first, self.step = self.first + reach, -self.step
        self.spare = rng.random()

    def indices(self):
        return self.first + self.step * np.arange(self.count)

    def is_whole(self):
        return self.step == 1 and self.count == self.extent

    def text(self, low, fortran):
        """Where the end may be another for the same indices, it is now and then."""
        last = self.first + self.step * (self.count - 1)
        if fortran:
            end = last + (self.step - (1 if self.step > 0 else -1)) * (self.spare < 0.3)
            end = end if 0 <= end < self.extent else last
        else:
            end = last + (1 if self.step > 0 else -1)
        step = '' if self.step == 1 and self.spare < 0.8 else f':{self.step}'
        return f'{self.first + low}:{end + low}{step}'


class Copy:
    """`to` and `source`: by dimension of the array, a Triplet, or a single index; `axes`: the dimensions of the source in the order in
    which they go with the target's; `combined`: the name of what is made of all elements along the source's other ranges, or None."""

    def __init__(self, rng, target, source, operations=()):
        self.target, self.source, self.combined = target, source, None
        shared = rng.randint(0, min(len(target.shape), len(source.shape)))
        shared = max(shared, 1 if rng.random() < 0.97 else 0)
        to_dims = sorted(rng.sample(range(len(target.shape)), shared))
        self.axes = rng.sample(range(len(source.shape)), shared)
        if rng.random() < 0.25:
            self.axes.sort()
        self.to = [rng.randrange(n) for n in target.shape]
        self.by = [rng.randrange(n) for n in source.shape]
        for d, s in zip(to_dims, self.axes):
            most = min(target.shape[d], source.shape[s])
            count = most if rng.random() < 0.3 else rng.randint(min(2, most), max(2, most * 2 // 3) if most > 1 else 1)
            self.to[d] = Triplet(rng, target.shape[d], count)
            self.by[s] = Triplet(rng, source.shape[s], count)
        rest = [s for s in range(len(source.shape)) if s not in self.axes]
        if rest and operations and rng.random() < 0.6:
            self.combined = rng.choice(operations)
            for s in rng.sample(rest, rng.randint(1, len(rest))):
                self.by[s] = Triplet(rng, source.shape[s], rng.randint(1, source.shape[s]))
        self.unnamed = draw_unnamed(rng, self.axes, self.combined is not None)

    def text(self):
        names = {d: 'ijkpqr'[self.axes.index(d) if d in self.axes else 3 + d] for d in range(len(self.by)) if d not in self.unnamed}
        along = iter(self.axes)
        left = subscripts(self.target, [(place, names.get(next(along)) if isinstance(place, Triplet) else None) for place in self.to])
        right = subscripts(self.source, [(place, names.get(d)) for d, place in enumerate(self.by)])
        return f'{left}={self.combined}({right})' if self.combined else f'{left}={right}'

    def block(self, whole):
        """The source's elements, their dimensions in the order of the target's, the single ones as 1."""
        taken = whole[np.ix_(*[p.indices() if isinstance(p, Triplet) else [p] for p in self.by])]
        rest = [d for d in range(taken.ndim) if d not in self.axes]
        taken = taken.transpose(self.axes + rest)
        if self.combined:
            along = tuple(range(len(self.axes), taken.ndim))
            taken = OPERATIONS[self.combined].reduce(taken, axis=along, dtype=taken.dtype)
        return taken.reshape([p.count if isinstance(p, Triplet) else 1 for p in self.to])

    def places(self):
        return np.ix_(*[p.indices() if isinstance(p, Triplet) else [p] for p in self.to])

    def numbers(self):
        """The elements' numbers, row by row, in source and target; where elements are combined, the two do not go together."""
        source = np.arange(int(np.prod(self.source.shape))).reshape(self.source.shape)
        target = np.arange(int(np.prod(self.target.shape))).reshape(self.target.shape)
        if self.combined:
            return source[np.ix_(*[p.indices() if isinstance(p, Triplet) else [p] for p in self.by])].ravel(), target[self.places()].ravel()
        return self.block(source).ravel(), target[self.places()].ravel()


def draw_unnamed(rng, axes, must_be_named):
    """Ranges without a name pair in their order: none, all, or some of those that are in order."""
    if axes == sorted(axes) and not must_be_named and rng.random() < 0.5:
        return set(axes)
    unnamed, last = set(), -1
    for s in axes if rng.random() < 0.4 else []:
        if s > last and rng.random() < 0.5:
            unnamed.add(s)
            last = s
    return unnamed


def subscripts(array, places):
    words = []
    for (place, name), low in zip(places, array.lower):
        if not isinstance(place, Triplet):
            words.append(str(place + low))
        elif place.is_whole() and place.spare < 0.6:
            words.append(name or ':')
        else:
            words.append((name + '=' if name else '') + place.text(low, array.fortran))
    if array.fortran:
        return f'{array.name}({",".join(words)})'
    return array.name + ''.join(f'[{word}]' for word in words)


class Job:
    """`arrays`, `ranks`; `words`: the job file's name or --array, --from, ...; `text`: of the job file, or None; `copies`: the statements
    of a job of copies, else one Copy-like whole for each array; `update`; `before`, `after`: by array its mapping."""

    inputs = ()  # the arrays that --in holds
    targets = () # those that --out gets
    section = None

    def expected(self, held, old):
        """What the targets hold in the end, by name. `held`: the inputs; `old`: targets that --old says, or nothing."""
        arrays = {name: value.copy() for name, value in held.items()}
        if not self.copies:
            return {array.name: self.remapped(array, held[array.name], old.get(array.name)) for array in self.targets}
        for array in self.targets:
            arrays.setdefault(array.name, old.get(array.name, np.zeros(array.shape, array.dtype)).copy())
        for copy in self.copies:
            source = arrays[copy.source.name].copy()
            there = arrays[copy.target.name]
            there[copy.places()] = self.update.changed(there[copy.places()], copy.block(source))
        return {array.name: arrays[array.name] for array in self.targets}

    def remapped(self, array, value, old):
        made = np.zeros(array.shape, self.update.to or array.dtype) if old is None else old.copy()
        part = self.part(array)
        made[part] = self.update.changed(made[part], value[part])
        return made

    def part(self, array):
        return np.ix_(*[t.indices() for t in self.section]) if self.section else np.ix_(*[np.arange(n) for n in array.shape])

    def unwritten(self):
        """By target, in their order, the elements that nothing writes, where there are any."""
        counts = []
        for array in self.targets:
            written = np.zeros(array.shape, bool)
            if not self.copies:
                written[self.part(array)] = True
            for copy in self.copies:
                if copy.target is array:
                    written[copy.places()] = True
            if not written.all():
                counts.append((array.name, int((~written).sum())))
        return counts


def draw_remapping(rng, job):
    """From one mapping to another, of one array or of two together."""
    compact = rng.random() < 0.3
    names = ['A', 'B'][:1 if compact or rng.random() < 0.7 else 2]
    job.arrays = [draw_array(rng, name, job.dtype, job.large) for name in names]
    shared = not compact and rng.random() < 0.2 and draw_shared(rng, job.arrays, job.ranks)
    if shared:
        job.before, job.after, declared, remap = shared
    else:
        job.before = {a.name: draw_mapping(rng, 'P' + a.name, a, job.ranks, compact) for a in job.arrays}
        job.after = {a.name: draw_mapping(rng, 'Q' + a.name, a, job.ranks, compact) for a in job.arrays}
    job.inputs = job.targets = job.arrays
    first, = job.arrays[:1]
    if len(job.arrays) == 1 and rng.random() < 0.3:
        job.section = [Triplet(rng, n, rng.randint(1, n), forwards=True) for n in first.shape]
        ranges = [t.text(low, first.fortran) for t, low in zip(job.section, first.lower)]
        job.words += ['--section', ','.join(ranges)]
    if job.dtype in WIDER and rng.random() < 0.2:
        job.update.to = rng.choice(WIDER[job.dtype])
    if compact:
        job.words += ['--array', first.declared(), '--from', job.before['A'].compact, '--to', job.after['A'].compact]
        return
    if shared:
        lines = declared + [line for array in job.arrays for line in job.before[array.name].first(array)]
        job.text = file_text(rng, job.arrays, [*lines, remap])
        return
    lines, remaps = [], []
    for array in job.arrays:
        lines += job.before[array.name].first(array)
        declared, remap = job.after[array.name].later(array)
        lines += declared
        remaps.append(remap)
    job.text = file_text(rng, job.arrays, lines + remaps)


def file_text(rng, arrays, lines):
    declared = [f'!dist$ array {array.declared()}' for array in arrays]
    for array in arrays:
        if rng.random() < 0.25:
            widths = ','.join(f'{rng.randint(0, 2)}:{rng.randint(0, 2)}' for _ in array.shape)
            declared.append(f'!hpf$ shadow {array.name}({widths})')
    return '\n'.join(declared + lines) + '\n'


def draw_copies(rng, job, combines):
    """Statements that happen one after the other, within one array and between several; `combines`: sums, too."""
    exact = combines and not job.large and not job.update.options() and not job.update.conjugate
    operations = COMBINES[np.dtype(job.dtype).kind] if exact else ()
    compact = rng.random() < 0.2
    names = ['A', 'B'] if compact else ['A', 'B', 'C', 'D'][:rng.randint(1, 4)]
    job.arrays = [draw_array(rng, name, job.dtype, job.large) for name in names]
    job.before = job.after = {a.name: draw_mapping(rng, 'P' + a.name, a, job.ranks, compact) for a in job.arrays}
    for _ in range(rng.randint(1, 6)):
        pair = job.arrays[::-1] if compact else [rng.choice(job.arrays), rng.choice(job.arrays)]
        job.copies.append(Copy(rng, *pair, operations))
    job.targets = list(dict.fromkeys(copy.target for copy in job.copies))
    job.inputs = inputs_of(job.copies)
    if compact:
        job.words += ['--from', job.before['A'].compact, '--to', job.after['B'].compact]
        for array in job.arrays:
            job.words += ['--array', array.declared()]
        for copy in job.copies:
            job.words += ['--copy', copy.text()]
        return
    lines = [line for array in job.arrays for line in job.before[array.name].first(array)]
    job.text = file_text(rng, job.arrays, lines + [f'!dist$ copy {copy.text()}' for copy in job.copies])


def inputs_of(copies):
    """The arrays of which a copy reads an element that no earlier one has written, in the order of the copies."""
    written, inputs = {}, []
    for copy in copies:
        source, target = copy.numbers()
        if not set(source.tolist()) <= written.get(copy.source.name, set()) and copy.source not in inputs:
            inputs.append(copy.source)
        written.setdefault(copy.target.name, set()).update(target.tolist())
    return inputs


def batches_of(copies):
    """By the rule of the notation: a copy travels with those before it, unless it reads or writes what one of them wrote."""
    batches, written = [], set()
    for copy in copies:
        source, target = copy.numbers()
        touched = {(copy.source.name, n) for n in source.tolist()} | {(copy.target.name, n) for n in target.tolist()}
        if not batches or touched & written:
            batches.append([])
            written = set()
        batches[-1].append(copy)
        written |= {(copy.target.name, n) for n in target.tolist()}
    return batches


def draw_job(rng, combines=False, large=0.0):
    """`combines`: copies may add up; `large`: how often arrays are."""
    job = Job()
    job.large = rng.random() < large
    job.ranks, job.dtype = rng.randint(1, 7), rng.choice(TYPES)
    job.words, job.text, job.copies, job.update = [], None, [], draw_update(rng, job.dtype)
    if rng.random() < 0.6:
        draw_copies(rng, job, combines)
    else:
        draw_remapping(rng, job)
    if job.text:
        job.words.insert(0, 'job.hpf')
    return job
