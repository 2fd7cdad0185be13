#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""iocopy through szip, n-bit and scale-offset, over types, precisions, byte orders, fill values and chunks drawn at random.

usage: element_filters.py BINDIR FOLDER CASES [SEED [ONE-CASE]]

HDF5's own library, through h5py and h5repack, makes sources and reads targets. What loses nothing must come back bit by bit, as far
as the type has bits; what rounds must be off by less than the last decimal that was asked for, and say by how much. Then chunks are
damaged, and --repair has to find and mend them.
"""
import json
import random

import h5py
import numpy as np
from h5py import h5d, h5p, h5s, h5t, h5z

from copy_cases import MADE, RANKS, Untried, Wrong, main, run_here

FILTERS = {'nbit': 5, 'szip': 4, 'szip-ec': 4, 'scale-offset': 6}
rng = random.Random()


def draw_type():
    """HDF5's type, numpy's of the same bytes, and which of its bits mean something."""
    order = rng.choice('<>')
    if rng.random() < 0.4:
        size = rng.choice([4, 8])
        dtype = np.dtype(f'{order}f{size}')
        return h5t.py_create(dtype), dtype, None
    dtype = np.dtype(order + rng.choice(['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8']))
    made = h5t.py_create(dtype).copy()
    bits = 8 * dtype.itemsize
    if rng.random() < 0.4:
        return made, dtype, None
    precision = rng.randint(1, bits)
    made.set_precision(precision)
    made.set_offset(rng.randint(0, bits - precision))
    return made, dtype, (precision, made.get_offset())


def draw_values(dtype, shape):
    count = int(np.prod(shape))
    if dtype.kind == 'f':
        scale = rng.choice([1.0, 300.0, 1e5])
        return (np.array([rng.gauss(scale, scale / 9) for _ in range(count)]).reshape(shape)).astype(dtype)
    if rng.random() < 0.3:
        return np.frombuffer(rng.randbytes(count * dtype.itemsize), dtype).reshape(shape).copy()
    base = rng.randrange(60)
    return np.array([base + rng.randrange(60) for _ in range(count)]).reshape(shape).astype(dtype)


def meaning(data, bits):
    """Without the bits that the type does not use."""
    if bits is None:
        return data
    precision, offset = bits
    plain = data.astype(data.dtype.newbyteorder('=')).view(f'u{data.dtype.itemsize}')
    return plain & np.array(((1 << precision) - 1) << offset, plain.dtype)


def set_filters(settings, names):
    for name in names:
        if name == 'nbit':
            settings.set_filter(h5z.FILTER_NBIT, h5z.FLAG_OPTIONAL, ())
        elif name.startswith('szip'):
            settings.set_szip(h5z.SZIP_EC_OPTION_MASK if name == 'szip-ec' else h5z.SZIP_NN_OPTION_MASK, 8)
        elif name == 'scale-offset':
            settings.set_scaleoffset(h5z.SO_INT, 0)
        elif name == 'shuffle':
            settings.set_shuffle()
        elif name == 'deflate':
            settings.set_deflate(2)
        else:
            settings.set_fletcher32()


def write_source(path, filetype, data, chunk, fill, filters):
    with h5py.File(path, 'w') as file:
        settings = h5p.create(h5p.DATASET_CREATE)
        if chunk:
            settings.set_chunk(chunk)
        if fill is not None:
            settings.set_fill_value(fill)
        set_filters(settings, filters)
        made = h5d.create(file.id, b'v', filetype, h5s.create_simple(data.shape), settings)
        made.write(h5s.ALL, h5s.ALL, data, mtype=filetype)


def pipeline(path):
    with h5py.File(path) as file:
        settings = file['v'].id.get_create_plist()
        return [settings.get_filter(i)[0] for i in range(settings.get_nfilters())]


def read(path, dtype, shape):
    """The bytes as HDF5 gives them, no number converted."""
    made = np.empty(shape, dtype)
    with h5py.File(path) as file:
        made_by = file['v'].id
        made_by.read(h5s.ALL, h5s.ALL, made, mtype=made_by.get_type())
    return made


def drawn_filters(dtype, precision):
    """What is asked for on the command line, and the numbers that the pipeline must have then."""
    first = rng.choice(['nbit', 'szip', 'szip-ec', 'scale-offset', None])
    if first == 'scale-offset' and precision is not None:
        first = 'nbit'
    options, numbers, digits = [], [], None
    if first == 'scale-offset':
        digits = rng.randint(0, 4)
        options += ['--scale-offset', str(digits)]
        digits = digits if dtype.kind == 'f' else None
    elif first == 'nbit':
        options += ['--nbit', 'yes']
    if first in ('scale-offset', 'nbit'):
        numbers.append(FILTERS[first])
    if rng.random() < 0.4:
        options += ['--shuffle', 'yes']
        numbers.append(2)
    if first in ('szip', 'szip-ec'):
        options += ['--compress', f'{first}:{rng.choice([2, 4, 8])}']
        numbers.append(4)
    elif rng.random() < 0.5:
        how, number = rng.choice([('--deflate 3', 1), ('--compress zstd:1', 32015), ('--compress lz4', 32004)])
        options += how.split()
        numbers.append(number)
    if rng.random() < 0.3:
        options += ['--fletcher32', 'yes']
        numbers.append(3)
    return options, numbers, digits


def loses_bits(dtype, bits, numbers):
    """Szip keeps as many bits of each pixel as the type has, 24 at most, or all; shuffle puts other bytes there."""
    precision, offset = bits or (8 * dtype.itemsize, 0)
    return 2 in numbers and 4 in numbers and offset == 0 and precision <= 24 and precision < 8 * dtype.itemsize


def check_elements(got, data, bits, digits, what):
    if digits is None:
        if meaning(got, bits).tobytes() != meaning(data, bits).tobytes():
            raise Wrong(f'{what}: other elements')
        return
    unit = 8 * np.finfo(data.dtype.newbyteorder('=')).eps * np.abs(data.astype('f8')).max(initial=0)
    off = np.abs(got.astype('f8') - data.astype('f8')).max(initial=0)
    if not off < 10.0**-digits + unit:
        raise Wrong(f'{what}: off by {off}')


def elements_of(path, dtype, shape):
    """As HDF5 reads them, by way of iocopy where h5py has no plugin."""
    if all(h5z.filter_avail(number) for number in pipeline(path)):
        return read(path, dtype, shape)
    done = run_here([f'{path}:/v', 'plain.h5:/v', '--chunk', 'none', '-q', '--force'], 1)
    if done.returncode not in MADE:
        raise Wrong(f'read back: {done.stderr.strip()}')
    return read('plain.h5', dtype, shape)


def check_repair(path, options, ranks, got):
    """A chunk of the target with a turned bit: found, and mended, unless it means the same."""
    with h5py.File(path, 'r+') as file:
        made = file['v'].id
        place = made.get_chunk_info(rng.randrange(made.get_num_chunks())).chunk_offset
        mask, chunk = made.read_direct_chunk(place)
        at = rng.randrange(len(chunk))
        made.write_direct_chunk(place, chunk[:at] + bytes([chunk[at] ^ 1 << rng.randrange(8)]) + chunk[at + 1:], mask)
    said = run_here(['in.h5:/v', f'{path}:/v', *options, '--repair', '-q'], ranks)
    if said.returncode != 0:
        raise Wrong(f'repair ended with {said.returncode}: {said.stderr.strip()}')
    if elements_of(path, got.dtype, got.shape).tobytes() != got.tobytes():
        raise Wrong('a repaired chunk has other elements than before')
    again = run_here(['in.h5:/v', f'{path}:/v', *options, '--repair', '--plan', '-q'], 1)
    if again.returncode != 0:
        raise Wrong(f'after a repair: {again.stderr.strip()}')


def one_case(_, drawn):
    global rng
    rng = drawn
    filetype, dtype, bits = draw_type()
    shape = tuple(rng.choice([3, 5, 8, 13, 30]) for _ in range(rng.choice([1, 2, 2, 3])))
    data = draw_values(dtype, shape)
    if bits is not None:
        data = meaning(data, bits).view(dtype.newbyteorder('=')).astype(dtype)
    fill = np.array(rng.choice([0, 1, 99]), dtype) if rng.random() < 0.4 and bits is None else None
    source_chunk = tuple(rng.randint(1, n) for n in shape) if rng.random() < 0.7 else None
    theirs = [rng.choice(['nbit', 'shuffle', 'szip'])] if source_chunk and np.prod(source_chunk) >= 8 and rng.random() < 0.6 else []
    if source_chunk and dtype.kind != 'f' and bits is None and rng.random() < 0.3:
        theirs = ['scale-offset']
    theirs += ['deflate'] if theirs and 'szip' not in theirs and rng.random() < 0.3 else []
    theirs += ['fletcher32'] if theirs and rng.random() < 0.3 else []
    write_source('in.h5', filetype, data, source_chunk, fill, theirs)
    chunk = tuple(rng.randint(1, n) for n in shape)
    while np.prod(chunk) < 8:
        chunk = tuple(n if rng.random() < 0.5 else c for n, c in zip(shape, chunk))
        if chunk == shape and np.prod(chunk) < 8:
            raise Untried # too small for blocks
    options, numbers, digits = drawn_filters(dtype, bits)
    ranks = rng.choice(RANKS)
    keeps = rng.random() < 0.3 and theirs
    if keeps:
        options, digits = [], None
        numbers = [{'nbit': 5, 'szip': 4, 'scale-offset': 6, 'shuffle': 2, 'deflate': 1, 'fletcher32': 3}[name] for name in theirs]
    elif theirs:
        options = ['--scale-offset', 'none'] * (6 not in numbers and dtype.kind != 'f') + options
        options += ['--nbit', 'no'] * (5 not in numbers) + ['--shuffle', 'no'] * (2 not in numbers) + ['--fletcher32', 'no'] * (3 not in numbers)
        options += ['--compress', 'none'] * (not any('--compress' in each or '--deflate' in each for each in options))
    options += ['--chunk', ','.join(map(str, chunk))]
    words = ['in.h5:/v', 'out.h5:/v', *options, '--verify', '--json', '--memory', rng.choice(['8MiB', '64MiB'])]
    said = f'{ranks} ranks: {" ".join(words)} ({filetype.get_precision()} bits of {dtype}, {shape}, {source_chunk}, {theirs})'
    try:
        done = run_here(words, ranks)
        if loses_bits(dtype, bits, numbers):
            if done.returncode != 2 or 'leave out shuffle' not in done.stderr:
                raise Wrong(f'bits would be lost: code {done.returncode}: {done.stderr.strip()}')
            return said, None, 'refused'
        if done.returncode not in MADE:
            raise Wrong(f'code {done.returncode}: {done.stderr.strip()}')
        if pipeline('out.h5') != numbers:
            raise Wrong(f'chunks pass through {pipeline("out.h5")}, not {numbers}')
        got = elements_of('out.h5', dtype, shape)
        check_elements(got, data, bits, digits, 'HDF5')
        change = json.loads(done.stdout)['largest_change']
        if (change is None) != (digits is None):
            raise Wrong(f'it says that elements were rounded by {change}')
        if change is not None and not np.isclose(change, np.abs(got.astype('f8') - data.astype('f8')).max(initial=0)):
            raise Wrong(f'it says {change}')
        # From there on nothing changes any more, whatever is read through HDF5's filters.
        back = run_here(['out.h5:/v', 'back.h5:/v', '--chunk', 'none', '-q'], rng.choice(RANKS))
        if back.returncode not in MADE or meaning(read('back.h5', dtype, shape), bits).tobytes() != meaning(got, bits).tobytes():
            raise Wrong(f'read back: other elements {back.stderr.strip()}')
        if rng.random() < 0.5:
            check_repair('out.h5', options, ranks, got)
        return said, None, 'rounded' if digits is not None else 'kept' if keeps else 'chosen'
    except Wrong as wrong:
        return said, str(wrong), 'wrong'


main(one_case, 'copies through filters of elements')
