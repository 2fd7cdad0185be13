// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command table entries of distplan region.
#pragma once

#include "cli/common/command_table.hpp"

#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation region_invocation();
[[nodiscard]] std::vector<OptionSpec> region_options();

} // namespace tessera::cli
