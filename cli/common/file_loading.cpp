// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the files that a command line names for arrays.
#include "cli/common/file_loading.hpp"

#include "cli/common/shared_options.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {

std::vector<OptionSpec> file_data_options(std::vector<std::string> const& subcommands) {
    std::string const group = "Options";
    return {{.name = "in",
             .kind = ValueKind::File,
             .placeholder = "FILE",
             .help = "read the arrays from this file, else generate elements",
             .group = group,
             .subcommands = subcommands},
            {.name = "out",
             .kind = ValueKind::File,
             .placeholder = "FILE",
             .help = "write the arrays to this file",
             .group = group,
             .subcommands = subcommands},
            reworded(force_option(subcommands), "overwrite files that exist")};
}

Result<std::optional<FileName>> load_file_name(Arguments const& arguments, std::string_view option,
                                               std::string_view format_version) {
    auto const text = arguments.text(option);
    if (!text) return std::optional<FileName>{};
    auto name = parse_file_name(*text, format_version);
    if (!name) return fail(fmt::format("--{}: {}", option, name.error().message));
    return std::optional(*std::move(name));
}

Result<void> check_output_apart(Communicator const& comm, NamedArrays const& in, NamedArrays const& out) {
    return together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        for (std::string const& from : in.names)
            for (std::string const& to : out.names) {
                FileName const source = place_of(in.file, from, in.names.size() > 1);
                if (auto apart = check_apart(source, place_of(out.file, to, out.names.size() > 1)); !apart) return apart;
            }
        return {};
    });
}

} // namespace tessera::cli
