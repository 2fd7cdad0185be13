# SPDX-License-Identifier: BSD-3-Clause
"""Ends with movers that nobody closed. Usage: open_movers.py [finalize]: MPI ends before Python does."""
import atexit
import os
import sys

from mpi4py import MPI


@atexit.register  # before the package registers its own function, so this one runs after it
def check_closed():
    try:
        movers[0].run()
    except ts.Error as error:
        if 'closed' in error.message:
            return
    print('the movers are still open when Python ends', file=sys.stderr, flush=True)
    os._exit(1)


import tessera as ts  # noqa: E402

mappings = [ts.Mapping('float64 A[100]', text, MPI.COMM_WORLD.size) for text in ('(block)', '(cyclic)')]
movers = [ts.Mover(None, *mappings, *(each.allocate(MPI.COMM_WORLD.rank) for each in mappings)) for _ in range(3)]
for mover in movers:
    mover.run()
movers[0].itself = movers  # a cycle, which only the collector of garbage ends
if 'finalize' in sys.argv:
    MPI.Finalize()
