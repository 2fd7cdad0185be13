# SPDX-License-Identifier: BSD-3-Clause
"""Distributed arrays: each rank's part of an array, with its mapping."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _library as library
from ._communicator import Communicator
from ._mapping import Mapping
from ._mover import Mover


class DistributedArray:
    """An array whose elements lie on the ranks of a communicator.

    `empty` makes such arrays.

    Examples
    --------
    >>> import numpy as np
    >>> import tessera as ts
    >>> rows = ts.empty(None, "float64 A[8][8]", "(block,*)")
    >>> rows.local[...] = 8 * rows.indices(0)[:, None] + rows.indices(1)
    >>> columns = rows.to("(*,block)")
    >>> bool((columns.local == 8 * columns.indices(0)[:, None] + columns.indices(1)).all())
    True
    """

    def __init__(self, comm: Any, mapping: Mapping) -> None:
        self._comm = Communicator(comm)
        with self._comm.agreement():
            self._mapping = mapping
            self._local = mapping.allocate(self._comm.rank)

    @property
    def comm(self) -> Any:
        """The communicator of mpi4py."""
        return self._comm.comm

    @property
    def mapping(self) -> Mapping:
        """Mapping of the array."""
        return self._mapping

    @property
    def shape(self) -> tuple[int, ...]:
        """Extents of the whole array."""
        return self._mapping.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the elements."""
        return self._mapping.dtype

    @property
    def local(self) -> npt.NDArray[Any]:
        """This rank's part, without a copy. Along each dimension, entry k has the k-th index of `indices`."""
        return self._local

    def indices(self, dim: int) -> library.Integers:
        """Return the global indices of this rank's part in a dimension."""
        return self._mapping.indices(self._comm.rank, dim)

    def to(self, mapping: Any, *, transport: str = "auto") -> DistributedArray:
        """Return a new array with the same elements in another mapping. Collective.

        Parameters
        ----------
        mapping : Mapping, str or object
            The mapping, as in `Mapping`.
        transport : str
            How messages travel, as in `Mover`.
        """
        with self._comm.agreement():
            target_mapping = mapping if isinstance(mapping, Mapping) else self._mapping.remapped(mapping, self._comm.size)
        target = DistributedArray(self.comm, target_mapping)
        with Mover(self.comm, self._mapping, target_mapping, self.local, target.local, transport=transport) as mover:
            mover.run()
        return target

    def __repr__(self) -> str:
        return f"<tessera.DistributedArray {self._mapping.text()}, {self.local.shape} on rank {self._comm.rank}>"


def empty(comm: Any, array: Any, mapping: Any = None) -> DistributedArray:
    """Return a distributed array without values. Collective.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm or None
        The communicator. None is ``MPI.COMM_WORLD``.
    array : str, array, (shape, dtype) or Mapping
        The array, as in `Mapping`; or a mapping, which knows its array.
    mapping : str or object
        The mapping, as in `Mapping`. It has as many ranks as the communicator unless it names its processors.
    """
    communicator = Communicator(comm)
    with communicator.agreement():
        made = array if isinstance(array, Mapping) else Mapping(array, mapping, communicator.size)
    return DistributedArray(communicator.comm, made)
