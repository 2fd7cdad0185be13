// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what distplan's subcommands share.
#include "cli/distplan/subcommands.hpp"

#include "cli/common/job_loading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <ranges>

namespace tessera::cli {

Result<Mapping> mapping_in_state(ArrayStates const& array, std::string_view state) {
    auto const spec = state_of(array, state);
    if (!spec) return forward_error(spec);
    return Mapping::make(**spec);
}

Result<Mapping> chosen_mapping(Arguments const& arguments, Job const& job) {
    auto const array = choose_array(job, arguments.text("array-name"));
    if (!array) return forward_error(array);
    return mapping_in_state(**array, arguments.text_or("state", "from"));
}

void note_other_arrays(Tool const& tool, Job const& job) {
    if (job.arrays.size() < 2 || tool.arguments.has("array-name")) return;
    std::vector<std::string> others;
    for (ArrayStates const& each : job.arrays | std::views::drop(1)) others.push_back(each.array.name);
    tool.messages.note(fmt::format("this is {}; --array-name shows {}", job.arrays.front().array.name, fmt::join(others, " or ")));
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
