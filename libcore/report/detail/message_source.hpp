// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages a redistribution report is about, one after the other.
#pragma once

#include "libcore/redist/multi_plan.hpp"

#include <functional>
#include <optional>

namespace tessera::detail {

/// Visits messages until `visit` returns false: of one rank its sends and then its receives from others, else everything by sender
/// and receiver. Cost: the messages visited.
void for_each_message(MultiPlan const& plan, std::optional<Rank> rank, std::function<bool(MultiMessage const&)> const& visit);

} // namespace tessera::detail
