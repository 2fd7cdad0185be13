// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the bodies of distbench's subcommands.
#pragma once

#include "cli/common/tool.hpp"

namespace tessera::cli {

/// `distbench table [NAME]`
[[nodiscard]] Result<ExitCode> distbench_print_table(Tool const& tool);

} // namespace tessera::cli
