// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how fast the link between two nodes is when all their ranks want it at once.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

#include <optional>
#include <span>

namespace tessera {

/// Thakur's beta_sat, in seconds per byte of all messages together: nodes exchange in pairs, every rank of one with a rank of the
/// other, and the time of two lengths of messages tells what each further byte on the link costs. Links beyond the node's own are
/// not told apart. `nodes`: the node of each rank, numbered from 0, as node_numbers() gives them.
/// Nothing where all ranks run on one node: it has no such link. Collective; takes about `seconds`.
[[nodiscard]] std::optional<double> measure_link(Comm const& comm, std::span<int const> nodes, double seconds);

} // namespace tessera
