// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan program's part of the table, and what it shares with distplan advise.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "libcore/base/result.hpp"

#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation program_invocation();
[[nodiscard]] std::vector<OptionSpec> program_options();

/// --operation, in seconds; a nanosecond where it is not given. Error: no time.
[[nodiscard]] Result<double> operation_time(Arguments const& arguments);

} // namespace tessera::cli
