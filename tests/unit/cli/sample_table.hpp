// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a small command with subcommands, for the tests of what is made from tables.
#pragma once

#include "cli/common/command_table.hpp"

namespace tessera::cli {

inline CommandTable sample_table() {
    return {
        .command = {.name = "tiler", .summary = "lay tiles", .description = "Lays tiles.", .examples = {{"tiler cut x", "cuts x"}}},
        .subcommands = {{.name = "cut", .arguments = "FILE", .min_arguments = 1, .max_arguments = 1, .summary = "cut tiles"},
                        {.name = "lay", .arguments = "[FILE]", .max_arguments = 1, .summary = "lay tiles"}},
        .options =
            {{.name = "width", .letter = 'w', .kind = ValueKind::Number, .placeholder = "N", .help = "columns", .group = "Options"},
             {.name = "memory", .kind = ValueKind::Size, .placeholder = "SIZE", .help = "limit", .group = "Options"},
             {.name = "glue",
              .kind = ValueKind::Choice,
              .choices = {"wet", "dry"},
              .help = "which",
              .group = "Options",
              .subcommands = {"lay"}},
             {.name = "name",
              .kind = ValueKind::Text,
              .placeholder = "NAME",
              .help = "names",
              .group = "Options",
              .repeatable = true},
             {.name = "json", .help = "as JSON", .group = "Options"},
             {.name = "quiet", .letter = 'q', .help = "less talk", .group = "Options"}},
    };
}

} // namespace tessera::cli
