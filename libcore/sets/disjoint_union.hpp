// SPDX-License-Identifier: BSD-3-Clause
// Tessera: union of disjoint sets, if the result has a short description.
#pragma once

#include "libcore/sets/periodic_set.hpp"

#include <optional>

namespace tessera {

/// Returns the union of two sets. Precondition: they have no element in common. The period is the least common multiple if both
/// patterns hold over the whole range of the result. It is the period of one set if that set, continued, includes the other: this
/// rejoins blocks that a clip has cut. Otherwise the result does not repeat. Returns nothing if the result would have more than
/// about `most_runs` runs in a period; this is found out at little cost.
[[nodiscard]] std::optional<PeriodicSet> disjoint_union(PeriodicSet const& a, PeriodicSet const& b, Index most_runs = 1024);

} // namespace tessera
