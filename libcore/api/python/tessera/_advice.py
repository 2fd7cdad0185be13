# SPDX-License-Identifier: BSD-3-Clause
"""Advice: the distributions of a program's arrays that cost the least."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from . import _library as library
from ._errors import Error
from ._site import Site, site_of


class Answer(NamedTuple):
    """One distribution of the arrays over all phases of a program."""

    seconds: float
    """Predicted time of the whole program."""
    peak_bytes: int
    """Largest number of bytes of a rank."""
    layouts: dict[str, dict[str, str]]
    """The mapping of each array in each phase, by the names of phase and array."""
    job: str
    """The program with these distributions, as the text of a job."""


class Advice(NamedTuple):
    """The distributions of a program's arrays that cost the least, beside those of the program."""

    answers: list[Answer]
    """The cheapest first."""
    own: Answer | None
    """The program as it is. None if its arrays have no distribution, or it cannot be priced."""
    reasons: list[str]
    """Sentences that say why the first answer is the best."""
    document: dict[str, Any]
    """All figures: JSON of schema tessera.advice/1, see formats.md."""

    @property
    def best(self) -> Answer:
        """The answer that costs the least."""
        return self.answers[0]


def advise(
    job: str,
    site: Site | str,
    *,
    ranks: int | None = None,
    operation: float = 1e-9,
    memory: int | None = None,
    top: int = 5,
) -> Advice:
    """Find the distributions of a program's arrays that cost the least. Needs no MPI.

    Parameters
    ----------
    job : str
        The text of a job with a line ``!dist$ phase`` for each loop nest.
    site : Site or str
        The machine, or its name.
    ranks : int, optional
        Number of ranks, for jobs that do not name their processors.
    operation : float, optional
        Seconds of one operation of the phases' work.
    memory : int, optional
        Largest number of bytes of a rank. Without it there is no limit.
    top : int, optional
        Largest number of answers.

    Examples
    --------
    Rows are transformed, then columns. The array is best redistributed in between:

    >>> import tessera as ts
    >>> advice = ts.advise('''
    ...       complex*16 U(512,512)
    ... !hpf$ processors P(8)
    ... !hpf$ distribute U(block,*) onto P
    ... !dist$ phase rows: whole U(:,*) updates U work 45
    ... !dist$ phase columns: whole U(*,:) updates U work 45
    ... ''', "delta", operation=100e-9)
    >>> advice.best.layouts
    {'rows': {'U': '(block,*) onto P(8)'}, 'columns': {'U': '(*,block) onto P8(8)'}}

    The program as it is cannot transform the columns:

    >>> advice.own is None
    True
    """
    if not operation > 0:
        raise Error(f"operation is a time in seconds, above 0, not {operation!r}")
    limit = 0 if memory is None else _above_zero(memory, "memory")
    number = 0 if ranks is None else _above_zero(ranks, "ranks")
    where = site_of(site)
    text = library.text(
        library.core().tessera_advise,
        library.encoded(job),
        None,
        number,
        where._pointer,
        operation,
        limit,
        _above_zero(top, "top"),
    )
    document = json.loads(text)
    own = document["own"]
    answers = [_answer(each) for each in document["answers"]]
    return Advice(answers, None if own is None else _answer(own), document["reasons"], document)


def _answer(entry: dict[str, Any]) -> Answer:
    layouts = {phase["name"]: phase["layouts"] for phase in entry["phases"]}
    totals = entry["totals"]
    return Answer(totals["time"], totals["memory"], layouts, "\n".join(entry["directives"]) + "\n")


def _above_zero(value: Any, what: str) -> int:
    number = library.int64(value, what)
    if number < 1:
        raise Error(f"{what} is 1 or more, not {number}")
    return number
