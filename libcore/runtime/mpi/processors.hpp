// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how many processors each rank has.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

namespace tessera {

/// Of the processors that a rank may run on, its share: those ranks of its node that may run on the same ones have as many each. At
/// least 1; the fewest that any rank has. Collective.
[[nodiscard]] int processors_of_each(Comm const& comm);

} // namespace tessera
