// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan channel: its rows of the table.
#pragma once

#include "cli/common/command_table.hpp"

#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation channel_invocation();
[[nodiscard]] std::vector<OptionSpec> channel_options();

} // namespace tessera::cli
