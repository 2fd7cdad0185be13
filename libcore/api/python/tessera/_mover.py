# SPDX-License-Identifier: BSD-3-Clause
"""Movers: the execution of a plan under MPI, on numpy arrays in place."""

from __future__ import annotations

import atexit
import ctypes
import weakref
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from . import _library as library
from ._communicator import Communicator
from ._errors import Error, article
from ._mapping import Mapping
from ._plan import Plan, plan

# The numbers of tessera_transport in tessera_mpi.h.
_TRANSPORTS = ("auto", "shared", "p2p", "alltoallv", "alltoallw", "persistent")

# Bounds the search for elements that two interleaved arrays share. Beyond it, arrays with common bounds are refused.
_MOST_WORK = 100_000


class _Options(ctypes.Structure):
    """tessera_mover_options of tessera_mpi.h."""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("transport", ctypes.c_int),
        ("alpha", ctypes.c_double * 2),
        ("beta", ctypes.c_double * 2),
        ("conjugate", ctypes.c_int),
        ("with_return", ctypes.c_int),
        ("source_strides", ctypes.c_void_p),
        ("target_strides", ctypes.c_void_p),
    ]


class Costs(NamedTuple):
    """What one execution costs this rank."""

    messages_sent: int
    messages_received: int
    bytes_sent: int
    bytes_received: int
    bytes_kept: int
    """Bytes copied from source to target on this rank."""
    buffer_bytes: int
    """Bytes of memory for messages."""


class _Part:
    """This rank's part of an array: the layout that a mover is made for, and the check of arrays against it."""

    def __init__(self, word: str, mapping: Mapping, rank: int) -> None:
        self.word = word
        self.dtype = mapping.dtype
        self.held = mapping.count(rank) > 0
        self.shape = mapping.local_shape(rank)
        self.strides = mapping.local_strides(rank)

    def take_layout(self, array: npt.NDArray[Any]) -> None:
        """Take the strides of the caller's array."""
        self.check_elements(array)
        if self.held:
            size = array.itemsize
            if any(extent > 1 and stride % size for extent, stride in zip(array.shape, array.strides)):
                raise Error(f"{self.word}: strides {array.strides} are not multiples of the {size} bytes of an element")
            self._check_aligned(array)
            self.strides = tuple(stride // size for stride in array.strides)

    def check_elements(self, array: Any) -> None:
        """Check everything but the strides."""
        if hasattr(array, "__cuda_array_interface__"):
            raise Error(f"{self.word} lies in the memory of a GPU; copy it to the host first")
        if not isinstance(array, np.ndarray):
            raise Error(f"{self.word} is a numpy array, not {article(array)}")
        if isinstance(array, np.ma.MaskedArray):
            raise Error(f"{self.word} has a mask, which does not move; use its data and its mask")
        if self.word == "target" and not array.flags.writeable:
            raise Error("target is read-only; use a writeable array")
        if not self.held:
            return
        if not _same_elements(array.dtype, self.dtype):
            raise Error(f"{self.word} has elements of dtype {array.dtype.str}; the mapping has {self.dtype.str}")
        if array.shape != self.shape:
            raise Error(f"{self.word} has shape {array.shape}; this rank's part has shape {self.shape}")

    def _check_aligned(self, array: npt.NDArray[Any]) -> None:
        if not array.flags.aligned:
            raise Error(f"{self.word} is not aligned to its elements; copy it first")

    def check(self, array: Any) -> None:
        """Check an array for one execution."""
        if array is None and not self.held:
            return
        if array is None:
            raise Error(f"{self.word} is missing; this rank holds {self.shape} elements of it")
        self.check_elements(array)
        wanted = tuple(stride * self.dtype.itemsize for stride in self.strides)
        if self.held and any(n > 1 and a != b for n, a, b in zip(self.shape, array.strides, wanted)):
            raise Error(
                f"{self.word} has strides {array.strides}; this mover moves strides {wanted}. "
                f"Give Mover() the array as {self.word}="
            )
        if self.held:
            self._check_aligned(array)

    def is_given(self, array: Any) -> bool:
        return array is not None or not self.held

    def address(self, array: npt.NDArray[Any] | None) -> int | None:
        return array.ctypes.data if self.held and array is not None else None


def _same_elements(given: np.dtype[Any], wanted: np.dtype[Any]) -> bool:
    if wanted.kind == "V":
        return given.itemsize == wanted.itemsize and not given.hasobject
    return given == wanted


def _refuse_overlap(source: npt.NDArray[Any] | None, target: npt.NDArray[Any] | None) -> None:
    if source is None or target is None or not np.may_share_memory(source, target):
        return
    try:
        shared = np.shares_memory(source, target, max_work=_MOST_WORK)
    except (RuntimeError, OverflowError):  # too hard to tell
        shared = True
    if shared:
        raise Error("source and target share memory; use two arrays")


def _two(value: complex, word: str) -> Any:
    try:
        number = complex(value)
    except (TypeError, ValueError):
        raise Error(f"{word} is a number, not {value!r}") from None
    return (ctypes.c_double * 2)(number.real, number.imag)


def _strides_argument(part: _Part) -> tuple[Any, Any]:
    """Return a list of one pointer to strides, and what it points to."""
    numbers = np.array(part.strides, np.int64)
    return (ctypes.c_void_p * 1)(numbers.ctypes.data if part.held else None), numbers


# Movers that exist, in the order in which they were made. All ranks free theirs in this order before MPI ends.
_open_movers: dict[int, weakref.ref[Mover]] = {}


@atexit.register
def _close_all() -> None:
    for reference in list(_open_movers.values()):
        mover = reference()
        if mover is not None:
            mover.close()


class Mover:
    """Moves an array from one mapping to another, as often as wanted, without copies of the caller's arrays.

    All ranks of the communicator make a mover, run it and close it in the same order.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm or None
        The communicator, whose ranks are those of the mappings. None is ``MPI.COMM_WORLD``.
    from_, to : Mapping, str or object
        The mappings before and after, as in `Mapping`.
    source, target : numpy.ndarray, optional
        This rank's parts. The mover is made for their strides, and `run` without arguments moves between them. Without
        them, parts lie in memory as the mappings declare; `Mapping.allocate` makes such arrays.
    array : str, array or (shape, dtype), optional
        The array, as in `Mapping`. Needed if a mapping is not a `Mapping` object.
    copy : str, optional
        An assignment such as ``"B(j,i)=A(i,j)"``, as in `plan`.
    alpha, beta : number
        The target becomes ``alpha * source + beta * target``.
    conjugate : bool
        Take the complex conjugate of the source.
    transport : {"auto", "shared", "p2p", "alltoallv", "alltoallw", "persistent"}
        How messages travel; the same on all ranks.

    Examples
    --------
    On any number of ranks, rows become columns:

    >>> import numpy as np
    >>> import tessera as ts
    >>> from mpi4py import MPI
    >>> comm = MPI.COMM_WORLD
    >>> rows = ts.Mapping("float64 A[8][8]", "(block,*)", comm.size)
    >>> columns = ts.Mapping("float64 A[8][8]", "(*,block)", comm.size)
    >>> source = rows.allocate(comm.rank)
    >>> source[...] = comm.rank
    >>> target = columns.allocate(comm.rank)
    >>> with ts.Mover(comm, rows, columns, source, target) as mover:
    ...     mover.run()
    >>> bool((target == rows.owners()[:, columns.indices(comm.rank, 1)]).all())
    True
    """

    def __init__(
        self,
        comm: Any,
        from_: Any,
        to: Any,
        source: npt.NDArray[Any] | None = None,
        target: npt.NDArray[Any] | None = None,
        *,
        array: Any = None,
        copy: str | None = None,
        alpha: complex = 1,
        beta: complex = 0,
        conjugate: bool = False,
        transport: str = "auto",
    ) -> None:
        self._handle: library.Handle | None = None
        self._comm = Communicator(comm)
        with self._comm.agreement():
            self._plan = plan(array, from_, to, self._comm.size, copy=copy)
            self._source_part = _Part("source", self._plan.source, self._comm.rank)
            self._target_part = _Part("target", self._plan.target, self._comm.rank)
            if source is not None:
                self._source_part.take_layout(source)
            if target is not None:
                self._target_part.take_layout(target)
            _refuse_overlap(source, target)
            if transport not in _TRANSPORTS:
                raise Error(f"transport is one of {', '.join(_TRANSPORTS)}, not {transport!r}")
            alpha_numbers, beta_numbers = _two(alpha, "alpha"), _two(beta, "beta")
            complete = self._source_part.is_given(source) and self._target_part.is_given(target)
        self._arrays = (source, target)
        self._has_arrays = self._comm.all_true(complete)
        self._moving: tuple[Any, Any] | None = None
        source_list, source_strides = _strides_argument(self._source_part)
        target_list, target_strides = _strides_argument(self._target_part)
        options = _Options(
            ctypes.sizeof(_Options),
            _TRANSPORTS.index(transport),
            alpha_numbers,
            beta_numbers,
            int(conjugate),
            0,
            ctypes.addressof(source_list),
            ctypes.addressof(target_list),
        )
        plans = (ctypes.c_void_p * 1)(self._plan._pointer)
        mpi = library.mpi()
        self._handle = library.made(
            mpi.tessera_mover_free, mpi.tessera_mover_make_f, plans, 1, self._comm.number, ctypes.byref(options)
        )
        _open_movers[id(self)] = weakref.ref(self)

    @property
    def plan(self) -> Plan:
        """The plan that the mover executes."""
        return self._plan

    @property
    def costs(self) -> Costs:
        """What one execution costs this rank."""
        return Costs(*library.filled(6, library.mpi().tessera_mover_cost, self._open_pointer()).tolist())

    @overload
    def run(self) -> None: ...

    @overload
    def run(self, source: npt.NDArray[Any] | None, target: npt.NDArray[Any] | None, /) -> None: ...

    def run(self, *arrays: Any) -> None:
        """Move the elements. Collective.

        Parameters
        ----------
        source, target : numpy.ndarray or None, optional
            This rank's parts. Their strides are those that the mover was made for. Without them, the arrays that the
            mover was made with, which is faster because these are already checked. A rank that holds nothing may give
            None. All ranks give arrays, or none does.
        """
        self._start(library.mpi().tessera_mover_run, arrays)

    @overload
    def begin(self) -> None: ...

    @overload
    def begin(self, source: npt.NDArray[Any] | None, target: npt.NDArray[Any] | None, /) -> None: ...

    def begin(self, *arrays: Any) -> None:
        """Begin to move, and return before all elements have arrived. Collective.

        Takes the same arrays as `run`. Until `end`, do not write the source, and neither read nor write the target.
        """
        self._moving = self._start(library.mpi().tessera_mover_begin, arrays)

    def end(self) -> None:
        """Wait until all elements have arrived. Collective."""
        pointer = self._open_pointer()
        if self._moving is None:
            raise Error("no move is under way; call begin() first")
        library.mpi().tessera_mover_end(pointer)
        self._moving = None

    def close(self) -> None:
        """Free the mover. Collective. The end of a ``with`` block does it, and so does the last reference."""
        _open_movers.pop(id(self), None)
        if self._handle is not None:
            if self._moving is not None:
                self.end()
            self._handle.close()

    def _open_pointer(self) -> int:
        if self._handle is None or self._handle.pointer is None:
            raise Error("the mover is closed; make another one")
        return self._handle.pointer

    def _checked(self, arrays: tuple[Any, ...]) -> tuple[Any, Any]:
        """Return source and target. The mover's own arrays were checked when it was made."""
        if not arrays:
            if not self._has_arrays:
                raise Error("give source and target, because the mover was made without them")
            return self._arrays
        with self._comm.agreement():
            if len(arrays) != 2:
                raise Error(f"give source and target, or nothing; {len(arrays)} arguments are given")
            source, target = arrays
            self._source_part.check(source)
            self._target_part.check(target)
            _refuse_overlap(source, target)
        return source, target

    def _start(self, function: Any, arrays: tuple[Any, ...]) -> tuple[Any, Any]:
        pointer = self._open_pointer()
        if self._moving is not None:
            raise Error("a move is under way; call end() first")
        source, target = self._checked(arrays)
        function(
            pointer,
            (ctypes.c_void_p * 1)(self._source_part.address(source)),
            (ctypes.c_void_p * 1)(self._target_part.address(target)),
        )
        return source, target

    def __enter__(self) -> Mover:
        return self

    def __exit__(self, *_reason: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()
