# SPDX-License-Identifier: BSD-3-Clause
"""Plans: what moves between ranks when the mapping of an array changes."""

from __future__ import annotations

import html
import json
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _library as library
from ._errors import Error
from ._mapping import Mapping
from ._site import Site, site_of

#: One message, or the elements that a rank keeps if ``from`` and ``to`` are the same rank.
MESSAGE = np.dtype([(name, np.int64) for name in ("from", "to", "elements", "bytes", "transition")])


class Totals(NamedTuple):
    """Sums over all messages. Elements that stay on their rank count only as kept."""

    elements: int
    """Elements delivered: moved and kept."""
    moved: int
    """Elements that go to another rank."""
    kept: int
    """Elements that stay on their rank."""
    messages: int
    """Messages between different ranks."""
    max_sends: int
    """Largest number of messages that one rank sends."""
    max_receives: int
    """Largest number of messages that one rank receives."""
    bytes_moved: int
    """Bytes that go to another rank."""


#: One message of a step. It may carry data of other pairs of ranks.
TRANSFER = np.dtype([(name, np.int64) for name in ("from", "to", "bytes")])


class Schedule(NamedTuple):
    """The steps in which an algorithm sends the messages of a plan."""

    algorithm: str
    """Name of the algorithm, such as ``"pex"``."""
    steps: list[npt.NDArray[Any]]
    """The messages of each step: structured arrays with the fields ``from``, ``to`` and ``bytes``."""
    seconds: float | None
    """Predicted time of all steps. None if the rates of the machine are not known."""
    document: dict[str, Any]
    """All figures: JSON of schema tessera.schedule/1, see formats.md."""


class Plan:
    """The messages that move an array from one mapping to another.

    `plan` and `job` make plans. A plan of a job with several remappings has several transitions, one after another.

    Examples
    --------
    >>> import tessera as ts
    >>> plan = ts.plan("float64 A[8][8]", "(block,*)", "(*,block)", ranks=4)
    >>> plan.totals.moved, plan.totals.messages
    (48, 12)
    >>> plan.collective
    'an all-to-all among 4 ranks'
    >>> plan.messages[["from", "to", "bytes"]][:2].tolist()
    [(0, 0, 32), (0, 1, 32)]
    """

    def __init__(self, handle: library.Handle) -> None:
        self._handle = handle

    @classmethod
    def _of(cls, function: Any, *arguments: Any) -> Plan:
        return cls(library.made(library.core().tessera_plan_free, function, *arguments))

    @property
    def _pointer(self) -> int | None:
        return self._handle.pointer

    @property
    def totals(self) -> Totals:
        """Sums over all messages of all transitions."""
        return Totals(*library.filled(7, library.core().tessera_plan_totals, self._pointer).tolist())

    @property
    def messages(self) -> npt.NDArray[Any]:
        """All messages, by sender and receiver, with the elements that each rank keeps.

        A structured array with the fields ``from``, ``to``, ``elements``, ``bytes`` and ``transition``.
        """
        return library.entries(MESSAGE, library.core().tessera_plan_messages, self._pointer, -1)

    def messages_of(self, rank: int) -> npt.NDArray[Any]:
        """Return the messages that a rank sends, then those that it receives from others."""
        who = library.int64(rank, "rank")
        if who < 0:
            raise Error(f"rank counts from 0, not {who}")
        return library.entries(MESSAGE, library.core().tessera_plan_messages, self._pointer, who)

    def matrix(self, unit: str = "elements") -> library.Integers:
        """Return how much each rank (row) sends each rank (column). The diagonal is what stays.

        Parameters
        ----------
        unit : {"elements", "bytes"}

        Examples
        --------
        >>> import tessera as ts
        >>> ts.plan("float64 A[6]", "(block)", "(cyclic)", ranks=3).matrix()
        array([[1, 1, 0],
               [1, 0, 1],
               [0, 1, 1]])
        """
        if unit not in ("elements", "bytes"):
            raise Error(f"unit is 'elements' or 'bytes', not {unit!r}")
        result = np.zeros((self.ranks, self.ranks), np.int64)
        messages = self.messages
        np.add.at(result, (messages["from"], messages["to"]), messages[unit])
        return result

    @property
    def ranks(self) -> int:
        """Number of ranks that a job needs: the largest rank plus one."""
        return library.integer(library.core().tessera_plan_ranks, self._pointer)

    @property
    def transitions(self) -> list[Plan]:
        """One plan for each transition."""
        core = library.core()
        count = library.integer(core.tessera_plan_transitions, self._pointer)
        return [Plan._of(core.tessera_plan_transition, self._pointer, number) for number in range(count)]

    @property
    def sources(self) -> list[Mapping]:
        """Mappings of all arrays before the move."""
        return self._mappings(library.core().tessera_plan_source)

    @property
    def targets(self) -> list[Mapping]:
        """Mappings of all arrays after the move."""
        return self._mappings(library.core().tessera_plan_target)

    def _mappings(self, function: Any) -> list[Mapping]:
        count = library.integer(library.core().tessera_plan_arrays, self._pointer)
        return [Mapping._of(function, self._pointer, array) for array in range(count)]

    @property
    def source(self) -> Mapping:
        """Mapping of the first array before the move."""
        return Mapping._of(library.core().tessera_plan_source, self._pointer, 0)

    @property
    def target(self) -> Mapping:
        """Mapping of the first array after the move."""
        return Mapping._of(library.core().tessera_plan_target, self._pointer, 0)

    def owners(self, index: Any = None, *, state: str = "from") -> library.Integers:
        """Return who holds the elements of the first array, before (``"from"``) or after (``"to"``) the move.

        See `Mapping.owners`.
        """
        if state not in ("from", "to"):
            raise Error(f"state is 'from' or 'to', not {state!r}")
        return (self.source if state == "from" else self.target).owners(index)

    @property
    def collective(self) -> str:
        """The collective operation that equals the plan, such as "an all-to-all among 8 ranks". Empty if not known."""
        return library.text(library.core().tessera_plan_collective, self._pointer)

    @property
    def peak_bytes(self) -> int:
        """Largest number of bytes that a rank holds before and after the move together."""
        return library.integer(library.core().tessera_plan_peak_bytes, self._pointer)

    def schedule(self, algorithm: str | None = None, *, site: Site | str | None = None) -> Schedule:
        """Return the steps in which an algorithm sends the messages. The plan has one transition.

        Parameters
        ----------
        algorithm : str, optional
            ``"pex"``, ``"gen"``, ``"coloured"``, ... Without it, the one that costs the least on the site.
        site : Site or str, optional
            The machine for which times are predicted, or its name. Without it, a crossbar whose rates are not known.

        Examples
        --------
        >>> import tessera as ts
        >>> plan = ts.plan("float64 A[8][8]", "(block,*)", "(*,block)", ranks=4)
        >>> schedule = plan.schedule("pex", site="delta")
        >>> [step["to"].tolist() for step in schedule.steps]
        [[1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]]
        """
        name = None if algorithm is None else library.encoded(algorithm)
        where = site_of(site)
        text = library.text(library.core().tessera_plan_schedule, self._pointer, name, where._pointer)
        document = json.loads(text)
        steps = [np.array([tuple(each) for each in step["messages"]], TRANSFER) for step in document["steps"]]
        return Schedule(document["algorithm"], steps, document["total_time"], document)

    def schedules(self, *, site: Site | str | None = None) -> list[dict[str, Any]]:
        """Return the figures of all algorithms, the fastest first: the entries of schema tessera.schedules/1.

        Examples
        --------
        >>> import tessera as ts
        >>> plan = ts.plan("float64 A[8][8]", "(block,*)", "(*,block)", ranks=4)
        >>> {each["algorithm"]: each["steps"] for each in plan.schedules() if "steps" in each}["pex"]
        3
        """
        where = site_of(site)
        text = library.text(library.core().tessera_plan_schedules, self._pointer, where._pointer)
        return list(json.loads(text)["algorithms"])

    def json(self) -> str:
        """Return the plan as JSON of schema tessera.redist/1."""
        return library.text(library.core().tessera_plan_json, self._pointer)

    def svg(self, view: str = "ownership") -> str:
        """Return a picture as an SVG document.

        Parameters
        ----------
        view : {"ownership", "messages"}
            The owners before and after, or the bytes between each pair of ranks.
        """
        return library.text(library.core().tessera_plan_svg, self._pointer, library.encoded(view))

    def __str__(self) -> str:
        return library.text(library.core().tessera_plan_text, self._pointer).rstrip("\n")

    def __repr__(self) -> str:
        totals = self.totals
        return (
            f"<tessera.Plan for {self.ranks} ranks: {totals.moved} of {totals.elements} elements move "
            f"in {totals.messages} messages>"
        )

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks show, or nothing for several transitions."""
        if len(self.transitions) != 1:
            return None
        return library.picture(library.core().tessera_plan_svg, self._pointer, None)

    def _repr_html_(self) -> str:
        """Return the totals as a table, below the picture."""
        rows = [(name.replace("_", " "), f"{value:,}".replace(",", " ")) for name, value in self.totals._asdict().items()]
        if len(self.transitions) == 1:
            rows += [("collective", self.collective), ("peak bytes of a rank", f"{self.peak_bytes:,}".replace(",", " "))]
        cells = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(value)}</td></tr>" for name, value in rows)
        return f"<div>{self._repr_svg_() or ''}<table>{cells}</table></div>"


def plan(array: Any, from_: Any, to: Any, ranks: int | None = None, *, copy: str | None = None) -> Plan:
    """Plan the move of an array from one mapping to another. Needs no MPI.

    Parameters
    ----------
    array : str, array or (shape, dtype)
        The array, as in `Mapping`. None if both mappings are `Mapping` objects.
    from_, to : Mapping, str or object
        The mappings before and after, as in `Mapping`.
    ranks : int, optional
        Number of ranks, for mappings that do not name their processors.
    copy : str, optional
        An assignment such as ``"B(j,i)=A(i,j)"``. Without it, all elements keep their indices.

    Examples
    --------
    >>> import tessera as ts
    >>> ts.plan("float64 A[100]", "(block)", "(cyclic)", ranks=4)
    <tessera.Plan for 4 ranks: 72 of 100 elements move in 12 messages>
    """
    source, target = (_mapping_of(array, each, ranks) for each in (from_, to))
    assignment = None if copy is None else library.encoded(copy)
    return Plan._of(library.core().tessera_plan_make, source._pointer, target._pointer, assignment)


def _mapping_of(array: Any, mapping: Any, ranks: int | None) -> Mapping:
    if isinstance(mapping, Mapping):
        return mapping
    if array is None:
        raise Error("the array is missing; it may be None only if both mappings are Mapping objects")
    return Mapping(array, mapping, ranks)


def job(text: str, ranks: int | None = None, *, name: str | None = None) -> Plan:
    """Plan a job: a text with HPF directives, as in a job file.

    Parameters
    ----------
    text : str
        The text of the job.
    ranks : int, optional
        Number of ranks, for mappings that do not name their processors.
    name : str, optional
        Name of the text in errors.

    Examples
    --------
    >>> import tessera as ts
    >>> ts.job('''
    ...       real A(8)
    ... !hpf$ distribute A(block)
    ... !hpf$ redistribute A(cyclic)
    ... ''', ranks=2).totals.moved
    4
    """
    number = 0 if ranks is None else library.int64(ranks, "ranks")
    label = None if name is None else library.encoded(name)
    return Plan._of(library.core().tessera_plan_job, library.encoded(text), label, number)
