// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the region that a command line names.
#include "cli/common/region_loading.hpp"

#include "libcore/base/try.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {

Result<ChosenRegion> choose_region(Tool const& tool, Job const& job) {
    auto const line = tool.arguments.number("line");
    if (!line && job.regions.size() > 1)
        tool.messages.note(fmt::format("this is the first of {} regions; --line 2 shows the next", job.regions.size()));
    return chosen_region(job, {.line = line.value_or(1), .state = tool.arguments.text_or("state", "")});
}

Result<LoadedRegion> load_region(Tool const& tool, Job const& job) {
    auto chosen = TRY(choose_region(tool, job));
    auto named = TRY(parse_region_values(tool.arguments.text_or("set", "")));
    auto values = TRY(chosen.region.bound(named));
    return LoadedRegion{std::move(chosen.region), std::move(chosen.mapping), std::move(named), std::move(values)};
}

} // namespace tessera::cli
