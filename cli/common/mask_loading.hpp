// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the mask that a command line names.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/context/mask.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// Returns --where.
[[nodiscard]] OptionSpec where_option(std::vector<std::string> const& subcommands);

/// Returns --mask.
[[nodiscard]] OptionSpec mask_option(std::vector<std::string> const& subcommands);

/// Reads --where and --mask. Empty if neither is given. Errors: those of mask_of.
[[nodiscard]] Result<std::optional<Mask>> load_mask(Arguments const& arguments, ArraySpec const& array);

} // namespace tessera::cli
