# SPDX-License-Identifier: BSD-3-Clause
"""Communicators of mpi4py, and agreement between their ranks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from . import _library as library
from ._errors import Error


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
            raise Error(f"a {type(comm).__name__} is no communicator; use one of mpi4py, or None for MPI.COMM_WORLD")
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
            with suppress(Error):
                self._agree(str(error))
            raise
        self._agree(None)

    def all_true(self, value: bool) -> bool:
        """Return whether `value` is true on all ranks. Collective."""
        try:
            self._agree(None if value else "false")
        except Error:
            return False
        return True

    def _agree(self, refusal: str | None) -> None:
        text = None if refusal is None else refusal.encode("utf-8", "replace")
        library.mpi().tessera_agree_f(text, self.number)


def _world() -> Any:
    try:
        from mpi4py import MPI
    except ImportError as error:
        raise Error(f"arrays are moved with mpi4py, which cannot be imported ({error}); install python3-mpi4py") from None
    return MPI.COMM_WORLD
