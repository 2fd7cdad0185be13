# SPDX-License-Identifier: BSD-3-Clause
"""Runs the examples of all docstrings. Usage: doctests.py [mpi]: with mpi, those that need mpi4py; else all others."""
import doctest
import importlib
import pkgutil
import sys

import tessera

NEED_MPI = {'_copy', '_mover', '_distributed_array'}
chosen = {module.name for module in pkgutil.iter_modules(tessera.__path__)}
chosen = chosen & NEED_MPI if 'mpi' in sys.argv else (chosen - NEED_MPI) | {''}
attempted = failed = 0
for name in sorted(chosen):
    result = doctest.testmod(importlib.import_module(f'tessera.{name}' if name else 'tessera'))
    attempted += result.attempted
    failed += result.failed
print(f'{attempted} examples, {failed} failures')
sys.exit(1 if failed or not attempted else 0)
