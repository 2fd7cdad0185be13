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
        option("line", ValueKind::Number, "N", "the N-th io line of the job, from 1"),
        option("write", ValueKind::Flag, "", "the array is written, not read"),
        option("section", ValueKind::Text, "RANGES",
               "the part that is accessed, e.g. 1:9; where it depends on the rank: 1+9*p:9*p+9"),
        option("for", ValueKind::Text, "RANKS", "each rank p of these wants the section: p=0:15"),
        option("array-name", ValueKind::Text, "NAME", "which array of the job; the first by default"),
        option("state", ValueKind::Text, "S", "the state of the job that says who owns what"),
        choices(option("access", ValueKind::Choice, "WAY", "only this method: auto, direct, sieve or two-phase"),
                {"auto", "direct", "sieve", "two-phase"}),
        choices(option("domains", ValueKind::Choice, "KIND",
                       "two-phase: equal parts of the file (static), of what is wanted "
                       "(dynamic), or small blocks in turn (cyclic)"),
                {"static", "dynamic", "cyclic"}),
        option("aggregators", ValueKind::Number, "N", "two-phase: how many ranks access the file"),
        option("memory", ValueKind::Size, "SIZE", "what the buffers of all ranks together may take (4MiB each)"),
        choices(option("file-order", ValueKind::Choice, "O", "how elements lie in the file: row by row, or column by column (col)"),
                {"row", "col"}),
        option("chunk", ValueKind::Text, "SHAPE", "the file is divided into chunks of this shape, e.g. 64,64"),
    };
}

} // namespace tessera::cli
