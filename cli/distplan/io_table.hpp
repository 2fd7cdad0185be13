// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan io's part of the table: its description and options.
#pragma once

#include "cli/common/command_table.hpp"

#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation io_invocation();
/// What is accessed, and how.
[[nodiscard]] std::vector<OptionSpec> io_options();

} // namespace tessera::cli
