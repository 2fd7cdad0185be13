// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command table entries of distplan channel.
#pragma once

#include "cli/common/command_table.hpp"

#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation channel_invocation();
[[nodiscard]] std::vector<OptionSpec> channel_options();

} // namespace tessera::cli
