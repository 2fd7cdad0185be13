// SPDX-License-Identifier: BSD-3-Clause
// Tessera: common functions of distplan's subcommands.
#include "cli/distplan/subcommands.hpp"

#include <fmt/format.h>
#include <limits>

namespace tessera::cli {

Result<std::optional<Rank>> chosen_rank(Arguments const& arguments) {
    auto const number = arguments.number("rank");
    if (!number) return std::optional<Rank>{};
    if (*number > std::numeric_limits<Rank>::max()) return fail(fmt::format("--rank: {} is no rank number", *number));
    return std::optional(static_cast<Rank>(*number));
}

Sink sink_to(Output& out) {
    return [&out](std::string_view text) { out.write(text); };
}

} // namespace tessera::cli
