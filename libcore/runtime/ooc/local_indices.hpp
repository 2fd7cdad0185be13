// SPDX-License-Identifier: BSD-3-Clause
// Tessera: between the indices of a rank's local array and those of the global array, along one dimension.
#pragma once

#include "libcore/sets/periodic_set.hpp"

namespace tessera {

/// The global indices of local ones, which may lie in an overlap area where `owned` is an interval. Cost: O(1) for intervals on
/// either side, else the runs of `local`.
[[nodiscard]] PeriodicSet global_indices(PeriodicSet const& owned, PeriodicSet const& local);

/// The local indices of global ones, which are owned or, where `owned` is an interval, near it. Cost: O(1) where `owned` is an
/// interval, else the runs of `global`.
[[nodiscard]] PeriodicSet local_indices(PeriodicSet const& owned, PeriodicSet const& global);

} // namespace tessera
