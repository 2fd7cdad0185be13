// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the files that a command line names for arrays.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "libcore/base/result.hpp"
#include "libcore/files/store/file_name.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// Returns --in, --out and --force, in one row.
[[nodiscard]] std::vector<OptionSpec> file_data_options(std::vector<std::string> const& subcommands = {});

/// Returns the file that an option names, or nothing if it is not given. `format_version`: the format version of a file to be made;
/// empty: the name decides. Error: no format accepts the file name.
[[nodiscard]] Result<std::optional<FileName>> load_file_name(Arguments const& arguments, std::string_view option,
                                                             std::string_view format_version = {});

/// Arrays by name in a file, or in several files if the format has one array per file.
struct NamedArrays {
    FileName file;
    std::vector<std::string> names;
};

/// Checks that no output is one of the inputs, because writing it would destroy the input and the rest of its file.
/// Collective; every rank passes the same arguments.
[[nodiscard]] Result<void> check_output_apart(Communicator const& comm, NamedArrays const& in, NamedArrays const& out);

} // namespace tessera::cli
