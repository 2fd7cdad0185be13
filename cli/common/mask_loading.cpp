// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the mask that a command line names.
#include "cli/common/mask_loading.hpp"

#include "libcore/pipeline/mask_request.hpp"

namespace tessera::cli {

OptionSpec where_option(std::vector<std::string> const& subcommands) {
    return {.name = "where",
            .kind = ValueKind::Text,
            .placeholder = "CONDITION",
            .help = "only elements that meet the condition, such as 'i > 1 and j % 2 == 0'",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec mask_option(std::vector<std::string> const& subcommands) {
    return {.name = "mask",
            .kind = ValueKind::File,
            .placeholder = "FILE",
            .help = "npy file in the array's shape; only elements where it is true or not 0 take part, if they also meet --where",
            .group = "Options",
            .subcommands = subcommands};
}

Result<std::optional<Mask>> load_mask(Arguments const& arguments, ArraySpec const& array) {
    return mask_of({.where = arguments.text("where"), .file = arguments.text("mask")}, array, DirectoryReader(""));
}

} // namespace tessera::cli
