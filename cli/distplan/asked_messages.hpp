// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages that distplan schedule and draw are asked about.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/index.hpp"
#include "libcore/schedule/message_set.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// What is to be delivered at once.
struct AskedMessages {
    std::string heading; ///< "Transition 1 of 2, state 0 to 1:", "Phase 1 of 2:"; empty where there is only one
    Index from = 0;      ///< state
    Index to = 0;
    MessageSet messages;
};

/// The messages of each transition of the job, of each phase where --method composes it, or the all-to-all of --alltoall and
/// --ranks. Errors: both or neither of them, whatever loading and planning the job find.
[[nodiscard]] Result<std::vector<AskedMessages>> asked_messages(Arguments const& arguments);

} // namespace tessera::cli
