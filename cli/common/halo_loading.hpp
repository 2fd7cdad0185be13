// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the halo that a command line names.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/comm/halo/halo_way.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// --stencil, --periodic, --wide.
[[nodiscard]] std::vector<OptionSpec> halo_options(std::vector<std::string> const& subcommands);

/// --add; not of subcommands that know one way only.
[[nodiscard]] OptionSpec add_option(std::vector<std::string> subcommands);
[[nodiscard]] HaloWay load_way(Arguments const& arguments);

/// The halo of one step. Errors: no --stencil and no shadow; a name or file that means nothing; dimensions that are not there.
[[nodiscard]] Result<HaloPlan> load_halo(Arguments const& arguments, Mapping const& mapping);

/// How many steps one exchange shall serve: --wide, else 1. Error: none, or too many to be meant.
[[nodiscard]] Result<Index> load_steps(Arguments const& arguments);

} // namespace tessera::cli
