// SPDX-License-Identifier: BSD-3-Clause
// Tessera: broadcasts a text with a known number of messages.
#pragma once

#include <mpi.h>
#include <string>

namespace tessera {

/// Returns rank 0's text on every rank. It is sent along a binomial tree, with at most log2 of the number of ranks (rounded up)
/// messages per rank. Adds the messages that this rank sent or received to `messages`. Collective.
[[nodiscard]] std::string tree_broadcast(MPI_Comm comm, std::string text, int& messages);

} // namespace tessera
