// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan codegen's part of the table.
#pragma once

#include "cli/common/command_table.hpp"

#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation codegen_invocation();
[[nodiscard]] std::vector<OptionSpec> codegen_options();

} // namespace tessera::cli
