# SPDX-License-Identifier: BSD-3-Clause
"""Sharding objects of JAX and PyTorch, by stand-ins that have the same attributes and the same printed forms."""
import unittest
from collections import OrderedDict
from types import SimpleNamespace

import numpy as np

import tessera as ts


class Device:
    def __init__(self, number):
        self.id = number


class Mesh:
    """Like jax.sharding.Mesh."""

    def __init__(self, devices, axis_names):
        self.devices = np.vectorize(Device, otypes=[object])(np.asarray(devices))
        self.axis_names = axis_names
        self.shape = OrderedDict(zip(axis_names, self.devices.shape))


class AbstractMesh:
    """Like jax.sharding.AbstractMesh, which has no devices."""

    def __init__(self, **shape):
        self.shape = OrderedDict(shape)

    @property
    def devices(self):
        raise ValueError('AbstractMesh does not implement devices')


class PartitionSpec(tuple):
    """Like jax.sharding.PartitionSpec: a tuple of None, names and tuples of names."""

    def __new__(cls, *entries, unreduced=()):
        self = tuple.__new__(cls, entries)
        self.unreduced = frozenset(unreduced)
        return self


class NamedSharding:
    """Like jax.sharding.NamedSharding."""

    def __init__(self, mesh, spec):
        self.mesh = mesh
        self.spec = spec


class Unconstrained:
    def __repr__(self):
        return 'UNCONSTRAINED'


class Shard:
    """Like torch.distributed.tensor.Shard, whose str() is short."""

    def __init__(self, dim):
        self.dim = dim

    def __repr__(self):
        return f'Shard(dim={self.dim})'

    def __str__(self):
        return f'S({self.dim})'


class Replicate:
    def __repr__(self):
        return 'Replicate()'

    def __str__(self):
        return 'R'


class StridedShard(Shard):
    def __repr__(self):
        return f'_StridedShard(dim={self.dim}, sf=2)'


class Partial:
    def __repr__(self):
        return 'Partial(sum)'


class Tensor:
    """Like the torch.Tensor of a DeviceMesh, which is no numpy array."""

    def __init__(self, numbers):
        self.numbers = numbers

    def tolist(self):
        return self.numbers


class DeviceMesh:
    """Like torch.distributed.DeviceMesh."""

    def __init__(self, numbers):
        self.mesh = Tensor(numbers)


ARRAY = 'float32 A[8][6]'


class JaxTest(unittest.TestCase):
    def check(self, text, mesh, *entries):
        mapping = ts.Mapping(ARRAY, NamedSharding(mesh, PartitionSpec(*entries)))
        self.assertTrue(mapping.same_owners(ts.Mapping(ARRAY, text)), str(mapping))

    def test_axes_names_and_none(self):
        mesh = Mesh(np.arange(8).reshape(4, 2), ('data', 'model'))
        self.check("jax(mesh={'data':4,'model':2}, P('data','model'))", mesh, 'data', 'model')
        self.check("jax(mesh={'data':4,'model':2}, P(('data','model'),None))", mesh, ('data', 'model'), None)
        self.check("jax(mesh={'data':4,'model':2}, P(None,'model'))", mesh, None, ('model',))
        self.check("jax(mesh={'data':4,'model':2}, P('model',None))", mesh, 'model')
        self.check("jax(mesh={'data':4,'model':2}, P(None,'data'))", mesh, (), 'data')

    def test_devices_in_another_order(self):
        self.check("jax(mesh={'x':4,'y':2}, P('x','y')) ranks(0,2,4,6,1,3,5,7)",
                   Mesh([[0, 2], [4, 6], [1, 3], [5, 7]], ('x', 'y')),
                   'x', 'y')

    def test_an_abstract_mesh_has_no_devices(self):
        self.check("jax(mesh={'x':4}, P('x'))", AbstractMesh(x=4), 'x')

    def test_pending_sums(self):
        mesh = Mesh(np.arange(4), ('x',))
        plan = ts.plan('float32 A[8]', NamedSharding(mesh, PartitionSpec(None, unreduced={'x'})), NamedSharding(mesh, PartitionSpec('x')))
        self.assertIn('reduce-scatter', str(plan))

    def test_what_names_no_owners_is_refused(self):
        mesh = Mesh(np.arange(4), ('x',))
        with self.assertRaisesRegex(ts.Error, 'UNCONSTRAINED leaves the dimension to the compiler'):
            ts.Mapping(ARRAY, NamedSharding(mesh, PartitionSpec(Unconstrained())))
        with self.assertRaisesRegex(ts.Error, 'names no mesh'):
            ts.Mapping(ARRAY, PartitionSpec('x'))

    def test_printed_shardings(self):
        class HloSharding:
            def __str__(self):
                return '{devices=[4,1]<=[4]}'
        self.assertTrue(ts.Mapping(ARRAY, HloSharding()).same_owners(ts.Mapping(ARRAY, '(block,*)', 4)))


class TorchTest(unittest.TestCase):
    def check(self, text, mapping):
        found = ts.Mapping(ARRAY, mapping)
        self.assertTrue(found.same_owners(ts.Mapping(ARRAY, text)), str(found))

    def test_mesh_and_placements(self):
        mesh = DeviceMesh([[0, 1], [2, 3]])
        self.check('dtensor([Shard(0),Shard(1)], mesh=(2,2))', (mesh, [Shard(0), Shard(1)]))
        self.check('dtensor([Replicate(),Shard(-1)], mesh=(2,2))', (mesh, (Replicate(), Shard(-1))))
        self.check('dtensor([_StridedShard(0,split_factor=2),Shard(0)], mesh=(2,2))', (mesh, [StridedShard(0), Shard(0)]))

    def test_ranks_of_the_mesh(self):
        self.check('dtensor([Shard(0)], mesh=(4)) ranks(3,1,2,0)', (DeviceMesh([3, 1, 2, 0]), [Shard(0)]))

    def test_a_distributed_tensor_and_its_spec(self):
        mesh = DeviceMesh([0, 1, 2, 3])
        self.check('dtensor([Shard(1)], mesh=(4))', SimpleNamespace(device_mesh=mesh, placements=(Shard(1),)))
        self.check('dtensor([Shard(1)], mesh=(4))', SimpleNamespace(mesh=mesh, placements=(Shard(1),)))

    def test_pending_sums(self):
        mesh = DeviceMesh([0, 1, 2, 3])
        plan = ts.plan('float32 A[8]', (mesh, [Partial()]), (mesh, [Replicate()]))
        self.assertIn('all-reduce', str(plan))


if __name__ == '__main__':
    unittest.main()
