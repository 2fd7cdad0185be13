// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a set, largest first.
#pragma once

#include "libcore/schedule/message_set.hpp"

#include <vector>

namespace tessera::detail {

/// Returns the messages, largest first. Equal sizes are ordered by the receiver's number minus the sender's, modulo max(S, R), so
/// that they form whole rounds that use every port.
[[nodiscard]] std::vector<MessageSet::Triple> largest_first(MessageSet const& messages);

} // namespace tessera::detail
