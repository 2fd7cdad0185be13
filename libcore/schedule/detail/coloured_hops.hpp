// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages sent whole, in the fewest steps one port per rank allows.
#pragma once

#include "libcore/base/watch.hpp"
#include "libcore/schedule/detail/transfer_table.hpp"
#include "libcore/schedule/message_set.hpp"

#include <vector>

namespace tessera::detail {

/// Exactly max_degree steps; long messages meet in the first of them. Error: the work was stopped.
[[nodiscard]] Result<std::vector<Hop>> coloured_hops(MessageSet const& messages, Watch const& watch);

} // namespace tessera::detail
