// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the index lists that a command line names.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/index/index_lists.hpp"
#include "libcore/comm/index/wire_order.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// Returns --indices, --pattern and --merge.
[[nodiscard]] std::vector<OptionSpec> index_options(std::vector<std::string> const& subcommands);

/// Loads the index lists. Errors: --indices and --pattern together; a file that cannot be read, is no npy file or holds no
/// integers; the errors of index_lists_of. They are the same on every rank. Not collective.
[[nodiscard]] Result<IndexLists> load_indices(Arguments const& arguments, Mapping const& mapping, std::optional<Mask> where);

/// Returns --values, for sends.
[[nodiscard]] OptionSpec values_option(std::vector<std::string> const& subcommands);

/// Loads the values of --values by their numbers in the lists. Empty if it is not given. Errors: those of index_values_of.
[[nodiscard]] Result<std::vector<std::byte>> load_values(Arguments const& arguments, IndexLists const& lists,
                                                         ArraySpec const& array);

[[nodiscard]] Merge load_merge(Arguments const& arguments);

} // namespace tessera::cli
