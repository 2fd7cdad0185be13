// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command iocopy, which copies arrays between files under MPI.
#include "cli/iocopy/command.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/common/mpi_tool.hpp"
#include "cli/common/stop_signals.hpp"
#include "cli/iocopy/batch_copy.hpp"
#include "cli/iocopy/file_report.hpp"
#include "cli/iocopy/outcome.hpp"
#include "cli/iocopy/pass_report.hpp"
#include "cli/iocopy/plan_report.hpp"
#include "cli/iocopy/repair.hpp"
#include "cli/iocopy/request.hpp"
#include "cli/iocopy/standard_streams.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/copy/array_copy_settings.hpp"
#include "libcore/files/copy/file_copy_settings.hpp"
#include "libcore/files/copy/file_work.hpp"
#include "libcore/files/copy/finished_target.hpp"
#include "libcore/files/copy/made_directory.hpp"
#include "libcore/files/copy/object_copy.hpp"
#include "libcore/files/copy/preserve.hpp"
#include "libcore/files/copy/working_ranks.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/runtime/memory/resident_memory.hpp"
#include "libcore/runtime/mpi/agreed.hpp"

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

/// Prints notes on rank 0. Call this after all checks, so that a refusal prints one line.
void tell_notes(Tool const& tool, Communicator const& world, std::vector<std::string> const& notes) {
    if (world.rank() != 0) return;
    for (std::string const& note : notes) tool.messages.note(note);
}

/// Prints a note if some ranks are idle.
void report_idle_ranks(Tool const& tool, WorkingRanks const& ranks) {
    if (auto const note = ranks.note(); note && ranks.comm().rank() == 0) tool.messages.note(*note);
}

Result<ExitCode> print_plan(Tool const& tool, WorkingRanks const& ranks, ArrayCopySettings const& settings) {
    Communicator const& comm = ranks.comm();
    CopyJob const job = settings.job();
    auto const passes = TRY(passes_of(comm, {&job, 1}));
    auto choice = TRY(plan_choice(comm, job, passes.front()));
    tell_notes(tool, comm, settings.notes);
    report_idle_ranks(tool, ranks);
    if (comm.rank() != 0) return ExitCode::Done;
    CopyTask const task = task_for(comm, job, choice.chosen.ranks);
    choice.passes = pass_forecasts(job, task, choice.too_much ? nullptr : &choice.chosen, passes.front());
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    for (std::string const& note : settings.target->notes()) tool.messages.note(note);
    report_losses(tool, settings.to, settings.target->losses());
    tool.arguments.has("json") ? plan_json(settings, task, choice, sink)
                               : plan_text(settings, task, choice, tool.arguments.has("explain"), sink);
    return ExitCode::Done;
}

/// Sets the callbacks for progress and stop requests.
void install_callbacks(CopyOptions& options, Tool const& tool, FileWork const& work, WorkingRanks& ranks) {
    if (work.shows_progress) options.progress = copy_progress(tool);
    options.stop = [&ranks] { return ranks.stop_requested(); };
}

/// With --explain, prints the reasons for the chunks, the access and the parts.
void explain(Tool const& tool, WorkingRanks const& ranks, ArrayCopySettings const& settings, CopyJob const& job,
             CopyPasses const& passes) {
    if (ranks.comm().rank() != 0 || !tool.arguments.has("explain")) return;
    std::string const array = settings.of_many ? settings.from.dataset + ": " : "";
    if (!settings.chunk_reason.empty()) tool.messages.note(fmt::format("{}chunks {}", array, settings.chunk_reason));
    auto const choice = plan_choice(ranks.comm(), job, passes);
    if (choice) tool.messages.note(array + reason(settings, *choice)); // no choice if a resumed copy uses fewer ranks
}

Result<ExitCode> print_file_plan(Tool const& tool, WorkingRanks const& ranks, FileCopySettings const& settings) {
    Communicator const& comm = ranks.comm();
    auto const jobs = settings.jobs();
    auto const passes = TRY(passes_of(comm, jobs));
    tell_notes(tool, comm, settings.notes);
    report_idle_ranks(tool, ranks);
    if (comm.rank() != 0) return ExitCode::Done;
    report_losses(tool, settings.to, settings.target->losses());
    std::vector<CopyForecast> forecasts;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        forecasts.push_back(forecast_of_all(jobs[i], task_for(comm, jobs[i], passes[i].last.ranks), passes[i]));
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    tool.arguments.has("json") ? file_plan_json(settings, passes, forecasts, sink)
                               : file_plan_text(settings, passes, forecasts, sink);
    return ExitCode::Done;
}

void report_file_copy(Tool const& tool, FileCopySettings const& settings, FileCopyOutcome const& outcome, MemoryUse const& memory) {
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    if (outcome.stopped) return tool.messages.error(stopped_text(outcome, settings.to.path));
    if (tool.arguments.has("json"))
        file_copy_json(settings, outcome, memory, sink);
    else if (!outcome.wrong && !tool.messages.quiet())
        file_copy_text(settings, outcome, memory, sink);
    if (outcome.wrong) return tool.messages.error(*outcome.wrong);
    report_damage(tool, settings.from.path, settings.to.path, outcome.damage);
}

void choose_threads(CopyOptions& options, FileWork const& work, WorkingRanks const& ranks) {
    if (work.threads > 0)
        options.threads = work.threads;
    else
        ranks.choose_threads(options);
}

/// Copies a whole file with these ranks.
Result<ExitCode> copy_file(Tool const& tool, FileWork const& work, WorkingRanks& ranks, FileCopySettings& settings,
                           ResidentMemory const& resident) {
    choose_threads(settings.options, work, ranks);
    if (asks_for_plan(tool)) return print_file_plan(tool, ranks, settings);
    install_callbacks(settings.options, tool, work, ranks);
    auto const jobs = settings.jobs();
    auto const passes = TRY(passes_of(ranks.comm(), jobs));
    tell_notes(tool, ranks.comm(), settings.notes);
    for (std::size_t i = 0; i < jobs.size(); ++i) explain(tool, ranks, settings.arrays[i], jobs[i], passes[i]);
    auto const outcome = TRY(copy_arrays(ranks.comm(), jobs, passes));
    MemoryUse const memory = ranks.memory(resident, settings.options);
    if (ranks.comm().rank() == 0) {
        report_file_copy(tool, settings, outcome, memory);
        if (!outcome.stopped && !outcome.unreadable) report_losses(tool, settings.to, settings.target->losses());
    }
    ExitCode const code = with_losses(exit_code_of(outcome), settings.to, settings.target->losses());
    work.take(outcome.draft, settings.target);
    return code;
}

/// With --preserve, sets the target's owner, mode and times after it was published.
Result<ExitCode> with_preserved(Tool const& tool, FileWork const& work, FileName const& from, FileName const& to,
                                Result<ExitCode> const& code) {
    bool const is_made = code && (*code == ExitCode::Done || *code == ExitCode::Incomplete);
    if (!is_made || asks_for_plan(tool) || !tool.arguments.has("preserve") || work.comm.rank() != 0) return code;
    if (!work.publishes() && work.finished->draft)
        work.finished->after_publishing = [from, to] { return preserve(from, to); };
    else
        tell_notes(tool, work.comm, preserve(from, to));
    return code;
}

/// Runs `work` on the ranks that copy. All ranks return its exit code.
Result<ExitCode> run_on(WorkingRanks& ranks, ResidentMemory const& resident, std::function<Result<ExitCode>()> const& work) {
    auto const code = TRY(ranks.run(resident, [&]() -> Result<int> { return static_cast<int>(TRY(work())); }));
    return static_cast<ExitCode>(code);
}

/// Copies a file without arrays to be copied in parts, or prints what that would copy.
Result<ExitCode> run_objects(Tool const& tool, Communicator const& world, FileCopySettings const& settings) {
    bool const first = world.rank() == 0;
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    bool const json = tool.arguments.has("json");
    if (asks_for_plan(tool)) {
        if (first) json ? file_plan_json(settings, {}, {}, sink) : file_plan_text(settings, {}, {}, sink);
        return ExitCode::Done;
    }
    ResidentMemory const resident;
    auto const outcome = TRY(copy_objects(world, settings));
    MemoryUse const memory{resident.growth(world), settings.options.memory + library_allowance * world.size()};
    if (first) report_file_copy(tool, settings, outcome, memory);
    if (first && !outcome.wrong) report_losses(tool, settings.to, settings.target->losses());
    return with_losses(exit_code_of(outcome), settings.to, settings.target->losses());
}

/// Tells that an earlier run has made the target.
ExitCode report_finished(Tool const& tool, Communicator const& world, FileName const& from, FileName const& to) {
    if (world.rank() != 0) return ExitCode::Done;
    tell_notes(tool, world, {finished_text(from, to)});
    if (tool.arguments.has("json"))
        not_copied_json(from.path, to.path, "its target is there", [&](auto text) { tool.out.write(text); });
    return ExitCode::Done;
}

Result<ExitCode> run_file(Tool const& tool, FileWork const& work, CopyRequest const& request, WholeSource const& source) {
    Communicator const& world = work.comm;
    ResidentMemory const resident;
    auto settings =
        TRY(agreed<FileCopySettings>(world, [&] { return file_copy_settings(request, source, world.size(), !work.publishes()); }));
    work.limit(settings.options);
    TRY(check_preserve(request.options, settings.to));
    auto const preserved = [&](Result<ExitCode> const& code) {
        return with_preserved(tool, work, settings.from, settings.to, code);
    };
    if (settings.arrays.empty()) return preserved(run_objects(tool, world, settings));
    if (!asks_for_plan(tool) && TRY(is_finished(world, settings.arrays)))
        return report_finished(tool, world, settings.from, settings.to);
    std::optional<StopSignals> signals;
    if (!asks_for_plan(tool)) signals.emplace();
    WorkingRanks ranks(request.options, world, settings.jobs(), StopSignals::asked);
    return preserved(run_on(ranks, resident, [&] { return copy_file(tool, work, ranks, settings, resident); }));
}

/// Copies one array with these ranks.
Result<ExitCode> copy_one_array(Tool const& tool, FileWork const& work, WorkingRanks& ranks, ArrayCopySettings& settings,
                                ResidentMemory const& resident) {
    choose_threads(settings.options, work, ranks);
    if (asks_for_plan(tool)) return print_plan(tool, ranks, settings);
    install_callbacks(settings.options, tool, work, ranks);
    CopyJob const job = settings.job();
    auto const passes = TRY(passes_of(ranks.comm(), {&job, 1}));
    tell_notes(tool, ranks.comm(), settings.notes);
    explain(tool, ranks, settings, job, passes.front());
    auto const copied = TRY(copy_arrays(ranks.comm(), {&job, 1}, passes));
    MemoryUse const memory = ranks.memory(resident, settings.options);
    if (ranks.comm().rank() == 0) {
        CopyOutcome const outcome = of_one_array(copied);
        if (!outcome.stopped && !outcome.unreadable) report_losses(tool, settings.to, settings.target->losses());
        CopySideText source = source_side(settings);
        bool const told = !tool.messages.quiet() || tool.arguments.has("json");
        if (told && !outcome.stopped && !outcome.wrong && outcome.damage.empty()) source.unstored = unstored_of(settings);
        CopyReport const report{std::move(source),   target_side(settings), settings.options,          outcome,       memory,
                                ranks.comm().size(), ranks.started(),       settings.target->losses(), settings.notes};
        report_copy(tool, report, fmt::format("{} -> {}\n", side_text(report.source), side_text(report.target)));
    }
    ExitCode const code = with_losses(exit_code_of(copied), settings.to, settings.target->losses());
    work.take(copied.draft, settings.target);
    return code;
}

Result<ExitCode> run_array(Tool const& tool, FileWork const& work, CopyRequest const& request) {
    Communicator const& world = work.comm;
    ResidentMemory const resident;
    auto settings =
        TRY(agreed<ArrayCopySettings>(world, [&] { return array_copy_settings(request, world.size(), !work.publishes()); }));
    work.limit(settings.options);
    TRY(check_preserve(request.options, settings.to));
    if (!asks_for_plan(tool) && TRY(is_finished(world, {&settings, 1})))
        return report_finished(tool, world, settings.from, settings.to);
    std::optional<StopSignals> signals;
    if (!asks_for_plan(tool)) signals.emplace();
    auto const directory = asks_for_plan(tool) ? std::nullopt : made_directory(world, settings.to);
    CopyJob const job = settings.job();
    WorkingRanks ranks(request.options, world, {&job, 1}, StopSignals::asked);
    auto const code = run_on(ranks, resident, [&] { return copy_one_array(tool, work, ranks, settings, resident); });
    return with_preserved(tool, work, settings.from, settings.to, code);
}

/// Copies or repairs one source.
Result<ExitCode> run_one(Tool const& tool, FileWork const& work) {
    if (tool.arguments.has("repair")) return run_repair(tool, work.comm);
    using Whole = std::optional<WholeSource>;
    CopyRequest const request = request_of(tool.arguments);
    auto const whole = TRY(agreed<Whole>(work.comm, [&] { return whole_source(request); }));
    return whole ? run_file(tool, work, request, *whole) : run_array(tool, work, request);
}

Result<ExitCode> run(Tool const& tool, Communicator const& world) {
    if (is_standard_stream(tool.arguments))
        return copy_stream(tool, world, [&](Tool const& each) { return run_one(each, {world}); });
    auto const& names = tool.arguments.positionals();
    OptionValues const given = option_values_of(tool.arguments);
    auto const several = TRY(agreed<bool>(world, [&] { return Result<bool>(is_batch(names, given)); }));
    if (!several) return run_one(tool, {world});
    auto const batch = TRY(agreed<FileBatch>(world, [&] { return batch_of(names, given); }));
    return copy_batch(tool, world, batch, run_one);
}

} // namespace

int iocopy(int argc, char** argv) {
    return run_mpi_tool(argc, argv, iocopy_table(), run);
}

} // namespace tessera::cli
