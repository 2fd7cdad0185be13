// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages a schedule is made for.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/schedule/message_set.hpp"

namespace tessera::cli {

/// What is to be delivered: the messages of the job, or the all-to-all of --alltoall and --ranks. Errors: both or neither of them,
/// whatever loading and planning the job find.
[[nodiscard]] Result<MessageSet> exchanged_messages(Arguments const& arguments);

} // namespace tessera::cli
