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
         .help = "send, get: the elements, as an npy file; its integers have the array's shape, or are one list, or a row for each "
                 "rank; I.npy,J.npy has an index for each dimension; {} in the name is the rank",
         .group = group,
         .subcommands = subcommands},
        {.name = "pattern",
         .kind = ValueKind::Choice,
         .placeholder = "P",
         .choices = {"permuted", "random", "few"},
         .help = "send, get: which elements are named: each once (permuted, the default), random ones, or few",
         .group = group,
         .subcommands = subcommands},
        {.name = "merge",
         .kind = ValueKind::Choice,
         .placeholder = "M",
         .choices = {"auto", "always", "never"},
         .help = "values for one element go as one: auto|always|never",
         .group = group,
         .subcommands = subcommands},
    };
}

Result<IndexLists> load_indices(Arguments const& arguments, Mapping const& mapping, std::optional<Mask> where) {
    IndexRequest const request{.indices = arguments.text_or("indices", ""), .pattern = arguments.text_or("pattern", "")};
    return index_lists_of(request, mapping, std::move(where), DirectoryReader(""));
}

OptionSpec values_option(std::vector<std::string> const& subcommands) {
    return {.name = "values",
            .kind = ValueKind::File,
            .placeholder = "FILE",
            .help = "what is sent: an npy file of the array's type in the shape of --indices; {} in the name is the rank",
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
