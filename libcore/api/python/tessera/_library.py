# SPDX-License-Identifier: BSD-3-Clause
"""The shared libraries, called by ctypes: their functions, and the conversion of arguments and results."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import operator
import os
import pathlib
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ._errors import Error

# The parameters of each function: p a handle, s a text, i an int, n an int64_t, d a double, a the address of anything else.
_CORE = {
    "tessera_error_place": "aaa",
    "tessera_type_parse": "sa",
    "tessera_mapping_parse": "ssna",
    "tessera_mapping_cyclic": "iiiaaaiaaa",
    "tessera_mapping_blocks": "iiiaaaaa",
    "tessera_mapping_dims": "pa",
    "tessera_mapping_extents": "pa",
    "tessera_mapping_type_name": "pa",
    "tessera_mapping_storage": "pa",
    "tessera_mapping_ranks": "pa",
    "tessera_mapping_copies": "pa",
    "tessera_mapping_owners": "panaa",
    "tessera_mapping_owner_table": "pnnaa",
    "tessera_mapping_owned": "pna",
    "tessera_mapping_local_shape": "pna",
    "tessera_mapping_local_strides": "pna",
    "tessera_mapping_local_start": "pna",
    "tessera_mapping_allocation": "pna",
    "tessera_mapping_indices": "pninaa",
    "tessera_mapping_same": "ppa",
    "tessera_mapping_text": "psa",
    "tessera_mapping_svg": "pa",
    "tessera_plan_make": "ppsa",
    "tessera_plan_job": "ssna",
    "tessera_plan_transitions": "pa",
    "tessera_plan_transition": "pna",
    "tessera_plan_ranks": "pa",
    "tessera_plan_totals": "pa",
    "tessera_plan_messages": "pnnaa",
    "tessera_plan_json": "pa",
    "tessera_plan_text": "pa",
    "tessera_plan_arrays": "pa",
    "tessera_plan_source": "pna",
    "tessera_plan_target": "pna",
    "tessera_plan_svg": "psa",
    "tessera_plan_collective": "pa",
    "tessera_plan_peak_bytes": "pa",
    "tessera_plan_schedule": "pspa",
    "tessera_plan_schedules": "ppa",
    "tessera_site_make": "sssa",
    "tessera_advise": "ssnpdnna",
}
_MPI = {
    "tessera_mover_make_f": "aniaa",
    "tessera_mover_run": "paa",
    "tessera_mover_begin": "paa",
    "tessera_mover_end": "p",
    "tessera_mover_cost": "pa",
}
_IO = {"tessera_file_copy_f": "ssaniaaa"}
_TYPES: dict[str, Any] = {
    "p": ctypes.c_void_p,
    "s": ctypes.c_char_p,
    "i": ctypes.c_int,
    "n": ctypes.c_int64,
    "d": ctypes.c_double,
    "a": ctypes.c_void_p,
}

Integers = npt.NDArray[np.int64]


def _candidates(file: str) -> list[str]:
    """Return the places of a library in the order of their search."""
    folder = os.environ.get("TESSERA_LIBRARY_PATH")
    if folder:
        return [os.path.join(folder, file)]
    # The package is installed as LIBDIR/python3/dist-packages/tessera.
    beside = pathlib.Path(__file__).resolve().parents[3] / file
    return [str(beside), file] if beside.exists() else [file]


def _load(name: str) -> ctypes.CDLL:
    file = f"lib{name}.so.0"
    refusals = []
    for place in _candidates(file):
        try:
            return ctypes.CDLL(place)
        except OSError as refusal:
            refusals.append(str(refusal))
    raise Error(f"{refusals[0]}; install Tessera's libraries, or set TESSERA_LIBRARY_PATH to the folder of {file}")


def _declare(library: ctypes.CDLL, functions: dict[str, str]) -> ctypes.CDLL:
    for name, parameters in functions.items():
        function = getattr(library, name)
        function.argtypes = [_TYPES[each] for each in parameters]
        function.restype = ctypes.c_int
        function.errcheck = _check
    return library


@functools.lru_cache(maxsize=None)
def core() -> ctypes.CDLL:
    """Return libtessera, which needs no MPI."""
    library = _load("tessera")
    for name in ("tessera_error", "tessera_error_message"):
        getattr(library, name).restype = ctypes.c_char_p
    for name in ("tessera_free_text", "tessera_mapping_free", "tessera_plan_free", "tessera_site_free"):
        getattr(library, name).argtypes = [ctypes.c_void_p]
        getattr(library, name).restype = None
    return _declare(library, _CORE)


@functools.lru_cache(maxsize=None)
def mpi() -> ctypes.CDLL:
    """Return libtessera_mpi. MPI must be loaded and initialized, which mpi4py does."""
    core()
    library = _load("tessera_mpi")
    with contextlib.suppress(OSError):  # other systems have no such file
        refuse_two_mpis(pathlib.Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace"))
    library.tessera_mover_free.argtypes = [ctypes.c_void_p]
    library.tessera_mover_free.restype = None
    return _declare(library, _MPI)


@functools.lru_cache(maxsize=None)
def io() -> ctypes.CDLL:
    """Return libtessera_io, which copies files."""
    mpi()
    return _declare(_load("tessera_io"), _IO)


def refuse_two_mpis(maps: str) -> None:
    """Raise an error if mpi4py and libtessera_mpi have loaded two implementations of MPI."""
    loaded = sorted(set(re.findall(r"/(lib(?:mpi|mpich|mpi_mt)\.so\.\d+)", maps)))
    if len(loaded) > 1:
        raise Error(f"mpi4py and Tessera use different MPI libraries ({', '.join(loaded)}); install both for the same MPI")


def _decoded(text: bytes | None) -> str:
    return (text or b"").decode("utf-8", "replace")


def _check(status: int, _function: Any, _arguments: Any) -> int:
    """Raise the library's error if a call has failed."""
    if status == 0:
        return status
    library = core()
    text, message = _decoded(library.tessera_error()), _decoded(library.tessera_error_message())
    place = (ctypes.c_int64 * 3)()
    address = ctypes.addressof(place)
    library.tessera_error_place(address, address + 8, address + 16)
    raise Error(text, message, place[0] or None, place[1] or None)


class Handle:
    """An object of the library, which is freed with its last reference."""

    def __init__(self, pointer: int | None, free: Callable[[int], None]) -> None:
        self.pointer = pointer
        self._free = free

    def __del__(self) -> None:
        self.close()

    def __deepcopy__(self, _memo: Any) -> Handle:
        return self  # the objects of mappings and plans do not change

    def __reduce__(self) -> Any:
        raise Error("objects of the library cannot be pickled; send the text that makes them")

    def close(self) -> None:
        """Free the object now."""
        pointer, self.pointer = self.pointer, None
        if pointer is not None:
            self._free(pointer)


def made(free: Callable[[int], None], function: Callable[..., int], *arguments: Any) -> Handle:
    """Return the handle that a function makes as its last parameter."""
    result = ctypes.c_void_p()
    function(*arguments, ctypes.byref(result))
    return Handle(result.value, free)


def integer(function: Callable[..., int], *arguments: Any) -> int:
    """Return the int64_t that a function sets as its last parameter."""
    result = ctypes.c_int64()
    function(*arguments, ctypes.byref(result))
    return result.value


def small(function: Callable[..., int], *arguments: Any) -> int:
    """Return the int that a function sets as its last parameter."""
    result = ctypes.c_int()
    function(*arguments, ctypes.byref(result))
    return result.value


def text(function: Callable[..., int], *arguments: Any) -> str:
    """Return the text that a function sets as its last parameter, and free it."""
    result = ctypes.c_void_p()
    function(*arguments, ctypes.byref(result))
    try:
        return _decoded(ctypes.string_at(result.value)) if result.value else ""
    finally:
        core().tessera_free_text(result)


def picture(function: Callable[..., int], *arguments: Any) -> str:
    """Return an SVG document for notebooks: without the declaration of XML, which is not valid inside of HTML."""
    document = text(function, *arguments)
    return document[document.index("<svg") :]


def entries(dtype: npt.DTypeLike, function: Callable[..., int], *arguments: Any) -> npt.NDArray[Any]:
    """Return the list that a function fills by its parameters capacity, list and count."""
    count = ctypes.c_int64()
    function(*arguments, 0, None, ctypes.byref(count))
    result = np.empty(count.value, dtype)
    if count.value:
        function(*arguments, count.value, result.ctypes.data, ctypes.byref(count))
    return result


def filled(length: int, function: Callable[..., int], *arguments: Any) -> Integers:
    """Return the int64_t numbers that a function sets as its last parameter."""
    result = np.empty(length, np.int64)
    function(*arguments, result.ctypes.data)
    return result


def int64(value: Any, what: str) -> int:
    """Return an integer that fits the library's numbers, or raise an error that begins with `what`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise Error(f"{what} is an integer, not {value!r}") from None
    if not -(2**63) <= number < 2**63:
        raise Error(f"{what} does not fit 64 bits: {number}")
    return number


def int64s(values: Any, what: str, length: int | None = None) -> Integers:
    """Return integers as the library takes them, or raise an error that begins with `what`."""
    try:
        listed = list(values)
    except TypeError:
        raise Error(f"{what} are a list of integers, not {values!r}") from None
    if length is not None and len(listed) != length:
        raise Error(f"{what} are {len(listed)}; one for each of {length} dimensions is needed")
    return np.array([int64(value, f"each of {what}") for value in listed], np.int64)


def encoded(value: str) -> bytes:
    """Return a text as the library takes it."""
    if "\0" in value:
        raise Error(f"the text contains a null character: {value!r}")
    return value.encode("utf-8", "replace")
