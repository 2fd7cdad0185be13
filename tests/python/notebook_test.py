# SPDX-License-Identifier: BSD-3-Clause
"""Runs a notebook, and compares what its cells print with what it holds. Usage: notebook_test.py NOTEBOOK

nbconvert runs it where it is installed, and exports the result as HTML. Elsewhere the cells are run one by one.
"""
import ast
import contextlib
import importlib.util
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def plain_outputs(cell):
    """Return the text that a cell of a notebook shows."""
    parts = [output.get('text') or output.get('data', {}).get('text/plain', []) for output in cell['outputs']]
    return ''.join(''.join(part) for part in parts).rstrip('\n')


def run_by_nbconvert(path):
    with tempfile.TemporaryDirectory() as folder:
        executed = pathlib.Path(folder) / 'executed.ipynb'
        convert = [sys.executable, '-m', 'nbconvert', '--log-level', 'ERROR', '--output-dir', folder]
        subprocess.run([*convert, '--to', 'notebook', '--execute', '--output', executed.name, path], check=True)
        subprocess.run([*convert, '--to', 'html', executed], check=True)
        page = executed.with_suffix('.html').read_text(encoding='utf-8')
        pictures = re.findall(r'<svg [^>]*width=.*?</svg>', page, re.DOTALL)
        assert pictures and all('<rect' in picture for picture in pictures), 'the exported page has lost pictures'
        assert 'type="range"' in page, 'the exported page has no slider'
        notebook = json.loads(executed.read_text(encoding='utf-8'))
    return [plain_outputs(cell) for cell in notebook['cells'] if cell['cell_type'] == 'code']


def run_cells(cells):
    names, results = {}, []
    for cell in cells:
        code = ast.parse(''.join(cell['source']))
        last = code.body.pop() if code.body and isinstance(code.body[-1], ast.Expr) else None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, 'cell', 'exec'), names)
            value = None if last is None else eval(compile(ast.Expression(last.value), 'cell', 'eval'), names)
        results.append((printed.getvalue() + ('' if value is None else repr(value))).rstrip('\n'))
    return results


def main(path):
    cells = [cell for cell in json.loads(path.read_text(encoding='utf-8'))['cells'] if cell['cell_type'] == 'code']
    with_nbconvert = importlib.util.find_spec('nbconvert') and importlib.util.find_spec('ipykernel')
    found = [run_cells(cells)] + ([run_by_nbconvert(path)] if with_nbconvert else [])
    failures = 0
    for outputs in found:
        for cell, output in zip(cells, outputs, strict=True):
            if output != plain_outputs(cell):
                failures += 1
                print(f"cell:\n{''.join(cell['source'])}\nexpected:\n{plain_outputs(cell)}\nfound:\n{output}\n")
    print(f"{len(cells)} cells, {'with' if with_nbconvert else 'without'} nbconvert, {failures} failures")
    return 1 if failures or not cells else 0


if __name__ == '__main__':
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
