# SPDX-License-Identifier: BSD-3-Clause
# Tessera: the settings of Sphinx for the manual. share/bin/manual copies the guides beside this file and runs Sphinx there.
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

project = "Tessera"
author = "The Tessera maintainers"
copyright = author
release = os.environ["TESSERA_MANUAL_VERSION"]

extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "job_lexer", "references"]
nitpicky = True
default_role = "code"
myst_heading_anchors = 4  # headings have the anchors that code hosts give them

breathe_projects = {"tessera": os.environ["TESSERA_MANUAL_XML"]}
breathe_default_project = "tessera"
breathe_show_include = False
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}

autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
autodoc_member_order = "bysource"
autodoc_type_aliases = {name: name for name in ("library.Integers", "npt.ArrayLike", "npt.DTypeLike", "npt.NDArray[Any]")}
napoleon_use_ivar = True

# Names of others, which have no entry here.
nitpick_ignore = [("c:identifier", name) for name in ("int64_t", "size_t", "MPI_Comm", "MPI_Fint")]
nitpick_ignore += [("cpp:identifier", name) for name in ("MPI_Comm", "std", "tessera")]
nitpick_ignore_regex = [("py:class", r"(?!tessera\.).*"), ("py:class", r"tessera\._library\..*")]

html_theme = "furo"
html_title = f"Tessera {release}"
html_static_path = ["style"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_sphinx = False


def correct_attribute(app, what, name, object, options, lines):
    """Napoleon takes the words before a colon in the first line for a type: put a comment first. Python's own words say nothing."""
    if what not in ("attribute", "property"):
        return
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    lines[:0] = ["..", ""]


def leave_out_jquery(app, page, template, context, doctree):
    """Neither the theme nor the search uses these scripts, which Sphinx adds for old themes."""
    context["script_files"] = [each for each in context["script_files"] if "jquery" not in each and "underscore" not in each
                               and "frameworks_compat" not in each]


def setup(app):
    app.connect("autodoc-process-docstring", correct_attribute, priority=400)
    app.connect("html-page-context", leave_out_jquery)
