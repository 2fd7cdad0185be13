// SPDX-License-Identifier: BSD-3-Clause
// Tessera: collectives on a distributed array: their ranks and their vector lengths.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/mapping/mapping.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Returns the ranks of a grid in ascending order. A rank's index in this list is its position in the collective.
[[nodiscard]] std::vector<Rank> collective_members(ProcessorGrid const& grid);

/// Returns the task that sends one rank's part to all ranks of the grid. Default: the rank of the grid's first position sends.
/// Error: the root holds no part of the array.
[[nodiscard]] Result<CollectiveTask> broadcast_task(Mapping const& mapping, std::optional<Index> root);

/// Returns the task in which each rank of the grid contributes the one element that it computed from its part.
[[nodiscard]] CollectiveTask reduction_task(Mapping const& mapping);

} // namespace tessera
