// SPDX-License-Identifier: BSD-3-Clause
// Tessera: message sets whose schedules are known by formula.
#pragma once

#include "libcore/schedule/message_set.hpp"

namespace tessera::detail {

/// Do all ranks send something to all, as many bytes each?
[[nodiscard]] inline bool is_regular(MessageSet const& messages) {
    return messages.is_all_to_all() && messages.messages() > 0;
}

} // namespace tessera::detail
