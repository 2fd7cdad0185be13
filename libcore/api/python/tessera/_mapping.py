# SPDX-License-Identifier: BSD-3-Clause
"""Mappings: which rank holds which elements of an array."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _library as library
from ._errors import Error
from ._shardings import array_text, declaration, mapping_text, type_text

_ORDERS = {"C": 0, "F": 1}


def _order(order: str) -> int:
    if order not in _ORDERS:
        raise Error(f"order is 'C' or 'F', not {order!r}")
    return _ORDERS[order]


def _type_number(dtype: npt.DTypeLike) -> int:
    return library.small(library.core().tessera_type_parse, library.encoded(type_text(dtype)))


class Mapping:
    """An array, and the ranks that hold its elements.

    Indices, dimensions and ranks count from 0.

    Parameters
    ----------
    array : str, array or (shape, dtype)
        The array: a declaration such as ``"float64 A[8][8]"`` (C's order) or ``"real8 A(8,8)"`` (Fortran's), an object with
        ``shape`` and ``dtype``, or a pair of them.
    mapping : str or object
        A text in any notation that the commands read, such as ``"(block,cyclic(2)) onto P(2,2)"``; or JAX's
        ``NamedSharding``, PyTorch's ``(DeviceMesh, placements)`` or ``DTensor``.
    ranks : int, optional
        Number of ranks, for a mapping that does not name its processors.

    Examples
    --------
    >>> import tessera as ts
    >>> rows = ts.Mapping("float64 A[4][6]", "(block,*)", ranks=2)
    >>> rows.owners()
    array([[0, 0, 0, 0, 0, 0],
           [0, 0, 0, 0, 0, 0],
           [1, 1, 1, 1, 1, 1],
           [1, 1, 1, 1, 1, 1]])
    >>> rows.owners((3, 5))
    array([1])
    >>> rows.indices(rank=1, dim=0)
    array([2, 3])
    """

    def __init__(self, array: Any, mapping: Any, ranks: int | None = None) -> None:
        text = array_text(array)
        self._take(
            library.core().tessera_mapping_parse,
            library.encoded(text),
            library.encoded(mapping_text(mapping)),
            0 if ranks is None else library.int64(ranks, "ranks"),
        )
        self._declaration = text

    @classmethod
    def cyclic(
        cls,
        shape: Sequence[int],
        dtype: npt.DTypeLike,
        blocks: Sequence[int],
        grid: Sequence[int],
        *,
        order: str = "C",
        grid_order: str = "C",
        first: Sequence[int] | None = None,
        ranks: Sequence[int] | None = None,
    ) -> Mapping:
        """Return a block-cyclic mapping from numbers.

        Parameters
        ----------
        shape, dtype
            The array.
        blocks : sequence of int
            For each dimension, the length of the blocks that the processes take in turn. 0: one block for each process.
        grid : sequence of int
            For each dimension, the number of processes.
        order : {"C", "F"}
            Order of the elements in a rank's memory.
        grid_order : {"C", "F"}
            Order in which the processes of the grid get the ranks 0, 1, 2, ...
        first : sequence of int, optional
            For each dimension, the grid coordinate that holds index 0 (ScaLAPACK's RSRC and CSRC).
        ranks : sequence of int, optional
            Real ranks, one for each process, instead of 0, 1, 2, ...

        Examples
        --------
        >>> import tessera as ts
        >>> ts.Mapping.cyclic((8,), "float64", [2], [2]).owners()
        array([0, 0, 1, 1, 0, 0, 1, 1])
        """
        extents = library.int64s(shape, "extents")
        sizes = library.int64s(blocks, "blocks", len(extents))
        processes = library.int64s(grid, "extents of the grid", len(extents))
        starts = None if first is None else library.int64s(first, "first coordinates", len(extents))
        numbers = None if ranks is None else library.int64s(ranks, "ranks")
        if numbers is not None and len(numbers) != processes.prod():
            raise Error(f"{len(numbers)} ranks are given for {processes.prod()} processes of the grid")
        return cls._of(
            library.core().tessera_mapping_cyclic,
            _type_number(dtype),
            _order(order),
            len(extents),
            extents.ctypes.data,
            sizes.ctypes.data,
            processes.ctypes.data,
            _order(grid_order),
            None if starts is None else starts.ctypes.data,
            None if numbers is None else numbers.ctypes.data,
        )

    @classmethod
    def blocks(
        cls, dtype: npt.DTypeLike, splits: Sequence[Sequence[int]], owners: npt.ArrayLike, *, order: str = "C"
    ) -> Mapping:
        """Return a mapping of blocks from numbers.

        Parameters
        ----------
        dtype
            Type of the elements.
        splits : sequence of sequences of int
            For each dimension, the first index of each block, and then the extent.
        owners : array of int
            The rank of each block. Its shape is the number of blocks of each dimension.
        order : {"C", "F"}
            Order of the elements in a rank's memory.

        Examples
        --------
        >>> import tessera as ts
        >>> ts.Mapping.blocks("float64", [[0, 3, 4]], [1, 0]).owners()
        array([1, 1, 1, 0])
        """
        bounds = [library.int64s(each, "splits") for each in splits]
        if any(len(each) < 2 for each in bounds):
            raise Error("each dimension has at least one block: the splits of a dimension are 0, ..., extent")
        table = np.asarray(owners)
        if table.shape != tuple(len(each) - 1 for each in bounds):
            wanted = tuple(len(each) - 1 for each in bounds)
            raise Error(f"owners have shape {table.shape}; the splits make blocks of shape {wanted}")
        ranks = library.int64s(table.ravel().tolist(), "owners")
        extents = np.array([each[-1] for each in bounds], np.int64)
        counts = np.array(table.shape, np.int64)
        lists = (ctypes.c_void_p * len(bounds))(*(each.ctypes.data for each in bounds))
        return cls._of(
            library.core().tessera_mapping_blocks,
            _type_number(dtype),
            _order(order),
            len(bounds),
            extents.ctypes.data,
            counts.ctypes.data,
            lists,
            ranks.ctypes.data,
        )

    @classmethod
    def _of(cls, function: Any, *arguments: Any) -> Mapping:
        self = cls.__new__(cls)
        self._take(function, *arguments)
        self._declaration = declaration(self._shape, self._dtype, self.order)
        return self

    def _take(self, function: Any, *arguments: Any) -> None:
        core = library.core()
        self._handle = library.made(core.tessera_mapping_free, function, *arguments)
        dims = library.small(core.tessera_mapping_dims, self._pointer)
        self._shape = tuple(library.filled(dims, core.tessera_mapping_extents, self._pointer).tolist())
        self._dtype: np.dtype[Any] = np.dtype(library.text(core.tessera_mapping_type_name, self._pointer))

    @property
    def _pointer(self) -> int | None:
        return self._handle.pointer

    @property
    def shape(self) -> tuple[int, ...]:
        """Extents of the whole array."""
        return self._shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the elements; ``V`` and the number of bytes if numpy has no such type."""
        return self._dtype

    @property
    def order(self) -> str:
        """Order of the elements in a rank's memory, "C" or "F"."""
        return "CF"[library.small(library.core().tessera_mapping_storage, self._pointer)]

    @property
    def ranks(self) -> int:
        """Number of ranks that a job needs: the largest rank plus one."""
        return library.integer(library.core().tessera_mapping_ranks, self._pointer)

    @property
    def copies(self) -> int:
        """Number of copies of each element."""
        return library.integer(library.core().tessera_mapping_copies, self._pointer)

    def owners(self, index: Sequence[int] | None = None, *, copy: int = 0) -> library.Integers:
        """Return who holds one element, or every element.

        Parameters
        ----------
        index : sequence of int, optional
            One index for each dimension.
        copy : int
            Number of the copy in question if no index is given.

        Returns
        -------
        numpy.ndarray
            With an index, the ranks that hold a copy of this element. Without one, the rank of each element, in the
            shape of the array.
        """
        core = library.core()
        if index is not None:
            place = library.int64s(index, "indices", len(self.shape))
            return library.entries(np.int64, core.tessera_mapping_owners, self._pointer, place.ctypes.data)
        number = library.int64(copy, "copy")
        table = library.entries(np.int64, core.tessera_mapping_owner_table, self._pointer, number)
        return table.reshape(self.shape)

    def count(self, rank: int) -> int:
        """Return the number of elements that a rank holds."""
        return library.integer(library.core().tessera_mapping_owned, self._pointer, library.int64(rank, "rank"))

    def indices(self, rank: int, dim: int) -> library.Integers:
        """Return the global indices that a rank holds in a dimension, ascending.

        Parameters
        ----------
        rank : int
            The rank. A rank that is not in the mapping holds nothing.
        dim : int
            The dimension, from 0.
        """
        number = library.int64(dim, "dim")
        if not 0 <= number < len(self.shape):
            raise Error(f"dim is 0 to {len(self.shape) - 1}, not {number}")
        who = library.int64(rank, "rank")
        return library.entries(np.int64, library.core().tessera_mapping_indices, self._pointer, who, number)

    def local_shape(self, rank: int) -> tuple[int, ...]:
        """Return the shape of a rank's part: its number of indices in each dimension."""
        return tuple(self._of_rank(library.core().tessera_mapping_local_shape, rank).tolist())

    def local_strides(self, rank: int) -> tuple[int, ...]:
        """Return the distance in elements between adjacent local indices of each dimension, in the rank's own storage."""
        return tuple(self._of_rank(library.core().tessera_mapping_local_strides, rank).tolist())

    def allocate(self, rank: int) -> npt.NDArray[Any]:
        """Return a new array for a rank's part, without values.

        The array has the shape ``local_shape(rank)``. It lies in memory as this mapping declares, including shadow planes.
        """
        core, who = library.core(), library.int64(rank, "rank")
        memory = np.empty(library.integer(core.tessera_mapping_allocation, self._pointer, who), self.dtype)
        start = library.integer(core.tessera_mapping_local_start, self._pointer, who)
        strides = [stride * self.dtype.itemsize for stride in self.local_strides(who)]
        return np.lib.stride_tricks.as_strided(memory[start:], self.local_shape(who), strides)

    def _of_rank(self, function: Any, rank: int) -> library.Integers:
        return library.filled(len(self.shape), function, self._pointer, library.int64(rank, "rank"))

    def same_owners(self, other: Mapping) -> bool:
        """Return whether both mappings give every rank the same elements, copies included."""
        return bool(library.small(library.core().tessera_mapping_same, self._pointer, other._pointer))

    def remapped(self, mapping: Any, ranks: int | None = None) -> Mapping:
        """Return another mapping of the same array.

        Parameters
        ----------
        mapping, ranks
            As in `Mapping`.

        Examples
        --------
        >>> import tessera as ts
        >>> ts.Mapping("float64 A[6]", "(block)", ranks=2).remapped("(cyclic)", ranks=2).owners()
        array([0, 1, 0, 1, 0, 1])
        """
        return Mapping(self._declaration, mapping, ranks)

    def text(self, form: str | None = None) -> str:
        """Return the mapping as text.

        Parameters
        ----------
        form : str, optional
            A notation, such as ``"hpf"``, ``"jax"``, ``"dtensor"`` or ``"scalapack"``. Without it, one line.

        Examples
        --------
        >>> import tessera as ts
        >>> ts.Mapping("float64 A[8][8]", "(block,*)", ranks=4).text("jax")
        "jax(mesh={'x':4}, P('x',None))"
        """
        notation = None if form is None else library.encoded(form)
        return library.text(library.core().tessera_mapping_text, self._pointer, notation)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<tessera.Mapping {self.text()}>"

    def _repr_svg_(self) -> str:
        """Return a picture of the owners, which notebooks show."""
        return library.picture(library.core().tessera_mapping_svg, self._pointer)

    def _repr_html_(self) -> str:
        """Return the same picture as HTML, which nbconvert exports unchanged."""
        return f"<div>{self._repr_svg_()}</div>"
