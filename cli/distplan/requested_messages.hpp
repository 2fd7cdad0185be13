// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages for distplan schedule and draw, as the options select them.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/index.hpp"
#include "libcore/schedule/message_set.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// A set of messages that is delivered in one exchange.
struct RequestedMessages {
    std::string heading; ///< "Transition 1 of 2, state 0 to 1:", "Phase 1 of 2:"; empty if there is only one
    Index from = 0;      ///< number of a state
    Index to = 0;
    MessageSet messages;
};

/// Returns the messages of each transition of the job, or of each phase if --method composes it. With --alltoall and --ranks,
/// returns those of the all-to-all instead. Errors: both a job and --alltoall, or neither; errors of loading and planning the job.
[[nodiscard]] Result<std::vector<RequestedMessages>> requested_messages(Arguments const& arguments);

} // namespace tessera::cli
