# SPDX-License-Identifier: BSD-3-Clause
# Tessera: entries for procedures of Fortran, and links from all pages to the reference of C.
import functools
import re

from docutils import nodes
from sphinx import addnodes
from sphinx.domains.c import CDomain
from sphinx.util.nodes import make_refnode


def parse_call(env, call, node):
    """Show a call as it is written. The name of its entry has no arguments: mover%run."""
    node += addnodes.desc_name(call, call)
    return re.search(r"([\w%]+)\(", call)[1]


class InterfaceOfC(CDomain):
    """The search finds functions, not their parameters."""

    def get_objects(self):
        return (each for each in super().get_objects() if each[2] != "functionParam")


@functools.lru_cache
def c_entries(env):
    """Return page and anchor of each name in the interface of C."""
    return {name: (page, anchor) for name, _, _, page, anchor, _ in env.get_domain("c").get_objects()}


def link_to_c(app, env, page, name, content):
    if name not in c_entries(env):
        return None
    target, anchor = c_entries(env)[name]
    return make_refnode(app.builder, page, target, anchor, content, name)


def resolve_in_cpp(app, env, node, content):
    """The C++ layer uses types and constants of C, which Sphinx looks for in C++ alone."""
    if node.get("refdomain") == "cpp":
        return link_to_c(app, env, node["refdoc"], node["reftarget"], content)


def link_names_in_text(app, doctree, page):
    """Make `tessera_mover_run` in a guide a link to its entry."""
    for literal in list(doctree.findall(nodes.literal)):
        if isinstance(literal.parent, nodes.reference) or literal.next_node(nodes.reference):
            continue
        if link := link_to_c(app, app.env, page, literal.astext().partition("(")[0], literal.deepcopy()):
            literal.replace_self(link)


def show_notes_without_names(app, doctree, page):
    """Keep only the text of a group: its name, which Doxygen needs, says nothing to a reader."""
    for description in list(doctree.findall(addnodes.desc)):
        if description.astext().startswith("group tessera_"):
            description.replace_self(description[-1].children)


def setup(app):
    app.add_domain(InterfaceOfC, override=True)
    app.add_object_type("fortran", "fortran", "single: %s (Fortran)", parse_call, objname="Fortran procedure")
    app.connect("missing-reference", resolve_in_cpp)
    app.connect("doctree-resolved", show_notes_without_names)
    app.connect("doctree-resolved", link_names_in_text)
    return {"parallel_read_safe": True}
