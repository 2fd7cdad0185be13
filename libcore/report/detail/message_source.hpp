// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iteration over the messages of a redistribution report.
#pragma once

#include "libcore/redist/multi_plan.hpp"

#include <functional>
#include <optional>

namespace tessera::detail {

/// Visits messages until `visit` returns false. With `rank`: its sends, then its receives from others; otherwise all messages by
/// sender and receiver. Cost: the messages visited.
void for_each_message(MultiPlan const& plan, std::optional<Rank> rank, std::function<bool(MultiMessage const&)> const& visit);

} // namespace tessera::detail
