// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the index lists that a command line names.
#include "cli/common/index_loading.hpp"

#include "libcore/pipeline/index_request.hpp"

#include <utility>

namespace tessera::cli {

std::vector<OptionSpec> index_options(std::vector<std::string> const& subcommands) {
    std::string const group = "Options";
    return {
        {.name = "indices",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "send, get: npy file that names the elements by integers; it has the array's shape, or one list, or one row for "
                 "each rank; I.npy,J.npy give one index for each dimension; {} in the name stands for the rank",
         .group = group,
         .subcommands = subcommands},
        {.name = "pattern",
         .kind = ValueKind::Choice,
         .placeholder = "P",
         .choices = {"permuted", "random", "few"},
         .help = "send, get: generate the indices; permuted (the default) names each element once, random draws them, few draws "
                 "from a few elements",
         .group = group,
         .subcommands = subcommands},
        {.name = "merge",
         .kind = ValueKind::Choice,
         .placeholder = "M",
         .choices = {"auto", "always", "never"},
         .help = "combine values for the same element before they are sent: auto, always or never",
         .group = group,
         .subcommands = subcommands},
    };
}

Result<IndexLists> load_indices(Arguments const& arguments, Mapping const& mapping, std::optional<Mask> where) {
    IndexRequest const request{.indices = arguments.text_or("indices", ""), .pattern = arguments.text_or("pattern", "")};
    return index_lists_of(request, mapping, std::move(where), DirectoryReader(""));
}

OptionSpec values_option(std::vector<std::string> const& subcommands) {
    return {
        .name = "values",
        .kind = ValueKind::File,
        .placeholder = "FILE",
        .help =
            "npy file of the values to send, of the array's type and in the shape of --indices; {} in the name stands for the rank",
        .group = "Options",
        .subcommands = subcommands};
}

Result<std::vector<std::byte>> load_values(Arguments const& arguments, IndexLists const& lists, ArraySpec const& array) {
    auto const name = arguments.text("values");
    if (!name) return std::vector<std::byte>();
    return index_values_of("--values", *name, lists, array, DirectoryReader(""));
}

Merge load_merge(Arguments const& arguments) {
    std::string const name = arguments.text_or("merge", "auto");
    return name == "always" ? Merge::Always : name == "never" ? Merge::Never : Merge::Auto;
}

} // namespace tessera::cli
