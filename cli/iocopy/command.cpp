// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy copies an array from one file layout to another.
#include "cli/iocopy/command.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/common/mpi_tool.hpp"
#include "cli/common/stop_signals.hpp"
#include "cli/iocopy/outcome.hpp"
#include "cli/iocopy/plan_report.hpp"
#include "cli/iocopy/settings.hpp"
#include "libcore/runtime/memory/resident_memory.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <fmt/format.h>
#include <optional>
#include <utility>

namespace tessera::cli {
namespace {

/// Every rank opens the source by itself; where that fails on one, none goes on.
Result<IocopySettings> agreed_settings(Tool const& tool, Comm const& world) {
    std::optional<IocopySettings> settings;
    auto const agreed = together(world, [&]() -> Result<void> {
        auto mine = iocopy_settings(tool.arguments, world.size());
        if (!mine) return forward_error(mine);
        settings = *std::move(mine);
        return {};
    });
    if (!agreed) return forward_error(agreed);
    return *std::move(settings);
}

Result<ExitCode> print_plan(Tool const& tool, Comm const& world, IocopySettings const& settings) {
    CopyTask const task = task_of(world, settings.job());
    auto choice = plan_choice(settings, task);
    if (!choice) return forward_error(choice);
    if (world.rank() != 0) return ExitCode::Done;
    add_forecasts(*choice, settings, task);
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    for (std::string const& note : settings.target->notes()) tool.messages.note(note);
    tool.arguments.has("json") ? plan_json(settings, task, *choice, sink)
                               : plan_text(settings, task, *choice, tool.arguments.has("explain"), sink);
    return ExitCode::Done;
}

void explain(Tool const& tool, Comm const& world, IocopySettings const& settings) {
    if (world.rank() != 0 || !tool.arguments.has("explain")) return;
    CopyTask const task = task_of(world, settings.job());
    auto choice = plan_choice(settings, task);
    if (!choice) return; // the copy says why
    add_forecasts(*choice, settings, task);
    tool.messages.note(reason(settings, *choice));
}

Result<ExitCode> run(Tool const& tool, Comm const& world) {
    ResidentMemory const resident;
    auto settings = agreed_settings(tool, world);
    if (!settings) return forward_error(settings);
    if (world.rank() == 0)
        for (std::string const& note : settings->notes) tool.messages.note(note);
    if (tool.arguments.has("plan")) return print_plan(tool, world, *settings);
    explain(tool, world, *settings);
    settings->options.progress = copy_progress(tool);
    StopSignals const signals;
    settings->options.stop = StopSignals::asked;
    std::optional<MadeDirectory> directory;
    all_or_none(world, [&] {
        if (world.rank() == 0) directory.emplace(settings->to);
    });
    auto const plan = plan_of(world, settings->job());
    if (!plan) return forward_error(plan);
    auto const outcome = copy_array(world, settings->job(), *plan);
    if (!outcome) return forward_error(outcome);
    MemoryUse const memory{resident.growth(world), settings->options.memory + library_allowance * world.size()};
    if (world.rank() == 0) {
        CopyReport const report{source_side(*settings), target_side(*settings), settings->options, *outcome, memory, world.size()};
        tell_copy(tool, report, fmt::format("{} -> {}\n", side_text(report.source), side_text(report.target)));
    }
    return exit_code_of(*outcome);
}

} // namespace

int iocopy(int argc, char** argv) {
    return run_mpi_tool(argc, argv, iocopy_table(), run);
}

} // namespace tessera::cli
