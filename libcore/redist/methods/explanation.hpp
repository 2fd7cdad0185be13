// SPDX-License-Identifier: BSD-3-Clause
// Tessera: explanation of how a method finds its messages, in words and in the paper's own terms.
#pragma once

#include "libcore/redist/methods/index_formula.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Returns where an index formula sends the local elements of the first coordinates, and from where they receive theirs, in
/// local order, as lines such as "coordinate 0 sends to 0 (2), 1 (2), 0 (2), ...". Runs to the same partner are joined.
/// Precondition: cyclic_change(plan) succeeds.
[[nodiscard]] std::vector<std::string> explain_formula(IndexFormula const& formula, RedistPlan const& plan);

/// Returns the PITFALLS (l, r, s, n, d, p) of each dimension before and after, 0-based, and the number of overlapping pairs of
/// coordinates.
/// Precondition: every factor has PITFALLS.
[[nodiscard]] std::vector<std::string> explain_pitfalls(RedistPlan const& plan);

} // namespace tessera
