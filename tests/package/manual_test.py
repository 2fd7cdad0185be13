# SPDX-License-Identifier: BSD-3-Clause
"""Tessera: makes the manual and checks its pages.

Each guide has a page, and the search finds it. The references have an entry for each function of C, class of C++, name of Python and
procedure of Fortran. Each link leads to a page and an anchor that exist. No page loads anything from a network.
Exit code 77: the tools are not here (share/bin/setup manual).
Usage: manual_test.py PROJECT-ROOT SCRATCH-FOLDER
"""

import functools
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse

API = pathlib.Path("libcore/api")


class Page(html.parser.HTMLParser):
    """The anchors of a page, what it links to, and what a browser loads with it."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if "src" in given:
            self.loaded.append(given["src"])
        if tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(given["href"])
        elif tag in ("a", "link", "form"):
            self.links += [given[name] for name in ("href", "action") if given.get(name)]


@functools.lru_cache(maxsize=None)
def page(path):
    return Page(path)


def loads_elsewhere(address):
    return re.match(r"(\w+:)?//|/|(?!data:)\w+:", address)


def faults_of_link(source, link):
    target = urllib.parse.urlsplit(link)
    if target.scheme:
        return
    path = (source.parent / urllib.parse.unquote(target.path)).resolve() if target.path else source
    anchor = urllib.parse.unquote(target.fragment)
    if not path.is_file():
        yield f"{source.name}: {link} leads nowhere"
    elif anchor and path.suffix == ".html" and anchor not in page(path).anchors:
        yield f"{source.name}: {link} names no anchor of {path.name}"


def faults_of_loaded(source, address):
    if loads_elsewhere(address):
        yield f"{source.name} loads {address}, which is outside of the manual"
    elif not address.startswith("data:"):
        yield from faults_of_link(source, address)


def faults_of_pages(folder):
    for path in sorted(folder.rglob("*.html")):
        for link in page(path).links:
            yield from faults_of_link(path, link)
        for address in page(path).loaded:
            yield from faults_of_loaded(path, address)
    for path in sorted(folder.rglob("*.css")):
        for address in re.findall(r"""url\(\s*["']?([^"')]*)""", re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)):
            yield from faults_of_loaded(path, address)


def faults_of_guides(root, folder):
    index = json.loads(re.fullmatch(r"Search\.setIndex\((.*)\)", (folder / "searchindex.js").read_text(), re.S)[1])
    for guide in [root / "README.md", *sorted((root / "share/doc").glob("*.md"))]:
        if not (folder / f"{guide.stem}.html").is_file():
            yield f"{guide.stem} has no page"
            continue
        number = index["docnames"].index(guide.stem)
        title = re.search(r"^# (.*)$", guide.read_text(), re.M)[1].replace("`", "")
        if number not in [found for found, _ in index["alltitles"].get(title, [])]:
            yield f"the search does not find the title of {guide.stem}: {title}"
        words = [word for word, found in index["terms"].items() if found == number or (isinstance(found, list) and number in found)]
        if len(words) < 50:
            yield f"the search knows only {len(words)} words of {guide.stem}"


def faults_of_references(root, folder):
    def missing(reference, names, anchor):
        anchors = page(folder / "reference" / f"{reference}.html").anchors
        return [f"{name} has no entry in the reference of {reference}" for name in names if anchor(name) not in anchors]

    for header in ("tessera.h", "tessera_mpi.h", "tessera_io.h"):
        text = re.sub(r"//.*", "", (root / API / "c" / header).read_text())
        functions = re.findall(r"^TESSERA_API [\w* ]+?(\w+)\(", text, re.M)
        types = re.findall(r"^(?:typedef )?(?:struct|enum) (tessera_\w+)", text, re.M)
        assert len(functions) == len(re.findall(r"^TESSERA_API ", text, re.M)), header
        yield from missing("c", functions + types, lambda name: f"c.{name}")
    for header in sorted((root / API / "cpp/tessera").glob("*.hpp")):
        types = re.findall(r"^(?:class|struct) (\w+)", header.read_text(), re.M)
        yield from missing("cpp", types, lambda name: f"_CPPv4N7tessera{len(name)}{name}E")
    exported = re.findall(r'^    "(\w+)",$', (root / API / "python/tessera/__init__.py").read_text(), re.M)
    yield from missing("python", exported, lambda name: f"tessera.{name}")
    bound = sum(len(re.findall(r"^    procedure :: ", path.read_text(), re.M)) for path in (root / API / "fortran").glob("*.f90"))
    shown = len({anchor for anchor in page(folder / "reference/fortran.html").anchors if anchor.startswith("fortran-")})
    if shown < bound:
        yield f"only {shown} of {bound} procedures have an entry in the reference of Fortran"


def check_the_checks(folder):
    """A page with one fault of each kind has as many complaints."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "faults.html").write_text(
        '<h1 id="here">Faults</h1><a href="#here">right</a><a href="#there">1</a><a href="absent.html">2</a>'
        '<script src="https://example.org/a.js"></script><img src="/absolute.png">'
    )
    (folder / "faults.css").write_text("@import url(//example.org/a.css); a { background: url(data:image/png;base64,) }")
    complaints = list(faults_of_pages(folder))
    assert len(complaints) == 5, complaints


root, scratch = (pathlib.Path(each).resolve() for each in sys.argv[1:])
program = root / "share/bin/manual"
if subprocess.run([program, "--check"]).returncode != 0:
    sys.exit(77)
check_the_checks(scratch / "faults")
if subprocess.run([program, scratch / "pages"]).returncode != 0:
    sys.exit("share/bin/manual fails; see above")
faults = [*faults_of_guides(root, scratch / "pages"), *faults_of_references(root, scratch / "pages"), *faults_of_pages(scratch / "pages")]
for fault in faults:
    print(fault, file=sys.stderr)
print(f"{len(list((scratch / 'pages').rglob('*.html')))} pages, {len(faults)} faults")
sys.exit(1 if faults else 0)
