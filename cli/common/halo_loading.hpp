// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the halo that a command line names.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/halo/halo_direction.hpp"
#include "libcore/comm/halo/halo_plan.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Returns --stencil, --periodic and --wide.
[[nodiscard]] std::vector<OptionSpec> halo_options(std::vector<std::string> const& subcommands);

/// Returns --add; not for subcommands that support only one direction.
[[nodiscard]] OptionSpec add_option(std::vector<std::string> subcommands);
[[nodiscard]] HaloDirection load_direction(Arguments const& arguments);

/// Returns the halo of one step. Errors: no --stencil and no shadow; an unknown name or an unusable file; dimensions that do
/// not exist.
[[nodiscard]] Result<HaloPlan> load_halo(Arguments const& arguments, Mapping const& mapping);

/// Returns the number of steps that one exchange serves: --wide, or 1. Error: 0, or unreasonably many.
[[nodiscard]] Result<Index> load_steps(Arguments const& arguments);

} // namespace tessera::cli
