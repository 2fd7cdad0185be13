#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: writes the reference of Fortran, in Markdown, from the modules: constants, types with their procedures, and arguments.
# Usage: fortran_reference.py MODULES... > fortran.md
import pathlib
import re
import sys

COMMENT = r"((?:^ *!> [^\n]*\n)*)"
CONSTANTS = re.compile(r"^  integer, parameter, public :: (?:.*&\n)*.*\n", re.M)
TYPE = re.compile(COMMENT + r"^  type(?:, bind\(C\))? :: (tessera_\w+)\n(.*?)^  end type$", re.M | re.S)
BOUND = re.compile(r"^    procedure :: (\w+) => (\w+)(?: !< (.*))?$", re.M)
PROCEDURE = r"^  (?:subroutine|function) {}\(((?:[^)]*&\n)*[^)]*)\)(?: result\((\w+)\))?\n((?:    .*::.*\n)*)"


def sentence(text):
    """Return a comment as a sentence."""
    text = re.sub(r"^ *!> ?", "", text, flags=re.M).strip()
    text = re.sub(r"(?<!`)\btessera_\w+", r"`\g<0>`", text)
    return text and text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def block(text):
    return f"```fortran\n{text.strip()}\n```\n"


def declarations(lines, names):
    """Return the declarations of the named arguments. The first name of a line decides; local variables have lines of their own."""
    for line in lines.splitlines():
        if re.match(r"(\w+)", line.split("::")[1].strip())[1] in names:
            yield line.strip()


def entry(module, name, shown, comment):
    """Describe a procedure: its call, its comment, and its arguments as the module declares them."""
    arguments, result, lines = re.search(PROCEDURE.format(name), module, re.M).groups()
    code = re.sub(r"!<.*", "", lines)
    names = [each for each in re.split(r"[\s,&]+", arguments) if each != "self"]
    given = ", ".join(f"[{each}]" if re.search(rf"optional :: .*\b{each}\b", code) else each for each in names)
    call = f"{result} = {shown}({given})" if result else f"call {shown}({given})"
    declared = "\n".join(declarations(lines, names + [result]))
    body = "\n".join(each for each in (comment, declared and block(declared)) if each)
    return f"````{{fortran}} {call}\n{body}\n````\n"


def chapter(path):
    module = path.read_text()
    head, _, rest = module.partition("\nmodule ")
    about = re.sub(r"^! ?", "", head, flags=re.M).split("\n", 1)[1].removeprefix("Tessera: ")
    yield f"## Module `{path.stem}`\n\n{about[0].upper()}{about[1:]}\n"
    if constants := CONSTANTS.findall(rest):
        yield block("".join(re.sub(r"^  ", "", each, flags=re.M) for each in constants))
    for comment, name, body in TYPE.findall(rest):
        yield f"### `type({name})`\n\n{sentence(comment)}\n"
        if "contains" not in body:
            yield block(re.sub(r"^    ", "", body, flags=re.M))
        variable = name.removeprefix("tessera_")
        for shown, procedure, words in BOUND.findall(body):
            yield entry(module, procedure, f"{variable}%{shown}", sentence(words))
    exported = re.search(r"^  public :: (.*)$", rest, re.M)[1].split(", ")
    for comment, name in re.findall(COMMENT + r"^  (?:subroutine|function) (\w+)\(", rest, re.M):
        if name in exported:
            yield f"### `{name}`\n\n" + entry(module, name, name, sentence(comment))


print("# Reference of Fortran\n\nThe guide is [library.md](../library.md). Arguments in brackets are optional.\n")
for each in sys.argv[1:]:
    print("\n".join(chapter(pathlib.Path(each))))
