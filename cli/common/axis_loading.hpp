// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the dimensions, and the indices in them, that a command line names.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// --axis of several dimensions and --index.
[[nodiscard]] std::vector<OptionSpec> axes_options(std::vector<std::string> const& subcommands);

/// Reads the dimensions of --axis, from 0. Without --axis the first dimension is taken. Errors: no such dimension, or one twice.
[[nodiscard]] Result<std::vector<int>> load_axes(Arguments const& arguments, Mapping const& mapping);
/// The same where there may be only one. Error: there are several.
[[nodiscard]] Result<int> load_axis(Arguments const& arguments, Mapping const& mapping);

/// Reads an index for each of these dimensions from --index, from 0. Without --index the first indices are taken. Errors: not as
/// many indices as dimensions; a dimension does not have its index.
[[nodiscard]] Result<Extents> load_axis_indices(Arguments const& arguments, Mapping const& mapping, std::vector<int> const& dims);

} // namespace tessera::cli
