// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random message sets.
#pragma once

#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/message_set.hpp"

namespace tessera::oracle {

/// Among 1 to `max_ranks` ranks: all-to-alls, and sets of any density in real ranks with gaps, of senders and receivers that are
/// the same, overlap or are apart; sizes from 1 byte to `max_bytes`, or all the same.
MessageSet random_messages(int max_ranks, Index max_bytes);

/// From exactly the positions 0 .. senders-1 to exactly the `receivers` positions that follow, one message for each pair.
MessageSet bipartite(int senders, int receivers, Index bytes);

/// A mesh of powers of two where the number of positions is one, else any shape of that size.
MeshShape random_mesh(int positions);

} // namespace tessera::oracle
