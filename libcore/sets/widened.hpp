// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an index set with the neighbours of its elements.
#pragma once

#include "libcore/sets/periodic_set.hpp"

namespace tessera {

/// { x + o : x in set, -low <= o <= high }. Every index of the set has its neighbours beside it, so that in memory that stores the
/// widened set in ascending order, neighbours are neighbours.
/// low, high >= 0; the bounds stay within those of PeriodicSet. Cost: the runs of one period.
[[nodiscard]] PeriodicSet widened(PeriodicSet const& set, Index low, Index high);

} // namespace tessera
