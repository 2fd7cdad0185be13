// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command table entries of distplan codegen.
#pragma once

#include "cli/common/command_table.hpp"

#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation codegen_invocation();
[[nodiscard]] std::vector<OptionSpec> codegen_options();

} // namespace tessera::cli
