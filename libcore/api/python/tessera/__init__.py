# SPDX-License-Identifier: BSD-3-Clause
"""Array distributions on parallel machines: plan a redistribution, see it, and run it.

Planning needs no MPI. `Mover` and `DistributedArray` need mpi4py.

Examples
--------
>>> import tessera as ts
>>> plan = ts.plan("float64 A[1024][1024]", "(block,*)", "(*,block)", ranks=8)
>>> plan.totals.bytes_moved
7340032
>>> plan.peak_bytes
2097152
"""

from ._advice import Advice, Answer, advise
from ._copy import Copied, copy
from ._distributed_array import DistributedArray, empty
from ._errors import Error
from ._mapping import Mapping
from ._mover import Costs, Mover
from ._plan import Plan, Schedule, Totals, job, plan
from ._site import Site
from ._slider import Slider

__all__ = [
    "Advice",
    "Answer",
    "Copied",
    "Costs",
    "DistributedArray",
    "Error",
    "Mapping",
    "Mover",
    "Plan",
    "Schedule",
    "Site",
    "Slider",
    "Totals",
    "advise",
    "copy",
    "empty",
    "job",
    "plan",
]
