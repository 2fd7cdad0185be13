// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what distplan's subcommands share.
#include "cli/distplan/subcommands.hpp"

#include "cli/common/job_loading.hpp"

#include <fmt/format.h>
#include <limits>

namespace tessera::cli {

Result<Mapping> mapping_in_state(ArrayStates const& array, std::string_view state) {
    auto const spec = state_of(array, state);
    if (!spec) return tl::unexpected(spec.error());
    return Mapping::make(**spec);
}

Result<Mapping> chosen_mapping(Arguments const& arguments, Job const& job) {
    auto const array = choose_array(job, arguments.text("array-name"));
    if (!array) return tl::unexpected(array.error());
    return mapping_in_state(**array, arguments.text_or("state", "from"));
}

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
