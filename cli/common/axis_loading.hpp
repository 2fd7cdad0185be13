// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the dimensions and indices that a command line names.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Returns --axis (for several dimensions) and --index.
[[nodiscard]] std::vector<OptionSpec> axes_options(std::vector<std::string> const& subcommands);

/// Reads the dimensions of --axis, counted from 0. The default is the first dimension. Errors: no such dimension, or one
/// twice.
[[nodiscard]] Result<std::vector<int>> load_axes(Arguments const& arguments, Mapping const& mapping);
/// Reads --axis where only one dimension is allowed. Further error: there are several.
[[nodiscard]] Result<int> load_axis(Arguments const& arguments, Mapping const& mapping);

/// Reads from --index one index per dimension, counted from 0. The default is the first index of each. Errors: the numbers of
/// indices and dimensions differ; an index is outside its dimension.
[[nodiscard]] Result<Extents> load_axis_indices(Arguments const& arguments, Mapping const& mapping, std::vector<int> const& dims);

} // namespace tessera::cli
