// SPDX-License-Identifier: BSD-3-Clause
// Tessera: MPI's own broadcast and reduction.
#pragma once

#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>

namespace tessera {

/// `bytes` bytes of `root` on every rank. Collective.
void mpi_broadcast(Comm const& comm, Rank root, std::byte* data, Index bytes);

/// Element i of every rank, combined, as element i of all, 0 <= i < count. Collective.
void mpi_allreduce(Comm const& comm, Combiner const& combiner, std::byte* data, Index count);

} // namespace tessera
