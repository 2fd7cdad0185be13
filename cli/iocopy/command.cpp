// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy copies an array from one file layout to another.
#include "cli/iocopy/command.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/common/mpi_tool.hpp"
#include "cli/common/stop_signals.hpp"
#include "cli/iocopy/agreed.hpp"
#include "cli/iocopy/file_report.hpp"
#include "cli/iocopy/file_settings.hpp"
#include "cli/iocopy/lot.hpp"
#include "cli/iocopy/outcome.hpp"
#include "cli/iocopy/pass_report.hpp"
#include "cli/iocopy/plan_report.hpp"
#include "cli/iocopy/repair.hpp"
#include "cli/iocopy/settings.hpp"
#include "cli/iocopy/standard_streams.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/runtime/memory/resident_memory.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/processors.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

bool asks_for_plan(Tool const& tool) {
    return tool.arguments.has("plan") || tool.arguments.has("dry-run");
}

/// As many as each rank has processors, unless the user says how many. Collective.
void choose_threads(Tool const& tool, Comm const& world, CopyOptions& options) {
    if (!tool.arguments.has("threads")) options.threads = processors_of_each(world);
}

/// Behind what may refuse the copy, which is then one line.
void tell_notes(Tool const& tool, Comm const& world, std::vector<std::string> const& notes) {
    if (world.rank() != 0) return;
    for (std::string const& note : notes) tool.messages.note(note);
}

Result<ExitCode> print_plan(Tool const& tool, Comm const& world, IocopySettings const& settings) {
    CopyJob const job = settings.job();
    auto const passes = passes_of(world, {&job, 1});
    if (!passes) return forward_error(passes);
    auto choice = plan_choice(world, job, passes->front());
    if (!choice) return forward_error(choice);
    tell_notes(tool, world, settings.notes);
    if (world.rank() != 0) return ExitCode::Done;
    CopyTask const task = task_for(world, job, choice->chosen.ranks);
    choice->passes = pass_ways(job, task, choice->too_much ? nullptr : &choice->chosen, passes->front());
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    for (std::string const& note : settings.target->notes()) tool.messages.note(note);
    tell_losses(tool, settings.to, settings.target->losses());
    tool.arguments.has("json") ? plan_json(settings, task, *choice, sink)
                               : plan_text(settings, task, *choice, tool.arguments.has("explain"), sink);
    return ExitCode::Done;
}

/// Why its chunks and its parts are what they are.
void explain(Tool const& tool, Comm const& world, IocopySettings const& settings, CopyJob const& job, CopyPasses const& passes) {
    if (world.rank() != 0 || !tool.arguments.has("explain")) return;
    std::string const array = settings.of_many ? settings.from.dataset + ": " : "";
    if (!settings.chunk_reason.empty()) tool.messages.note(fmt::format("{}chunks {}", array, settings.chunk_reason));
    auto const choice = plan_choice(world, job, passes);
    if (choice) tool.messages.note(array + reason(settings, *choice)); // nothing where an interrupted copy goes on with fewer ranks
}

Result<ExitCode> print_file_plan(Tool const& tool, Comm const& world, FileSettings const& settings) {
    auto const jobs = settings.jobs();
    auto const passes = passes_of(world, jobs);
    if (!passes) return forward_error(passes);
    tell_notes(tool, world, settings.notes);
    if (world.rank() != 0) return ExitCode::Done;
    tell_losses(tool, settings.to, settings.target->losses());
    std::vector<CopyForecast> forecasts;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        forecasts.push_back(forecast_of_all(jobs[i], task_for(world, jobs[i], (*passes)[i].last.ranks), (*passes)[i]));
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    tool.arguments.has("json") ? file_plan_json(settings, *passes, forecasts, sink)
                               : file_plan_text(settings, *passes, forecasts, sink);
    return ExitCode::Done;
}

void tell_file_copy(Tool const& tool, FileSettings const& settings, FileCopyOutcome const& outcome, MemoryUse const& memory) {
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    if (outcome.stopped) return tool.messages.error(stopped_text(outcome, settings.to.path));
    if (tool.arguments.has("json"))
        file_copy_json(settings, outcome, memory, sink);
    else if (!outcome.wrong && !tool.messages.quiet())
        file_copy_text(settings, outcome, memory, sink);
    if (outcome.wrong) return tool.messages.error(*outcome.wrong);
    tell_damage(tool, settings.from.path, settings.to.path, outcome.damage);
}

/// Of a whole file.
Result<ExitCode> run_file(Tool const& tool, Comm const& world) {
    ResidentMemory const resident;
    auto settings = agreed<FileSettings>(world, [&] { return file_settings(tool.arguments, world.size()); });
    if (!settings) return forward_error(settings);
    choose_threads(tool, world, settings->options);
    if (asks_for_plan(tool)) return print_file_plan(tool, world, *settings);
    settings->options.progress = copy_progress(tool);
    StopSignals const signals;
    settings->options.stop = StopSignals::asked;
    auto const jobs = settings->jobs();
    auto const passes = passes_of(world, jobs);
    if (!passes) return forward_error(passes);
    tell_notes(tool, world, settings->notes);
    for (std::size_t i = 0; i < jobs.size(); ++i) explain(tool, world, settings->arrays[i], jobs[i], (*passes)[i]);
    auto const outcome = copy_arrays(world, jobs, *passes);
    if (!outcome) return forward_error(outcome);
    MemoryUse const memory{resident.growth(world), settings->options.memory + library_allowance * world.size()};
    if (world.rank() == 0) tell_file_copy(tool, *settings, *outcome, memory);
    if (world.rank() == 0 && !outcome->stopped && !outcome->unreadable) tell_losses(tool, settings->to, settings->target->losses());
    return exit_code_of(*outcome);
}

/// Of one array.
Result<ExitCode> run_array(Tool const& tool, Comm const& world) {
    ResidentMemory const resident;
    auto settings = agreed<IocopySettings>(world, [&] { return iocopy_settings(tool.arguments, world.size()); });
    if (!settings) return forward_error(settings);
    choose_threads(tool, world, settings->options);
    if (asks_for_plan(tool)) return print_plan(tool, world, *settings);
    settings->options.progress = copy_progress(tool);
    StopSignals const signals;
    settings->options.stop = StopSignals::asked;
    std::optional<MadeDirectory> directory;
    all_or_none(world, [&] {
        if (world.rank() == 0) directory.emplace(settings->to);
    });
    CopyJob const job = settings->job();
    auto const passes = passes_of(world, {&job, 1});
    if (!passes) return forward_error(passes);
    tell_notes(tool, world, settings->notes);
    explain(tool, world, *settings, job, passes->front());
    auto const copied = copy_arrays(world, {&job, 1}, *passes);
    if (!copied) return forward_error(copied);
    std::optional const outcome = of_one_array(*copied);
    if (world.rank() == 0 && !outcome->stopped && !outcome->unreadable) tell_losses(tool, settings->to, settings->target->losses());
    MemoryUse const memory{resident.growth(world), settings->options.memory + library_allowance * world.size()};
    if (world.rank() == 0) {
        CopyReport const report{source_side(*settings), target_side(*settings),     settings->options, *outcome, memory,
                                world.size(),           settings->target->losses(), settings->notes};
        tell_copy(tool, report, fmt::format("{} -> {}\n", side_text(report.source), side_text(report.target)));
    }
    return exit_code_of(*outcome);
}

/// Error: the launcher started several tasks, and MPI knows nothing of the others: each would write the target by itself.
Result<void> check_not_alone(Comm const& world) {
    for (char const* const variable : {"SLURM_STEP_NUM_TASKS", "PMI_SIZE", "OMPI_COMM_WORLD_SIZE"}) {
        char const* const text = std::getenv(variable);
        auto const tasks = text != nullptr ? parse_number(text) : fail("");
        if (tasks && *tasks > 1 && world.size() == 1)
            return fail(
                fmt::format("{} says that {} tasks were started, but MPI has 1 rank: the launcher and this MPI do not know each "
                            "other; srun --mpi=pmix or this MPI's own mpirun does",
                            variable, *tasks));
    }
    return {};
}

/// Of one source.
Result<ExitCode> run_one(Tool const& tool, Comm const& world) {
    if (tool.arguments.has("repair")) return run_repair(tool, world);
    auto const whole = agreed<bool>(world, [&] { return means_whole_file(tool.arguments); });
    if (!whole) return forward_error(whole);
    return *whole ? run_file(tool, world) : run_array(tool, world);
}

Result<ExitCode> run(Tool const& tool, Comm const& world) {
    if (auto const together_started = check_not_alone(world); !together_started) return forward_error(together_started);
    if (means_stream(tool.arguments)) return copy_stream(tool, world, [&](Tool const& each) { return run_one(each, world); });
    auto const several = agreed<bool>(world, [&] { return Result<bool>(means_lot(tool.arguments)); });
    if (!several) return forward_error(several);
    if (!*several) return run_one(tool, world);
    auto const lot = agreed<Lot>(world, [&] { return lot_of(tool.arguments); });
    if (!lot) return forward_error(lot);
    return copy_lot(tool, world, *lot, [&](Tool const& each) { return run_one(each, world); });
}

} // namespace

int iocopy(int argc, char** argv) {
    return run_mpi_tool(argc, argv, iocopy_table(), run);
}

} // namespace tessera::cli
