// SPDX-License-Identifier: BSD-3-Clause
// Tessera: message sets whose schedules are given by formulas.
#pragma once

#include "libcore/schedule/message_set.hpp"

namespace tessera::detail {

/// Returns whether every rank sends the same positive number of bytes to every other rank.
[[nodiscard]] inline bool is_regular(MessageSet const& messages) {
    return messages.is_all_to_all() && messages.messages() > 0;
}

} // namespace tessera::detail
