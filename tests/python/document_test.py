# SPDX-License-Identifier: BSD-3-Clause
"""Runs what a guide shows: sessions (pycon), programs (python, named in the line above), and commands with what they print (console).

Usage: document_test.py DOCUMENT [MPIRUN]

Without MPIRUN, only sessions are run.
"""
import doctest
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r'^(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)


def run_session(document, text, line, names):
    """Run a session as a doctest, with the names of the sessions before it. Return the number of failures."""
    test = doctest.DocTestParser().get_doctest(text, names, document.name, str(document), line)
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False).failed
    names.update(test.globs)
    return failed


def run_commands(text, mpirun, folder):
    """Run each command, and compare what it prints. Return the number of failures."""
    failures = 0
    for shown in re.split(r'^\$ ', text, flags=re.MULTILINE)[1:]:
        command, _, expected = shown.partition('\n')
        words = command.replace('mpirun', mpirun, 1).replace('python3', sys.executable, 1).split()
        done = subprocess.run(words, cwd=folder, text=True, capture_output=True, check=False)
        if done.stdout != expected or done.returncode:
            print(f'FAILED: {command}\nexpected:\n{expected}found:\n{done.stdout}{done.stderr}')
            failures += 1
    return failures


def main(document, mpirun):
    text = document.read_text(encoding='utf-8')
    names, failures, count = {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for block in BLOCK.finditer(text):
            if block['kind'] != 'pycon' and not mpirun:
                continue
            count += 1
            line = text.count('\n', 0, block.start('text'))
            if block['kind'] == 'pycon':
                failures += run_session(document, block['text'], line, names)
            elif block['kind'] == 'python':
                (pathlib.Path(folder) / block['file']).write_text(block['text'], encoding='utf-8')
            elif block['kind'] == 'console':
                failures += run_commands(block['text'], mpirun, folder)
    print(f'{count} blocks, {failures} failures')
    return 1 if failures or not count else 0


if __name__ == '__main__':
    sys.exit(main(pathlib.Path(sys.argv[1]), os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None))
