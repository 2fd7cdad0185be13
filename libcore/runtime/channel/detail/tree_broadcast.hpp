// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a text from rank 0 to all, by messages that can be counted.
#pragma once

#include <mpi.h>
#include <string>

namespace tessera {

/// Rank 0's text on every rank, along a binomial tree: no rank handles more than log2 of the ranks (rounded up) messages. Adds
/// those that this rank sent or received to `messages`. Collective.
[[nodiscard]] std::string tree_broadcast(MPI_Comm comm, std::string text, int& messages);

} // namespace tessera
