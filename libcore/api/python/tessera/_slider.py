# SPDX-License-Identifier: BSD-3-Clause
"""A slider for notebooks that needs no extension: a page in HTML, which also works in exported notebooks."""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping as Table
from typing import Any

from ._errors import Error, article

_PAGE = """<div>
<input type="range" min="0" max="{last}" value="0" oninput="
  const figures = this.parentNode.querySelectorAll('figure');
  for (let k = 0; k < figures.length; ++k) figures[k].style.display = k == this.value ? 'block' : 'none';">
{figures}
</div>"""


class Slider:
    """Pictures of which a slider shows one.

    Parameters
    ----------
    pictures : dict
        For each label, an object with a picture, such as a `Mapping` or a `Plan`.

    Examples
    --------
    >>> import tessera as ts
    >>> ts.Slider({f"cyclic({m})": ts.Mapping("float64 A[20]", f"(cyclic({m}))", ranks=4) for m in (1, 2, 3)})
    <tessera.Slider of 3 pictures>
    """

    def __init__(self, pictures: Table[Any, Any]) -> None:
        if not pictures:
            raise Error("a slider needs at least one picture")
        for label, picture in pictures.items():
            if not hasattr(picture, "_repr_svg_"):
                raise Error(f"{label}: {article(picture)} has no picture; use a Mapping or a Plan")
        self._pictures = {str(label): picture._repr_svg_() or "" for label, picture in pictures.items()}

    def __repr__(self) -> str:
        return f"<tessera.Slider of {len(self._pictures)} pictures>"

    def _repr_html_(self) -> str:
        # Images keep the names inside one picture apart from those of the others.
        figures = [
            f'<figure style="display:{"none" if number else "block"};margin:0"><figcaption>{html.escape(label)}</figcaption>'
            f'<img alt="{html.escape(label)}" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"></figure>'
            for number, (label, svg) in enumerate(self._pictures.items())
        ]
        return _PAGE.format(last=len(figures) - 1, figures="\n".join(figures))
