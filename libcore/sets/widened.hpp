// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an index set extended by the neighbours of its elements.
#pragma once

#include "libcore/sets/periodic_set.hpp"

namespace tessera {

/// Returns { x + o : x in set, -low <= o <= high }. Memory that stores the widened set in ascending order keeps the neighbours of
/// each element adjacent to it. Preconditions: low, high >= 0; the bounds stay within those of PeriodicSet. Cost: the runs of one
/// period.
[[nodiscard]] PeriodicSet widened(PeriodicSet const& set, Index low, Index high);

} // namespace tessera
