# SPDX-License-Identifier: BSD-3-Clause
# Tessera: the colours of jobs and of lists of options in the manual.
from pygments.lexer import RegexLexer, bygroups
from pygments.lexers import FortranLexer, TextLexer
from pygments.token import Comment, Keyword, Text


class JobLexer(RegexLexer):
    """Directives are keywords, and all other lines are Fortran."""

    name = "Job with HPF directives"
    tokens = {
        "root": [
            (r"(?i)^([ \t]*[!c](?:hpf|dist)\$)(.*\n)", bygroups(Keyword, Keyword.Type)),
            (r"(?i)^[ \t]*!.*\n", Comment),
            (r".*\n", Text),
        ]
    }


def setup(app):
    app.add_lexer("hpf", JobLexer)
    app.add_lexer("options", TextLexer)
    return {"parallel_read_safe": True}
