// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the collective that works on a distributed array: who takes part, and with how much.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/mapping/mapping.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// The ranks of a grid in ascending order. The place of a rank in it is its position in the collective.
[[nodiscard]] std::vector<Rank> collective_members(ProcessorGrid const& grid);

/// The part of one rank is sent to all ranks of the grid. Nothing: the rank of the grid's first position sends.
/// Error: the root holds no part of the array.
[[nodiscard]] Result<CollectiveTask> broadcast_task(Mapping const& mapping, std::optional<Index> root);

/// Each rank of the grid brings the one element that it has made of its part.
[[nodiscard]] CollectiveTask reduction_task(Mapping const& mapping);

} // namespace tessera
