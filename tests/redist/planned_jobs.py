#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plans of random jobs, as `distplan redist --json` tells them, judged by numpy.

usage: planned_jobs.py BINDIR FOLDER JOBS [SEED [ONE-JOB]]

For each copy numpy knows which element of the source goes to which of the target, and who holds them. Each rank that holds an element of
the target must get it exactly once, from a rank that holds the element of the source: from itself, if it does. Messages, totals and the
batches of the copies must be what follows.
"""
import json

import numpy as np

from jobs import batches_of, draw_job
from run import call, main, script


class Wrong(Exception):
    """What is not as it should be."""


def demand(is_so, *words):
    if not is_so:
        raise Wrong(' '.join(str(word) for word in words))


def indices(families, low):
    """A dimension's indices from 0."""
    runs = [f['first'] - low + f['stride'] * i + j for f in families for i in range(f['count']) for j in range(f['length'])]
    return np.array(runs, dtype=int)


def numbers_in(array, dims):
    """The elements of a box by their numbers, row by row."""
    lists = [indices(families, low) for families, low in zip(dims, array.lower)]
    demand(len(lists) == len(array.shape), 'a box of', len(lists), 'dimensions of', array.name)
    for along, extent in zip(lists, array.shape):
        demand(len(set(along.tolist())) == along.size and ((0 <= along) & (along < extent)).all(), 'indices', along, 'of', array.name)
    return np.ravel_multi_index(np.ix_(*lists), array.shape).ravel()


class Movement:
    """What one copy, or the remapping of one array, has to deliver."""

    def __init__(self, source, target, numbers, holders, receivers):
        self.source, self.target = source, target
        self.from_number, self.to_number = numbers
        self.holders = holders.reshape(len(holders), -1)
        self.receivers = receivers.reshape(len(receivers), -1)
        self.came_from = dict(zip(self.to_number.tolist(), self.from_number.tolist()))
        self.delivered = np.zeros(self.receivers.shape, int)

    def takes(self, part):
        """Is the part of a message this one's? Copies of one batch write different elements."""
        if (part['array'], part.get('target_array', part['array'])) != (self.source.name, self.target.name):
            return False
        to = numbers_in(self.target, part.get('target_dims', part['dims']))
        return to.size > 0 and int(to[0]) in self.came_from

    def deliver(self, part, sender, receiver):
        to = numbers_in(self.target, part.get('target_dims', part['dims']))
        source = numbers_in(self.source, part['dims'])
        demand(part['elements'] == to.size == source.size, part['elements'], 'elements told, and boxes of', source.size, 'and', to.size)
        demand({self.came_from.get(n) for n in to.tolist()} == set(source.tolist()), 'boxes of other elements:', part)
        demand(self.holders[sender, source].all(), 'rank', sender, 'sends what it does not hold:', part)
        own = self.holders[receiver, source]
        demand(sender == receiver or not own.any(), 'rank', receiver, 'gets what it holds:', part)
        self.delivered[receiver, to] += 1

    def finish(self):
        wanted = np.zeros(self.delivered.shape, int)
        wanted[:, self.to_number] = self.receivers[:, self.to_number]
        demand((self.delivered == wanted).all(), 'ranks and elements of', self.target.name, 'delivered otherwise than once:',
               np.argwhere(self.delivered != wanted).tolist()[:5])


def movement_of(copy, job):
    return Movement(copy.source, copy.target, copy.numbers(), job.before[copy.source.name].holders, job.after[copy.target.name].holders)


def remapping_of(array, job):
    numbers = np.arange(int(np.prod(array.shape))).reshape(array.shape)[job.part(array)].ravel()
    return Movement(array, array, (numbers, numbers), job.before[array.name].holders, job.after[array.name].holders)


def totals_of(messages):
    """Those of a move, by its messages."""
    pairs = [(m['from'], m['to'], m['elements'], m['bytes']) for m in messages]
    others = [pair for pair in pairs if pair[0] != pair[1]]
    most = [max((sum(1 for pair in others if pair[end] == rank) for rank in range(8)), default=0) for end in (0, 1)]
    return {'elements': sum(pair[2] for pair in pairs), 'moved': sum(pair[2] for pair in others),
            'kept': sum(pair[2] for pair in pairs) - sum(pair[2] for pair in others), 'messages': len(others), 'max_sends': most[0],
            'max_receives': most[1], 'bytes_moved': sum(pair[3] for pair in others)}


def judge_batch(movements, messages, totals, dtype):
    seen = set()
    for message in messages:
        pair = message['from'], message['to']
        demand(pair not in seen, 'two messages from', pair[0], 'to', pair[1])
        seen.add(pair)
        demand(message['bytes'] == message['elements'] * dtype.itemsize, message['bytes'], 'bytes of', message['elements'], 'elements')
        demand(message['elements'] == sum(part['elements'] for part in message['parts']), 'parts of', pair)
        for part in message['parts']:
            mine = [movement for movement in movements if movement.takes(part)]
            demand(len(mine) == 1, len(mine), 'movements have the part', part)
            mine[0].deliver(part, *pair)
    for movement in movements:
        movement.finish()
    found = totals_of(messages)
    demand(totals == found, 'totals', totals, 'of messages that make', found)


def with_parts(message, said):
    """A message of a single array names it at the top of the document."""
    if 'parts' in message:
        return message
    names = {'array': said['array']['name'], 'target_array': said.get('target_array', said['array'])['name']}
    return {**message, 'parts': [{**message, **names}]}


def judge(job, said):
    messages = [with_parts(message, said) for message in said['messages']]
    dtype = np.dtype(job.dtype)
    if not job.copies:
        return judge_batch([remapping_of(array, job) for array in job.arrays], messages, said['totals'], dtype)
    batches = batches_of(job.copies)
    told = said.get('transitions', [{'first_copy': 1, 'last_copy': len(job.copies), 'totals': said['totals']}])
    lengths = [each['last_copy'] - each['first_copy'] + 1 for each in told]
    demand(lengths == [len(batch) for batch in batches], 'batches of', lengths, 'copies instead of', [len(batch) for batch in batches])
    for number, (batch, each) in enumerate(zip(batches, told), 1):
        own = [message for message in messages if message.get('transition', 1) == number]
        judge_batch([movement_of(copy, job) for copy in batch], own, each['totals'], dtype)


def one_job(rng):
    job = draw_job(rng)
    if job.text:
        with open('job.hpf', 'w') as file:
            file.write(job.text)
    words = ['distplan', 'redist', *job.words, '--ranks', str(job.ranks), '--json']
    done = call(words)
    if done.returncode != 0:
        return script(words), f'code {done.returncode}: {done.stderr.strip()}'
    try:
        judge(job, json.loads(done.stdout))
    except Wrong as wrong:
        return script(words), str(wrong)
    return script(words), None


if __name__ == '__main__':
    main(one_job, 'plans judged')
