// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sets without common elements taken together, where the result is as short to describe.
#pragma once

#include "libcore/sets/periodic_set.hpp"

#include <optional>

namespace tessera {

/// Elements of either. Precondition: they have no element in common. The period is the least common multiple where both patterns
/// hold over the whole range of the result (or one, continued, is the other: blocks cut by a clip find back to their family); else
/// the result does not repeat. Nothing where it would have more than about `most_runs` runs in a period, found out at little cost.
[[nodiscard]] std::optional<PeriodicSet> disjoint_union(PeriodicSet const& a, PeriodicSet const& b, Index most_runs = 1024);

} // namespace tessera
