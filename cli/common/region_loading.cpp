// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the region that a command line names.
#include "cli/common/region_loading.hpp"

#include "cli/common/mapping_loading.hpp"
#include "libcore/base/units.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

Result<RegionStatement const*> chosen_statement_of(Tool const& tool, Job const& job) {
    auto const count = std::ssize(job.regions);
    if (count == 0)
        return fail(
            fmt::format("{} has no region; add a line such as !dist$ region read must A(i,j) for(m: 1<=i<=m, 1<=j<=m), or a "
                        "loop nest around a print, read or assignment",
                        job.name));
    auto const line = tool.arguments.number("line");
    if (line && (*line < 1 || *line > count))
        return fail(fmt::format("--line {}: {} has {}", *line, job.name, counted(count, "region")));
    if (!line && count > 1) tool.messages.note(fmt::format("this is the first of {} regions; --line 2 shows the next", count));
    return &job.regions[as_size(line.value_or(1) - 1)];
}

} // namespace

Result<ChosenRegion> choose_region(Tool const& tool, Job const& job) {
    auto const statement = chosen_statement_of(tool, job);
    if (!statement) return forward_error(statement);
    ArrayStates const& array = *job.find((*statement)->array);
    std::string const natural = (*statement)->action == RegionAction::Read ? "from" : "to";
    std::string const own = (*statement)->state.empty() ? natural : (*statement)->state;
    auto mapping = mapping_in_state(array, tool.arguments.text_or("state", own));
    if (!mapping) return forward_error(mapping);
    auto region = Region::make(**statement, array.array);
    if (!region) return forward_error(region);
    return ChosenRegion{*std::move(region), *std::move(mapping)};
}

Result<LoadedRegion> load_region(Tool const& tool, Job const& job) {
    auto chosen = choose_region(tool, job);
    if (!chosen) return forward_error(chosen);
    auto named = parse_region_values(tool.arguments.text_or("set", ""));
    if (!named) return forward_error(named);
    auto values = chosen->region.bound(*named);
    if (!values) return forward_error(values);
    return LoadedRegion{std::move(chosen->region), std::move(chosen->mapping), *std::move(named), *std::move(values)};
}

} // namespace tessera::cli
