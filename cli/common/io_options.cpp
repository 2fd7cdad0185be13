// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the options that describe file access.
#include "cli/common/io_loading.hpp"
#include "cli/common/shared_options.hpp"

#include <utility>

namespace tessera::cli {

std::vector<OptionSpec> io_options(std::vector<std::string> const& subcommands) {
    auto const option = [&](std::string name, ValueKind kind, std::string placeholder, std::string help) {
        return plain_option(std::move(name), kind, std::move(placeholder), std::move(help), subcommands);
    };
    auto const choices = [](OptionSpec spec, std::vector<std::string> all) {
        spec.choices = std::move(all);
        return spec;
    };
    return {
        option("line", ValueKind::Number, "N", "number of the io line in the job, counted from 1"),
        option("write", ValueKind::Flag, "", "the array is written (default: read)"),
        option("section", ValueKind::Text, "RANGES", "section to access, such as 1:9; 1+9*p:9*p+9 depends on the rank p"),
        option("for", ValueKind::Text, "RANKS", "ranks that access the section, such as p=0:15"),
        option("array-name", ValueKind::Text, "NAME", "array of the job (default: the first)"),
        option("state", ValueKind::Text, "S", "state whose mapping is used: from, to or a number"),
        choices(option("access", ValueKind::Choice, "WAY", "method: auto, direct, sieve, two-phase; without it all are compared"),
                {"auto", "direct", "sieve", "two-phase"}),
        choices(option("domains", ValueKind::Choice, "KIND",
                       "two-phase: each aggregator gets an equal part of the file (static), of the accessed bytes (dynamic), or "
                       "small blocks in turn (cyclic)"),
                {"static", "dynamic", "cyclic"}),
        option("aggregators", ValueKind::Number, "N", "two-phase: number of ranks that access the file"),
        option("memory", ValueKind::Size, "SIZE", "buffers of all ranks together (default: 4MiB for each rank)"),
        choices(option("file-order", ValueKind::Choice, "O",
                       "order of the elements in the file: row by row, or column by column (col)"),
                {"row", "col"}),
        option("chunk", ValueKind::Text, "SHAPE", "shape of the file's chunks, such as 64,64"),
    };
}

} // namespace tessera::cli
