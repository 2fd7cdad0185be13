// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command table entries of distplan io.
#pragma once

#include "cli/common/command_table.hpp"

#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation io_invocation();
/// Returns the options for the accessed data and the access method.
[[nodiscard]] std::vector<OptionSpec> io_options();

} // namespace tessera::cli
