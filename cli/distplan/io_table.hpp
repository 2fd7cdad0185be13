// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command table entries of distplan io.
#pragma once

#include "cli/common/command_table.hpp"

#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation io_invocation();
/// Returns the options of distplan io: those of io_options() and those of its outputs.
[[nodiscard]] std::vector<OptionSpec> io_plan_options();

} // namespace tessera::cli
