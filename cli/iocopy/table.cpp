// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the user of iocopy can type.
#include "cli/common/shared_options.hpp"
#include "cli/iocopy/command.hpp"

namespace tessera::cli {

CommandTable iocopy_table() {
    CommandTable table{.command = {.name = "iocopy",
                                   .arguments = "SOURCE TARGET",
                                   .min_arguments = 2,
                                   .max_arguments = 2,
                                   .summary = "copies an array from one file layout to another, under mpirun"},
                       .subcommands = {},
                       .options = {}};
    table.options.push_back(
        {.name = "chunk", .kind = ValueKind::Text, .placeholder = "N,M,..", .help = "extents of a chunk", .group = "Options"});
    table.options.push_back(
        {.name = "memory", .kind = ValueKind::Size, .help = "for the buffers of all ranks", .group = "Options"});
    table.options.push_back({.name = "access",
                             .kind = ValueKind::Choice,
                             .choices = {"auto", "direct", "sieve", "two-phase"},
                             .help = "how",
                             .group = "Options"});
    table.options.push_back({.name = "verify", .help = "read again", .group = "Options"});
    table.options.push_back({.name = "resume", .help = "go on", .group = "Options"});
    table.options.push_back(json_option());
    table.options.push_back(force_option());
    table.options.push_back(progress_option());
    table.options.push_back(quiet_option());
    return table;
}

} // namespace tessera::cli
