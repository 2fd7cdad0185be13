// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the request of a copy that a command line makes.
#include "cli/iocopy/request.hpp"

namespace tessera::cli {

OptionValues option_values_of(Arguments const& arguments) {
    OptionValues given;
    arguments.for_each_given([&](std::string const& option, std::vector<std::string> const& values) {
        if (values.empty()) given.add(option);
        for (std::string const& value : values) given.add(option, value);
    });
    return given;
}

CopyRequest request_of(Arguments const& arguments) {
    return {arguments.positionals().front(), arguments.positionals().back(), option_values_of(arguments)};
}

} // namespace tessera::cli
