// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how many processors each rank has.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

#include <sched.h>

namespace tessera {

/// Those that this thread may run on. None where the system does not say: it has more than there is room for.
[[nodiscard]] cpu_set_t allowed_processors();

/// Those that any rank may run on. Collective, over ranks of one node.
[[nodiscard]] cpu_set_t processors_of_any(Comm const& node);

/// Of the processors that a rank may run on, its share: those ranks of its node that may run on the same ones have as many each. At
/// least 1; the fewest that any rank has. Collective.
[[nodiscard]] int processors_of_each(Comm const& comm);

} // namespace tessera
