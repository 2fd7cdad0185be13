// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a set, the longest first.
#pragma once

#include "libcore/schedule/message_set.hpp"

#include <vector>

namespace tessera::detail {

/// Largest first; among equals by the receiver's number minus the sender's, modulo max(S, R), so that equal messages come in whole
/// rounds that keep every port busy.
[[nodiscard]] std::vector<MessageSet::Triple> largest_first(MessageSet const& messages);

} // namespace tessera::detail
