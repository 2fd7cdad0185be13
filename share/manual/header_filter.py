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


def opened(header, paragraph):
    """Open a group at a topic, or at a comment that stands alone: it holds for all functions up to the next one."""
    if topic := TOPIC.match(paragraph):
        return f"/// @defgroup {group_of(header, topic[1])} {topic[1]}\n/// @{{\n"
    text = re.sub(r"(?m)^// ?", "", paragraph).replace("\n", " ").strip()
    title = text.partition(". ")[0].rstrip(".")
    return f"/// @defgroup {group_of(header, title)} {title}\n/// {text}\n/// @{{\n"


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
    group_is_open = False
    for number, paragraph in enumerate(re.split(r"\n(?=\n)", header.read_text())):
        text = paragraph.lstrip("\n") + "\n"
        opens = TOPIC.match(text) or (group_is_open and text.startswith("// "))
        if group_is_open and (opens or text.startswith("#ifdef __cplusplus")):
            yield "/// @}\n\n"
            group_is_open = False
        if number == 0:
            comment, _, code = text.partition("\n#")
            yield of_the_file(comment + "\n") + "#" + code
        elif opens:
            yield opened(header, text)
            group_is_open = True
        else:
            yield with_siblings(re.sub(r"(?m)^(/// `)", r"///\n\1", text))
        yield "\n"


def with_code(text):
    """Mark the names of Tessera in comments as code. references.py makes them links. Headers get no links: files have no pages."""
    return re.sub(r"(?<=///)(?! @).*", lambda comment: NAME.sub(r"`\g<0>`", HEADER.sub(r"%\g<0>", comment[0])), text)


print(with_code("".join(translated(pathlib.Path(sys.argv[1])))), end="")
