// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command table entries of distplan advise.
#pragma once

#include "cli/common/command_table.hpp"

#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation advise_invocation();
[[nodiscard]] std::vector<OptionSpec> advise_options();

} // namespace tessera::cli
