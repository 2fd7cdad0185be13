// SPDX-License-Identifier: BSD-3-Clause
// Tessera: hops of whole messages in the fewest steps, with one port per rank.
#pragma once

#include "libcore/base/watch.hpp"
#include "libcore/schedule/detail/transfer_table.hpp"
#include "libcore/schedule/message_set.hpp"

#include <vector>

namespace tessera::detail {

/// Returns exactly max_degree steps. The longest messages go into the first steps. Error: the work was stopped.
[[nodiscard]] Result<std::vector<Hop>> coloured_hops(MessageSet const& messages, Watch const& watch);

} // namespace tessera::detail
