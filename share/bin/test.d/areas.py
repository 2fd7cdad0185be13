#!/usr/bin/python3
"""Adds up results of ctest (--output-junit): tests by area, the five slowest tests, and last of all 'tests: N passed, N failed, N skipped'."""
import collections
import sys
import xml.etree.ElementTree as tree

seconds = collections.Counter()
counts = collections.defaultdict(collections.Counter)
tests = []
failed = []
for path in sys.argv[1:]:
    for case in tree.parse(path).getroot().iter('testcase'):
        name = case.get('name')
        area = name.split('.')[0]
        outcome = {'run': 'passed', 'fail': 'failed'}.get(case.get('status'), 'skipped')
        counts[area][outcome] += 1
        seconds[area] += float(case.get('time'))
        tests.append((float(case.get('time')), name))
        if outcome == 'failed':
            failed.append(name)

print(f'\n{"area":44} {"passed":>7} {"failed":>7} {"skipped":>7} {"seconds":>8}')
for area in sorted(counts):
    print(f'{area:44} {counts[area]["passed"]:7} {counts[area]["failed"]:7} {counts[area]["skipped"]:7} {seconds[area]:8.0f}')
print('\nslowest: ' + ', '.join(f'{name} {time:.0f} s' for time, name in sorted(tests, reverse=True)[:5]))
for name in failed:
    print(f'failed: {name}')
total = sum(counts.values(), collections.Counter())
print(f'tests: {total["passed"]} passed, {total["failed"]} failed, {total["skipped"]} skipped')
