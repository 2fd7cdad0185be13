# SPDX-License-Identifier: BSD-3-Clause
"""The one exception of the package."""

from __future__ import annotations


class Error(Exception):
    """Wrong input, or a failure of MPI or the system.

    ``str(error)`` is the message. If the mistake is in a text, the line of the text follows, with a caret below the mistake.

    Attributes
    ----------
    message : str
        What is wrong, in one line.
    line, column : int or None
        Position of the mistake in the text, counted from 1, if known.

    Examples
    --------
    >>> import tessera as ts
    >>> try:
    ...     ts.Mapping("float64 A[8]", "(blok)", ranks=2)
    ... except ts.Error as error:
    ...     print(error.line, error.column)
    1 2
    """

    def __init__(
        self, text: str, message: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(text)
        self.message: str = text if message is None else message
        self.line: int | None = line
        self.column: int | None = column


def article(value: object) -> str:
    """Return the type of a value for a message, such as "an int"."""
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
