// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the shift that a command line names.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/shift/grid_shift.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Returns --by, --edge and --where-target.
[[nodiscard]] std::vector<OptionSpec> shift_options(std::vector<std::string> const& subcommands);

/// Loads the shift. Errors: no --by, or one that is not a whole number per dimension; the errors of GridShift.
[[nodiscard]] Result<GridShift> load_shift(Arguments const& arguments, Mapping const& mapping);

} // namespace tessera::cli
