// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the bodies of distplan's subcommands, and what they share.
#pragma once

#include "cli/common/mapping_loading.hpp"
#include "cli/common/tool.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/schedule/schedule.hpp"

#include <optional>
#include <string_view>

namespace tessera::cli {

[[nodiscard]] Result<ExitCode> distplan_owner(Tool const& tool);
[[nodiscard]] Result<ExitCode> distplan_map(Tool const& tool);
[[nodiscard]] Result<ExitCode> distplan_redist(Tool const& tool);
[[nodiscard]] Result<ExitCode> distplan_schedule(Tool const& tool);
[[nodiscard]] Result<ExitCode> distplan_channel(Tool const& tool);
[[nodiscard]] Result<ExitCode> distplan_comm(Tool const& tool);
[[nodiscard]] Result<ExitCode> distplan_io(Tool const& tool);
[[nodiscard]] Result<ExitCode> distplan_region(Tool const& tool);
[[nodiscard]] Result<ExitCode> distplan_codegen(Tool const& tool);
[[nodiscard]] Result<ExitCode> distplan_program(Tool const& tool);
[[nodiscard]] Result<ExitCode> distplan_advise(Tool const& tool);
[[nodiscard]] Result<ExitCode> distplan_draw(Tool const& tool);
/// draw with --view `name`: messages, schedule, network or cost
[[nodiscard]] Result<ExitCode> distplan_draw_messages(Tool const& tool, std::string_view name);
/// draw with --view shards
[[nodiscard]] Result<ExitCode> distplan_draw_shards(Tool const& tool);
/// draw with --view `name`: template, balance, memory, rhythms or stages
[[nodiscard]] Result<ExitCode> distplan_draw_insight(Tool const& tool, std::string_view name);
/// draw with --animate `path`
[[nodiscard]] Result<ExitCode> distplan_draw_flow(Tool const& tool, std::string const& path);

/// The messages asked for, in the order of --algorithm, on the network asked for. Errors: nothing is sent; see schedule_on.
[[nodiscard]] Result<SitedSchedule> drawn_schedule(Tool const& tool, Watch const& watch);

/// To a new file; "-" is standard output. Error: it exists, and --force is not given.
[[nodiscard]] Result<ExitCode> write_picture(Tool const& tool, std::string const& path, std::string const& picture);

/// --step, counted from 0; nothing: not given, or all. Error: the schedule has no such step.
[[nodiscard]] Result<std::optional<int>> drawn_step(Arguments const& arguments, Schedule const& schedule);

/// --rank, where it is given. Error: no rank number.
[[nodiscard]] Result<std::optional<Rank>> chosen_rank(Arguments const& arguments);

/// Reports written to standard output.
[[nodiscard]] Sink sink_to(Output& out);

} // namespace tessera::cli
