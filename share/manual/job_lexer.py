# SPDX-License-Identifier: BSD-3-Clause
# Tessera: the colours of jobs and of lists of options in the manual.
from pygments.lexer import RegexLexer
from pygments.lexers import TextLexer
from pygments.token import Comment, Keyword, Text


class JobLexer(RegexLexer):
    """Shows directives as keywords, comments as comments, and all other lines as text."""

    name = "Job with HPF directives"
    tokens = {
        "root": [
            (r"(?i)^[ \t]*[!c*](?:hpf|dist)\$.*\n", Keyword),
            (r"(?i)^[ \t]*!.*\n", Comment),
            (r".*\n", Text),
        ]
    }


def setup(app):
    app.add_lexer("hpf", JobLexer)
    app.add_lexer("options", TextLexer)
    return {"parallel_read_safe": True}
