// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the processors that each rank may use.
#pragma once

#include "libcore/runtime/mpi/communicator.hpp"

#include <sched.h>

namespace tessera {

/// Returns the processors that this thread may run on. Empty if the system does not tell because it has more than cpu_set_t
/// can hold.
[[nodiscard]] cpu_set_t allowed_processors();

/// Returns the processors that any rank may run on. Collective, over ranks on one node.
[[nodiscard]] cpu_set_t processors_of_any(Communicator const& node);

/// Returns the number of processors per rank, at least 1. Ranks on a node that may run on the same processors share them
/// equally. The result is the minimum over all ranks. Collective.
[[nodiscard]] int processors_of_each(Communicator const& comm);

} // namespace tessera
