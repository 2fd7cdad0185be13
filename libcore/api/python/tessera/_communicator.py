# SPDX-License-Identifier: BSD-3-Clause
"""Communicators of mpi4py, and agreement between their ranks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ._errors import Error, article


class Communicator:
    """A communicator as the library takes it.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm or None
        None is ``MPI.COMM_WORLD``.
    """

    def __init__(self, comm: Any) -> None:
        if comm is None:
            comm = _world()
        if not hasattr(comm, "py2f"):
            raise Error(f"{article(comm)} is no communicator; use one of mpi4py, or None for MPI.COMM_WORLD")
        if not comm:
            raise Error("the communicator is MPI.COMM_NULL; only its members can move arrays")
        if comm.Is_inter():
            raise Error("the communicator connects two groups; use one of a single group")
        self.comm = comm
        self.number: int = comm.py2f()
        self.rank: int = comm.Get_rank()
        self.size: int = comm.Get_size()

    @contextmanager
    def agreement(self) -> Iterator[None]:
        """Raise an error on all ranks if any rank raises one in this block. Collective."""
        try:
            yield
        except Exception as error:
            self._first_refusal(str(error))
            raise
        refusal = self._first_refusal(None)
        if refusal is not None:
            raise Error(refusal)

    def all_true(self, value: bool) -> bool:
        """Return whether `value` is true on all ranks. Collective."""
        return self._count(not value) == 0

    def _first_refusal(self, refusal: str | None) -> str | None:
        """Return the refusal of the lowest rank that has one."""
        if self._count(refusal is not None) == 0:
            return None
        everyone = enumerate(self.comm.allgather(refusal))
        return next((f"rank {rank}: {text}" for rank, text in everyone if text is not None), None)

    def _count(self, value: bool) -> int:
        """Return the number of ranks where `value` is true."""
        mine, total = np.array([value], np.int64), np.zeros(1, np.int64)
        self.comm.Allreduce(mine, total)
        return int(total[0])


def _world() -> Any:
    try:
        from mpi4py import MPI
    except ImportError as error:
        raise Error(f"arrays are moved with mpi4py, which cannot be imported ({error}); install python3-mpi4py") from None
    return MPI.COMM_WORLD
