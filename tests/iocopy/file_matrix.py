#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whole files through iocopy, drawn at random over formats, variables, groups, attributes and options, judged by the libraries of others.

usage: file_matrix.py BINDIR FOLDER CASES [SEED [ONE-CASE]]

Each case writes a file of several variables, copies it without naming one, in some cases without those that --exclude names, or by a
pattern to a directory, and reads the target. Every variable must be there with its elements, type, names of dimensions, fill value and
attributes, and nothing else; what is not there must have been told by name, and by the exit code. Or the copy is refused: exit code 2, one line, nothing left.
"""
import fnmatch
import os

import numpy as np

from copy_cases import RANKS, main, refusal, run_here
from file_cases import READERS, WRITERS, draw_file, read_hdf5


def draw_options(rng, target, file):
    options = []
    names = [path for path in file if path != '/']
    some = rng.choice(names)
    if target != 'out.cdf' and rng.random() < 0.5:
        options += ['--chunk', rng.choice(['auto:1KiB', f'{some}:' + ','.join(str(rng.randint(1, n)) for n in file[some].data.shape)
                                           if file[some].dims else 'auto:2KiB'])]
        if rng.random() < 0.6:
            options += rng.choice([['--deflate', '2'], ['--deflate', f'{some}:none'], ['--deflate', '*:1'], ['--shuffle', 'yes']])
    if target == 'out.zarr' and rng.random() < 0.5:
        options += ['--as', 'zarr3']
    if target == 'out.cdf' and rng.random() < 0.3:
        options += ['--as', rng.choice(['cdf1', 'cdf2', 'cdf5'])]
    if rng.random() < 0.3:
        options += ['--verify']
    if rng.random() < 0.2:
        options += ['--memory', '16MiB']
    return options


def excluded(rng, file):
    """A pattern and what it fits."""
    if rng.random() > 0.3:
        return None, set()
    pattern = rng.choice(['v0', 'v*', '/v1', '*/v?', 'time', 'x'])
    fits = {path for path in file if path != '/' and (fnmatch.fnmatchcase(path, pattern) or fnmatch.fnmatchcase(path[path.rindex('/') + 1:], pattern))}
    return pattern, fits


def same_value(said, read, as_json, in_old):
    """Attributes: numbers of HDF5 and netCDF have their types, but those that CDF-1 lacks; a list of one is that one."""
    if isinstance(said, str):
        return read in (said, [said]) # netCDF-4 has letters beyond ASCII as a list
    if isinstance(said, list) or isinstance(read, str):
        return said == read
    said, read = np.atleast_1d(said), np.atleast_1d(read)
    kept = as_json or said.dtype.newbyteorder('=') == read.dtype.newbyteorder('=') or in_old and read.dtype == 'i4'
    return kept and np.array_equal(said, read)


def compare_attributes(path, said, read, as_json, in_old, told):
    for name, value in said.items():
        if name not in read:
            if name not in told:
                return f'{path}: the attribute {name} is gone without a word'
        elif not same_value(value, read[name], as_json, in_old) and name not in told:
            return f'{path}: the attribute {name} is {read[name]!r}, not {value!r}'
    more = set(read) - set(said)
    return f'{path}: attributes {more} have come from nowhere' if more else None


def compare(path, said, read, as_json, in_old, told):
    a, b = said.data, read.data
    if a.shape != b.shape or a.dtype.newbyteorder('=') != b.dtype.newbyteorder('='):
        return f'{path}: {a.dtype}{a.shape} became {b.dtype}{b.shape}'
    if a.astype(a.dtype.newbyteorder('=')).tobytes() != b.astype(b.dtype.newbyteorder('=')).tobytes():
        return f'{path}: other elements'
    if any(name and name != other for name, other in zip(said.dims, read.dims or said.dims)) and 'name' not in told:
        return f'{path}: its dimensions are {read.dims}, not {said.dims}'
    if said.fill is not None and (read.fill is None or np.asarray(read.fill).astype(said.fill.dtype) != said.fill) and 'fill value' not in told:
        return f'{path}: the fill value is {read.fill}, not {said.fill}'
    if said.fill is None and read.fill is not None:
        return f'{path}: the fill value {read.fill} has come from nowhere'
    return compare_attributes(path, said.attributes, read.attributes, as_json, in_old, told)


def judge(form, target, place, file, grows, left_out, told):
    try:
        read, grown = (read_hdf5 if form == 'hdf5' and target == 'out.nc' else READERS[target])(place) # netCDF wants names of all dimensions
    except Exception as error: # whatever their library says
        return f'cannot be read: {error!r}'
    wanted = {path for path in file if path != '/'} - left_out
    as_json = form == 'zarr2' or target == 'out.zarr' # which has numbers of one type
    with open(place, 'rb') if os.path.isfile(place) else open(os.devnull, 'rb') as start:
        in_old = start.read(4) in (b'CDF\1', b'CDF\2')
    there = {path for path in read if path != '/'}
    if there != wanted:
        return f'there are {sorted(there)}, not {sorted(wanted)}'
    for path in sorted(wanted):
        wrong = compare(path, file[path], read[path], as_json, in_old, told)
        if wrong:
            return wrong
    used = {name for path in wanted for name in file[path].dims}
    if (grows & used) - {''} != (grown & used) - {''} and 'unlimited' not in told:
        return f'{grown} can grow, not {grows & used}'
    return compare_attributes('/', file['/'].attributes, read['/'].attributes, as_json, in_old, told)


def one_case(_, rng):
    form = rng.choice(list(WRITERS))
    file, lengths, grows = draw_file(rng, form)
    source = WRITERS[form](rng, file, lengths, grows, form)
    target = rng.choice(list(READERS))
    pattern, left_out = excluded(rng, file)
    options = draw_options(rng, target, file) + (['--exclude', pattern] if pattern else [])
    place = target
    words = [source, target, *options]
    if rng.random() < 0.15: # a pattern fits one file, which goes to a directory under its name
        os.mkdir('out')
        as_target = {'out.cdf': ['--as', 'cdf5'], 'out.zarr': ['--as', 'zarr2']}.get(target, []) if '--as' not in options else []
        words = [source.replace('in', 'i?'), 'out/', *options, *as_target]
        ending = target[3:] if as_target or '--as' in options else source[2:]
        if ending == '.cdf' and source == 'in.nc': # netCDF's ending for either
            ending = '.nc'
        place = 'out/in' + ending
        target = target if ending == '.nc' else 'out' + ending # which reads it
    ranks = rng.choice(RANKS)
    said = f'{ranks} ranks: iocopy {" ".join(words)} ({form}: {", ".join(f"{path} {v.data.dtype}{v.data.shape}" for path, v in file.items() if path != "/")})'
    done = run_here(words, ranks)
    if done.returncode == 2:
        left = [entry for entry in os.listdir('.') if entry.startswith(('out.', '.out'))] + (os.listdir('out') if os.path.isdir('out') else [])
        if 'out/' in words: # files to a directory are counted
            done.stderr = done.stderr[:done.stderr.index('\niocopy: 1 file: 0 copied')]
        return said, refusal(done, left), ('refused', form, target, done.stderr.strip()[:170])
    if done.returncode != (4 if 'does not keep' in done.stderr else 0):
        return said, f'code {done.returncode}: {done.stderr.strip()}', ('wrong',)
    return said, judge(form, target, place, file, grows, left_out, done.stdout + done.stderr), ('copied',)


main(one_case, 'files copied or refused')
