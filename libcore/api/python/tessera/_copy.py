# SPDX-License-Identifier: BSD-3-Clause
"""Copies of arrays between files."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from typing import Any, NamedTuple

from . import _library as library
from ._communicator import Communicator
from ._errors import Error, article

_Progress = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64, ctypes.c_int64)
_Stop = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


class _Callbacks(ctypes.Structure):
    """tessera_copy_callbacks of tessera_io.h."""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("data", ctypes.c_void_p),
        ("progress", _Progress),
        ("stop", _Stop),
    ]


class _Outcome(ctypes.Structure):
    """tessera_copy_outcome of tessera_io.h."""

    _fields_ = [
        ("bytes_copied", ctypes.c_int64),
        ("seconds", ctypes.c_double),
        ("stopped", ctypes.c_int),
        ("wrong", ctypes.c_int),
        ("damaged", ctypes.c_int),
        ("lossy", ctypes.c_int),
    ]


class Copied(NamedTuple):
    """The outcome of a copy, the same on all ranks."""

    bytes_copied: int
    """Bytes of elements. 0 if the format copied the file by itself."""
    seconds: float
    stopped: bool
    """Whether `stop` returned True. The same call with ``resume=True`` continues the copy."""
    wrong: tuple[str, ...]
    """Differences that a verification found. The target then did not get its name."""
    damaged: tuple[str, ...]
    """Boxes of the target that the source could not give."""
    lost: tuple[str, ...]
    """What the target does not keep of the source."""
    notes: tuple[str, ...]


class _Functions:
    """The caller's functions for the time of a copy. The first exception of one stops the copy and is raised afterwards."""

    def __init__(self, progress: Callable[[str, int, int], object] | None, stop: Callable[[], object] | None) -> None:
        self._progress, self._stop = progress, stop
        self.failure: BaseException | None = None
        self.callbacks = _Callbacks(ctypes.sizeof(_Callbacks), None)
        if progress is not None:
            self.callbacks.progress = _Progress(self._report)
        if progress is not None or stop is not None:
            self.callbacks.stop = _Stop(self._asked_to_stop)

    def _report(self, _data: int | None, name: bytes, done: int, of: int) -> None:
        self._guarded(lambda: self._progress(name.decode("utf-8", "replace"), done, of) if self._progress else None)

    def _asked_to_stop(self, _data: int | None) -> int:
        wish = self._guarded(self._stop) if self._stop is not None else False
        return 1 if wish or self.failure is not None else 0

    def _guarded(self, function: Callable[[], object]) -> object:
        if self.failure is not None:
            return None
        try:
            return function()
        except BaseException as failure:
            self.failure = failure
            return None


def copy(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    comm: Any = None,
    *,
    progress: Callable[[str, int, int], object] | None = None,
    stop: Callable[[], object] | None = None,
    **options: Any,
) -> Copied:
    """Copy an array or a whole file to another file, as the command iocopy does. Collective.

    Parameters
    ----------
    source, target : str or path
        Names such as ``"a.h5:/x"`` and ``"b.zarr"``. Without names of arrays the whole file is copied.
    comm : mpi4py.MPI.Comm or None
        None is ``MPI.COMM_WORLD``.
    progress : callable, optional
        Called on rank 0 with the name of a pass, the bytes that are done, and the bytes of the pass.
    stop : callable, optional
        Called on every rank from time to time. If it returns True on any rank, the copy stops. Pass it on all ranks or on none.
    **options
        The options of iocopy, with underscores for dashes: ``chunk=(64, 4096)``, ``memory="64MiB"``, ``force=True``. A list
        repeats an option.

    Returns
    -------
    Copied

    Examples
    --------
    >>> import numpy as np, tempfile
    >>> import tessera as ts
    >>> from mpi4py import MPI
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     np.save(f"{folder}/a.npy", np.arange(12.0).reshape(3, 4))
    ...     copied = ts.copy(f"{folder}/a.npy", f"{folder}/b.zarr", MPI.COMM_SELF, chunk=(2, 2))
    >>> copied.bytes_copied
    96
    """
    communicator = Communicator(comm)
    with communicator.agreement():
        texts = [library.encoded(os.fspath(name)) for name in (source, target)]
        listed = [library.encoded(text) for name, value in options.items() for text in _option_texts(name, value)]
    functions = _Functions(progress, stop)
    outcome = _Outcome()
    pointers = (ctypes.c_char_p * len(listed))(*listed)
    report = library.text(
        library.io().tessera_file_copy_f,
        *texts,
        pointers,
        len(listed),
        communicator.number,
        ctypes.byref(functions.callbacks),
        ctypes.byref(outcome),
    )
    if functions.failure is not None:
        raise functions.failure
    facts = [line.partition(": ")[::2] for line in report.splitlines()]
    wrong, damaged, lost, notes = (
        tuple(text for kind, text in facts if kind == wanted) for wanted in ("wrong", "damaged", "lost", "note")
    )
    return Copied(outcome.bytes_copied, outcome.seconds, bool(outcome.stopped), wrong, damaged, lost, notes)


def _option_texts(name: str, value: Any) -> list[str]:
    """Return an option as the library takes it, "name" or "name=value"; repeated for a list, nothing for False and None."""
    option = name.replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [option]
    if isinstance(value, tuple):
        return [f"{option}={','.join(str(each) for each in value)}"]
    if isinstance(value, list):
        return [text for each in value for text in _option_texts(name, each)]
    if isinstance(value, (str, int, float)):
        return [f"{option}={value}"]
    raise Error(f"{name} is a text, a number, a tuple, a list or True, not {article(value)}")
