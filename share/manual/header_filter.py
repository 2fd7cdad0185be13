#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: gives Doxygen a public header whose plain comments (about the file, its topics, several functions) are documentation too.
# Usage: header_filter.py HEADER
import pathlib
import re
import sys

TOPIC = re.compile(r"// ---- (.*?) -+\n")
HEADER = re.compile(r"\btessera(?:_\w+)?\.h\b")
NAME = re.compile(r"(?<![`\w%])(?:tessera::\w+|tessera\.\w+/\d|(?:tessera|TESSERA)_\w+(?:\(n?\))?)(?![\w`])")
FUNCTION = re.compile(r"TESSERA_API .*?(\w+)\(")


def group_of(header, topic):
    """Return the name of Doxygen's group for a topic of a header."""
    return re.sub(r"\W+", "_", f"{header.stem}_{topic}".lower())


def of_the_file(paragraph):
    """Document the file by its second and later lines: "// Tessera: what it is." and what holds for all of it."""
    text = paragraph.split("\n", 1)[1].removeprefix("// Tessera: ")
    return "/// @file\n/// " + text[0].upper() + re.sub(r"(?m)^//", "///", text[1:])


def of_several_functions(paragraph):
    """Make a comment that stands alone the heading of the functions behind it."""
    title, _, rest = re.sub(r"(?m)^// ?", "", paragraph).replace("\n", " ").strip().partition(". ")
    return f"/// @name {title.rstrip('.')}\n/// {rest}\n/// @{{\n"


def with_siblings(paragraph):
    """Send the reader of a function without a comment of its own to the function above it."""
    lines, documented, above = [], None, ""
    for line in paragraph.splitlines(keepends=True):
        function = FUNCTION.match(line)
        if function and above.startswith("///"):
            documented = function[1]
        elif function and documented:
            lines.append(f"/// See {documented}().\n")
        lines.append(line)
        above = line
    return "".join(lines)


def translated(header):
    topic_is_open = note_is_open = False
    for number, paragraph in enumerate(re.split(r"\n(?=\n)", header.read_text())):
        text = paragraph.lstrip("\n") + "\n"
        closed = topic_is_open and (TOPIC.match(text) or text.startswith("#ifdef __cplusplus"))
        if note_is_open and (closed or re.match(r"// (?!----)", text)):
            yield "/// @}\n"
            note_is_open = False
        if closed:
            yield "/// @}\n\n"
            topic_is_open = False
        if number == 0:
            comment, _, code = text.partition("\n#")
            yield of_the_file(comment + "\n") + "#" + code
        elif TOPIC.match(text):
            topic = TOPIC.match(text)[1]
            yield f"/// @defgroup {group_of(header, topic)} {topic}\n/// @{{\n"
            topic_is_open = True
        elif text.startswith("// ") and topic_is_open:
            yield of_several_functions(text)
            note_is_open = True
        else:
            yield with_siblings(re.sub(r"(?m)^(/// `)", r"///\n\1", text))
        yield "\n"


def with_code(text):
    """Mark the names of Tessera in comments as code. references.py makes them links. Headers get no links: files have no pages."""
    return re.sub(r"(?<=///)(?! @).*", lambda comment: NAME.sub(r"`\g<0>`", HEADER.sub(r"%\g<0>", comment[0])), text)


print(with_code("".join(translated(pathlib.Path(sys.argv[1])))), end="")
