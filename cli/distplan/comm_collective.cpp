// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan comm broadcast and reduce.
#include "cli/common/site_loading.hpp"
#include "cli/common/terminal.hpp"
#include "cli/distplan/comm.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/report/collective_report.hpp"
#include "libcore/report/schedule_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

/// The real ranks of the grid, ascending: the positions of a collective.
std::vector<Rank> members_of(ProcessorGrid const& grid) {
    std::vector<Rank> members;
    for (Index position = 0; position < grid.size(); ++position) members.push_back(grid.rank(position));
    std::ranges::sort(members);
    return members;
}

/// As distcomm does it: a rank's part is broadcast, one element is the result of a reduction.
Result<CollectiveTask> task_of(Tool const& tool, CollectiveKind kind, Mapping const& mapping) {
    auto const members = members_of(mapping.grid());
    CollectiveTask task{.kind = kind, .ranks = static_cast<int>(members.size()), .element_bytes = mapping.array().type.bytes};
    if (kind == CollectiveKind::Reduce) return task;
    Index const root = tool.arguments.number("rank").value_or(mapping.grid().rank(0));
    auto const member = std::ranges::find(members, root);
    if (member == members.end()) return fail(fmt::format("--rank: rank {} holds no part of {}", root, mapping.array().name));
    task.root = static_cast<int>(member - members.begin());
    task.elements = mapping.owned_count(*mapping.grid().position(*member));
    return task;
}

Result<void> show_steps(Tool const& tool, CollectiveTask const& task, std::string const& name, Site site,
                        std::vector<Rank> const& members) {
    auto const found = find_collective(task.kind, name);
    if (!found) return fail(fmt::format("--algorithm: {}", found.error().message));
    if ((*found)->make == nullptr) return fail(fmt::format("--algorithm: the steps of {} are known to nobody but MPI", name));
    auto const schedule = schedule_of(make_collective(**found, task), task.element_bytes, members);
    auto const rated = rate(SitedSchedule{std::move(site), schedule, {}});
    if (!rated) return forward_error(rated);
    if (tool.arguments.has("json"))
        schedule_json(*rated, sink_to(tool.out));
    else
        schedule_text(*rated, terminal_of(tool.out.descriptor()).width, tool.arguments.has("all"), sink_to(tool.out));
    return {};
}

Result<ExitCode> comm_collective(Tool const& tool, CollectiveKind kind) {
    auto const mapping = comm_mapping(tool);
    if (!mapping) return forward_error(mapping);
    auto const task = task_of(tool, kind, *mapping);
    if (!task) return forward_error(task);
    auto site = load_site(tool.arguments, task->ranks);
    if (!site) return forward_error(site);
    if (auto const name = tool.arguments.text("algorithm"); name && *name != "auto") {
        if (auto const shown = show_steps(tool, *task, *name, *std::move(site), members_of(mapping->grid())); !shown)
            return forward_error(shown);
        return ExitCode::Done;
    }
    auto rows = rate_collectives(*task, *site);
    bool const timed = std::ranges::any_of(rows, [](RatedCollective const& row) { return row.cost.has_value(); });
    CollectiveReport const report{*task, site->network(), timed ? site->machine_name() : std::string(), std::move(rows)};
    (tool.arguments.has("json") ? collective_json : collective_text)(report, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace

Result<ExitCode> comm_broadcast(Tool const& tool) {
    return comm_collective(tool, CollectiveKind::Broadcast);
}

Result<ExitCode> comm_reduce(Tool const& tool) {
    return comm_collective(tool, CollectiveKind::Reduce);
}

} // namespace tessera::cli
