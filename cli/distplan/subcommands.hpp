// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the bodies of distplan's subcommands, and their common functions.
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
/// draw with --view `name`: messages, schedule, network or cost.
[[nodiscard]] Result<ExitCode> distplan_draw_messages(Tool const& tool, std::string_view name);
/// draw with --view shards.
[[nodiscard]] Result<ExitCode> distplan_draw_shards(Tool const& tool);
/// draw with --view `name`: template, balance, memory, rhythms or stages.
[[nodiscard]] Result<ExitCode> distplan_draw_insight(Tool const& tool, std::string_view name);
/// draw with --animate `path`.
[[nodiscard]] Result<ExitCode> distplan_draw_flow(Tool const& tool, std::string const& path);

/// Returns the selected messages in the order of --algorithm, on the selected network. Errors: nothing is sent; errors of
/// schedule_on.
[[nodiscard]] Result<SitedSchedule> drawn_schedule(Tool const& tool, Watch const& watch);

/// Writes a picture to a new file; "-" is standard output. Error: the file exists, and --force is not given.
[[nodiscard]] Result<ExitCode> write_picture(Tool const& tool, std::string const& path, std::string const& picture);

/// Returns --step, 0-based; nothing if it is absent or all. Error: the schedule has no such step.
[[nodiscard]] Result<std::optional<int>> drawn_step(Arguments const& arguments, Schedule const& schedule);

/// Returns --rank, if given. Error: it is not a rank number.
[[nodiscard]] Result<std::optional<Rank>> chosen_rank(Arguments const& arguments);

/// Returns a sink that writes a report to the output.
[[nodiscard]] Sink sink_to(Output& out);

} // namespace tessera::cli
