# SPDX-License-Identifier: BSD-3-Clause
"""Sites: the machine for which times are predicted."""

from __future__ import annotations

from . import _library as library


class Site:
    """A machine, its network, and which rank runs on which node.

    Parameters
    ----------
    machine : str, optional
        Name of an installed profile, such as ``"delta"``, or the file of one. Without it no times are predicted.
    topology : str, optional
        The network, such as ``"mesh(4,4)"``, or the file of a graph. Without it, that of the machine, else a crossbar.
    placement : str, optional
        ``"row-major"`` (the default), ``"column-major"``, ``"blocked"``, ``"random:7"`` or a file.

    Examples
    --------
    >>> import tessera as ts
    >>> ts.Site("delta", topology="mesh(2,4)")
    Site('delta', topology='mesh(2,4)')
    """

    def __init__(self, machine: str | None = None, *, topology: str | None = None, placement: str | None = None) -> None:
        self._words = {"machine": machine, "topology": topology, "placement": placement}
        texts = [None if each is None else library.encoded(each) for each in (topology, placement, machine)]
        core = library.core()
        self._handle = library.made(core.tessera_site_free, core.tessera_site_make, *texts)

    @property
    def _pointer(self) -> int | None:
        return self._handle.pointer

    def __repr__(self) -> str:
        named = [f"{name}={word!r}" for name, word in self._words.items() if word is not None and name != "machine"]
        machine = self._words["machine"]
        return f"Site({', '.join(([repr(machine)] if machine is not None else []) + named)})"


def site_of(site: Site | str | None) -> Site:
    """Return a site. A text is the name of a machine; None is a crossbar whose rates are not known."""
    return site if isinstance(site, Site) else Site(site)
