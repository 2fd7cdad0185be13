# SPDX-License-Identifier: BSD-3-Clause
"""Random files with everything go to another format and back: what is missing then is what was told, no more and no less.
losses.py BINDIR FOLDER CASES [SEED [ONE-CASE]]"""
import json
import re

from copy_cases import main, run_here
from loss_files import INVENTORIES, as_netcdf, draw_source


# What was told.

def told_of(losses):
    """[(what, array, name)] of each loss; None in place of what it leaves open."""
    told = []
    for loss in losses:
        text, array = loss['what'], loss['array'] or None
        filter_of = re.match(r'the filter (?:filter \d+ \()?([a-z0-9-]+)', text)
        if filter_of and filter_of[1] == 'order':
            told.append(('other', None, None))
            continue
        if filter_of:
            own = ('shuffle', 'fletcher32', 'crc32c', 'scale-offset')
            told.append(('filter', array, filter_of[1] if filter_of[1] in own else 'compression'))
            continue
        found = re.search(r"of the (?:group|coordinate) '([^']*)'$", text)
        if found:
            array = found[1] if found[1].startswith('/') else '/' + found[1]
        if text.endswith(' of the file'):
            array = '/'
        of_name = re.search(r"the (?:(?:shape \{[^}]*\}|type \w+) of the )?attribute '((?:[^'])*)'(?: of '([^']*)')?", text)
        if of_name:
            told.append(('attribute', '/' + of_name[2].lstrip('/') if of_name[2] else array, of_name[1]))
        elif text.startswith('the fill value'):
            told.append(('fill', array, None))
        elif 'never written' in text:
            name = re.search(r"elements of '([^']*)'", text)
            told.append(('unwritten', '/' + name[1] if name else array, None))
        elif text.startswith('the group of '):
            told.append(('moved', *re.findall(r"'([^']*)'", text)))
        elif text.startswith('the group '):
            told.append(('group', re.search(r"'([^']*)'", text)[1], ''))
        elif text.startswith('that its dimension'):
            told.append(('dimension', array, int(re.search(r'dimension (\d+)', text)[1]) - 1))
        elif text.startswith('the name '):
            told.append(('dimension', array, None))
        elif text.startswith('the label'):
            told.append(('label', array, re.search(r"the label '([^']*)'", text)[1]))
        elif text.startswith('the unlimited dimension'):
            told.append(('grows', None, None))
        elif text.startswith('the dimension '):
            told.append(('length', None, None))
        elif text.startswith(('the names of its values', 'that its elements', 'the fields', 'that spaces', 'the tag')):
            told.append(('type', array, None))
        elif 'which has a type and no elements' in text:
            told.append(('array', re.search(r"'([^']*)'", text)[1], ''))
        else:
            told.append(('other', None, None))
    return told


def fits(item, told):
    return all(b is None or a == b for a, b in zip(item, told))


def judge(before, after, told):
    moved = {each[1]: each[2] for each in told if each[0] == 'moved'}
    before = {(what, moved.get(array, array), name): value for (what, array, name), value in before.items()}
    told = [each for each in told if each[0] != 'moved']
    differ = [item for item, value in before.items() if value != after.get(item, 'nothing')]
    explained = {'type': ['array'], 'dimension': ['length', 'grows', 'array'], 'fill': ['unwritten'], 'grows': ['length']}
    for item in differ:
        if any(fits(item, each) or (item[0] in explained.get(each[0], []) and each[1] in (None, item[1])) for each in told):
            continue
        if item[0] in ('length', 'grows') and any(each[0] in ('grows', 'dimension') for each in told):
            continue
        return f'{item} is {after.get(item)!r}, not {before[item]!r}, without a word'
    for each in told:
        if each[0] == 'other':
            continue
        named = [item for item in before if fits(item, each)]
        if named and not any(item in differ for item in named):
            return f'{each} was told to be lost, and is there'
    return None


def options_for(form):
    return {'zarr2': ['--as', 'zarr2'], 'zarr3': ['--as', 'zarr3'], 'cdf': ['--as', 'cdf2']}.get(form, [])


def file_of(stem, form):
    return f'{stem}.' + (form if form in ('h5', 'nc', 'cdf') else 'zarr')


def one_case(_, rng):
    form = rng.choice(list(INVENTORIES))
    source = draw_source(rng, form)
    by = rng.choice(list(INVENTORIES))
    losses = []
    way = f'{form} by {by} and back'
    steps = (source, file_of('by', by), options_for(by)), (file_of('by', by), file_of('back', form), options_for(form))
    for start, end, options in steps:
        done = run_here([start, end, *options, '--json'])
        if done.returncode == 2:
            lines = done.stderr.strip().splitlines()
            wrong = None if len(lines) == 1 and len(lines[0]) < 600 else f'refused with {done.stderr}'
            return way, wrong, ('refused', form, by)
        if done.returncode not in (0, 4):
            return way, f'ended with {done.returncode}: {done.stderr.strip()[:300]}', ('wrong', form, by)
        said = json.loads(done.stdout)
        losses += said.get('losses', [])
        if (done.returncode == 4) != bool(said.get('losses')):
            return way, f'code {done.returncode} with the losses {said.get("losses")}', ('wrong', form, by)
    before, after = INVENTORIES[form](source), INVENTORIES[form](file_of('back', form))
    if 'nc' in (form, by) or 'cdf' in (form, by):
        before, after = as_netcdf(before), as_netcdf(after)
    complaint = judge(before, after, told_of(losses))
    if complaint:
        complaint += f'; told: {[loss["what"] for loss in losses]}'
    return way, complaint, ('copied', form, by)


main(one_case, 'files went to a format and back')
