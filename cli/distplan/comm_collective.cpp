// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan comm broadcast and reduce.
#include "cli/common/site_loading.hpp"
#include "cli/common/terminal.hpp"
#include "cli/distplan/comm.hpp"
#include "cli/distplan/subcommands.hpp"
#include "cli/distplan/trace_files.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/collectives/array_collective.hpp"
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/report/messages/collective_report.hpp"
#include "libcore/report/messages/schedule_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

/// Returns the same task as distcomm: a broadcast sends a rank's part; a reduction gives one element.
Result<CollectiveTask> task_of(Tool const& tool, CollectiveKind kind, Mapping const& mapping) {
    if (kind == CollectiveKind::Reduce) return reduction_task(mapping);
    auto task = broadcast_task(mapping, tool.arguments.number("rank"));
    if (!task) return fail(fmt::format("--rank: {}", task.error().message));
    return task;
}

Result<ExitCode> show_steps(Tool const& tool, CollectiveTask const& task, std::string const& name, Site site,
                            std::vector<Rank> const& members) {
    auto const found = find_collective(task.kind, name);
    if (!found) return fail(fmt::format("--algorithm: {}", found.error().message));
    if ((*found)->make == nullptr)
        return fail(
            fmt::format("--algorithm: {} is inside the MPI library, so its steps are not known; name another algorithm", name));
    auto const schedule = schedule_of(make_collective(**found, task), task.element_bytes, members);
    auto const rated = TRY(rate(SitedSchedule{std::move(site), schedule, {}}));
    if (tool.arguments.has("svg")) return draw_on_network(tool, rated);
    TRY(export_comm_traces(tool, rated));
    if (tool.arguments.has("json"))
        schedule_json(rated, sink_to(tool.out));
    else
        schedule_text(rated, terminal_of(tool.out.descriptor()).width, tool.arguments.has("all"), sink_to(tool.out));
    return ExitCode::Done;
}

Result<ExitCode> comm_collective(Tool const& tool, CollectiveKind kind) {
    auto const mapping = TRY(comm_mapping(tool));
    auto const task = TRY(task_of(tool, kind, mapping));
    auto site = TRY(load_site(tool.arguments, task.ranks));
    if (auto const name = tool.arguments.text("algorithm"); name && *name != "auto")
        return show_steps(tool, task, *name, std::move(site), collective_members(mapping.grid()));
    std::string const example = kind == CollectiveKind::Reduce ? "loglocex" : "logfan";
    if (tool.arguments.has("svg")) return fail("--svg draws the steps of one algorithm; name it, such as --algorithm " + example);
    if (char const* const trace = requested_trace(tool.arguments))
        return fail(fmt::format("--{} writes the steps of one algorithm; name it, such as --algorithm {}", trace, example));
    auto rows = rate_collectives(task, site);
    bool const timed = std::ranges::any_of(rows, [](RatedCollective const& row) { return row.cost.has_value(); });
    CollectiveReport report{task, site.network(), timed ? site.machine_name() : std::string(), std::move(rows)};
    if (site.machine) report.choice = choose_collective(task, site.machine.get());
    (tool.arguments.has("json") ? collective_json : collective_text)(report, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace

Result<ExitCode> comm_broadcast(Tool const& tool) {
    return comm_collective(tool, CollectiveKind::Broadcast);
}

Result<ExitCode> comm_reduce(Tool const& tool) {
    if (tool.arguments.has("axis")) return comm_reduce_axis(tool);
    return comm_collective(tool, CollectiveKind::Reduce);
}

} // namespace tessera::cli
