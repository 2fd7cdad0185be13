# SPDX-License-Identifier: BSD-3-Clause
"""Texts of arrays and mappings, also of the objects that JAX and PyTorch use for shardings.

The objects are recognized by their attributes, so neither framework is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ._errors import Error, article
from ._library import int64

_NUMPY_NAMES = {
    np.dtype(name).str: name
    for name in (
        "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128".split()
    )
}


def type_text(dtype: Any) -> str:
    """Return the name of an element type, such as ``float64`` or ``bytes(24)``."""
    try:
        wanted = np.dtype(dtype)
    except TypeError:
        raise Error(f"{dtype!r} is no element type; use a numpy dtype such as 'float64'") from None
    if wanted.hasobject or wanted.itemsize == 0:
        raise Error(f"elements of dtype {wanted} have no fixed bytes; use a dtype such as 'float64'")
    return _NUMPY_NAMES.get(wanted.str, f"bytes({wanted.itemsize})")


def declaration(shape: Sequence[Any], dtype: Any, order: str = "C") -> str:
    """Return the declaration of an array in C's or Fortran's order."""
    if not shape:
        raise Error("the array has no dimension; give a shape of at least one extent")
    extents = [str(int64(extent, "each extent")) for extent in shape]
    return f"{type_text(dtype)} A" + (f"[{']['.join(extents)}]" if order == "C" else f"({','.join(extents)})")


def array_text(array: Any) -> str:
    """Return the declaration of an array.

    Parameters
    ----------
    array : str, object with ``shape`` and ``dtype``, or (shape, dtype)
        A declaration, an array such as numpy's, or a pair.

    Examples
    --------
    >>> array_text(np.zeros((4, 3)))
    'float64 A[4][3]'
    >>> array_text(((4, 3), "float32"))
    'float32 A[4][3]'
    """
    if isinstance(array, str):
        return array
    if hasattr(array, "shape") and hasattr(array, "dtype"):
        return declaration(array.shape, array.dtype)
    if isinstance(array, tuple) and len(array) == 2 and isinstance(array[0], Sequence):
        return declaration(array[0], array[1])
    raise Error(
        f"{article(array)} does not describe an array; use a declaration such as 'float64 A[8][8]', "
        "a numpy array, or (shape, dtype)"
    )


def _ranks_suffix(ranks: Sequence[int]) -> str:
    if list(ranks) == list(range(len(ranks))):
        return ""
    return f" ranks({','.join(map(str, ranks))})"


def _axis_names(entry: Any) -> str:
    """Return one entry of a PartitionSpec: an axis, a tuple of axes, or None."""
    if entry is None:
        return "None"
    if isinstance(entry, str):
        return repr(entry)
    if isinstance(entry, (tuple, list)):
        return f"({','.join(map(repr, entry))}{',' if len(entry) == 1 else ''})" if entry else "None"
    return str(entry)  # UNCONSTRAINED, which the library refuses with a reason


def _named_sharding_text(sharding: Any) -> str:
    """Return the text of an object like JAX's NamedSharding."""
    axes = ",".join(f"{name!r}:{size}" for name, size in sharding.mesh.shape.items())
    entries = [_axis_names(entry) for entry in sharding.spec]
    unreduced = sorted(getattr(sharding.spec, "unreduced", ()) or ())
    if unreduced:
        entries.append(f"unreduced={{{','.join(map(repr, unreduced))}}}")
    text = f"jax(mesh={{{axes}}}, P({','.join(entries)}))"
    try:
        devices = np.asarray(sharding.mesh.devices, dtype=object).ravel()
    except (AttributeError, ValueError):  # an AbstractMesh has none
        return text
    return text + _ranks_suffix([int(device.id) for device in devices])


def _placements_text(device_mesh: Any, placements: Iterable[Any]) -> str:
    """Return the text of objects like PyTorch's DeviceMesh and placements."""
    ranks = device_mesh.mesh
    numbers = np.asarray(ranks.tolist() if hasattr(ranks, "tolist") else ranks)
    shape = ",".join(map(str, numbers.shape))
    text = f"dtensor([{', '.join(map(repr, placements))}], mesh=({shape}))"
    return text + _ranks_suffix([int(rank) for rank in numbers.ravel()])


def mapping_text(mapping: Any) -> str:
    """Return the notation of a mapping.

    Parameters
    ----------
    mapping : str or object
        A text in any notation that the commands read, JAX's ``NamedSharding``, PyTorch's ``(DeviceMesh, placements)``,
        or an object such as ``DTensor`` with ``device_mesh`` and ``placements``.
    """
    if isinstance(mapping, str):
        return mapping
    if hasattr(mapping, "spec") and hasattr(mapping, "mesh"):
        return _named_sharding_text(mapping)
    if hasattr(mapping, "placements"):
        return _placements_text(getattr(mapping, "device_mesh", None) or mapping.mesh, mapping.placements)
    if isinstance(mapping, tuple) and len(mapping) == 2 and hasattr(mapping[0], "mesh"):
        return _placements_text(*mapping)
    text = str(mapping)
    if text.startswith(("{", "#sdy.")):  # XLA's HloSharding, Shardy's attribute
        return text
    if type(mapping).__name__ == "PartitionSpec":
        raise Error("a PartitionSpec names no mesh; use NamedSharding(mesh, spec)")
    raise Error(
        f"{article(mapping)} is no mapping; use a text such as '(block,*) onto P(4)', "
        "a NamedSharding, or (DeviceMesh, placements)"
    )
