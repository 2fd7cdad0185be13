// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan io.
#include "cli/common/job_loading.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/base/units.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/report/frames_page.hpp"
#include "libcore/report/io_report.hpp"
#include "libcore/scene/file_map.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Returns the N-th statement of the job, or the first one (about --array-name). If there is none, returns one that reads the whole
/// array.
Result<IoStatement> chosen_statement(Tool const& tool, Job const& job) {
    auto const count = static_cast<Index>(job.io_statements.size());
    if (auto const line = tool.arguments.number("line")) {
        if (*line < 1 || *line > count)
            return fail(fmt::format("--line {}: {} has {}; --line counts them from 1", *line, job.name, counted(count, "io line")));
        return job.io_statements[as_size(*line - 1)];
    }
    auto const name = tool.arguments.text("array-name");
    if (!name) {
        if (count > 1) tool.messages.note(fmt::format("this is the first of {} io lines; --line 2 shows the next", count));
        return default_io_statement(job);
    }
    auto const array = choose_array(job, name);
    if (!array) return forward_error(array);
    auto const found = std::ranges::find(job.io_statements, (*array)->array.name, &IoStatement::array);
    if (found != job.io_statements.end()) return *found;
    IoStatement statement;
    statement.array = (*array)->array.name;
    return statement;
}

Result<void> apply_section(IoStatement& statement, Arguments const& arguments, Job const& job) {
    ArraySpec const& array = job.find(statement.array)->array;
    if (auto const chunk = arguments.text("chunk")) {
        auto extents = parse_extents(*chunk);
        if (!extents) return fail(fmt::format("--chunk: {}", extents.error().message));
        if (extents->size() != array.extents.size())
            return fail(fmt::format("--chunk: {} has {}, but {}", array.name, counted(array.dims(), "dimension"),
                                    counted(static_cast<Index>(extents->size()), "extent")));
        statement.chunk = *std::move(extents);
    }
    return parse_io_section(statement, arguments.text("section"), arguments.text("for"), array, {job.ranks, nullptr});
}

/// Replaces parts of the statement by those that the options give.
Result<void> apply_options(IoStatement& statement, Arguments const& arguments, Job const& job) {
    if (arguments.has("write")) statement.direction = IoDirection::Write;
    if (auto const state = arguments.text("state")) statement.state = *state;
    if (auto const access = arguments.text("access")) statement.access = access_named(*access);
    if (auto const domains = arguments.text("domains")) statement.domains = domain_kind_named(*domains);
    if (auto const order = arguments.text("file-order"))
        statement.order = *order == "row" ? StorageOrder::C : StorageOrder::Fortran;
    if (auto const aggregators = arguments.number("aggregators")) statement.aggregators = aggregators;
    if (auto const memory = arguments.number("memory")) statement.memory = memory;
    return apply_section(statement, arguments, job);
}

Result<IoTask> loaded_task(Tool const& tool) {
    auto const job = load_job(tool.arguments);
    if (!job) return forward_error(job);
    auto statement = chosen_statement(tool, *job);
    if (!statement) return forward_error(statement);
    if (auto const applied = apply_options(*statement, tool.arguments, *job); !applied) return forward_error(applied);
    return io_task(*job, *statement);
}

Result<IoChoice> compared(Tool const& tool, IoTask const& task, Machine const* machine) {
    WatchedWork work("planning", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto choice = compare_access(task, machine, work.watch());
    if (choice) work.finish();
    return choice;
}

Result<ExitCode> draw(Tool const& tool, IoTask const& task, IoChoice const& choice) {
    FileView view;
    if (auto const step = tool.arguments.number("step")) {
        if (*step < 1) return fail("--step 0: steps are counted from 1");
        view.phase = *step - 1;
    }
    auto const scene = file_picture(task, choice.candidates[choice.best], view);
    if (!scene) return forward_error(scene);
    return write_picture(tool, *tool.arguments.text("svg"), to_svg(*scene));
}

/// Writes a page that plays the steps of the best method.
Result<ExitCode> animate(Tool const& tool, IoTask const& task, IoChoice const& choice) {
    constexpr Index most_steps = 300;
    for (char const* each : {"svg", "step", "json"})
        if (tool.arguments.has(each)) return fail(fmt::format("--{} means nothing beside --animate", each));
    IoCandidate const& method = choice.candidates[choice.best];
    FileMap const map(method.plan);
    Index const steps = map.phases();
    if (steps == 0 || steps > most_steps)
        return fail(fmt::format("--animate plays from 1 to {} steps, and there are {}; more --memory makes fewer", most_steps,
                                grouped(method.plan.phases())));
    auto const first = file_picture(task, method, map, {.phase = 0});
    if (!first) return forward_error(first);
    // cannot fail, because the step exists
    auto const picture = [&](Index step) { return *file_picture(task, method, map, {.phase = step}); };
    auto const told = [&](Index step) { return fmt::format("step {} of {}", step + 1, steps); };
    auto const page = frames_page(first->title, steps, picture, told);
    if (!page)
        return fail(fmt::format("--animate: {}; more --memory makes fewer, --svg with --step N draws one", page.error().message));
    return write_picture(tool, *tool.arguments.text("animate"), *page);
}

} // namespace

Result<ExitCode> distplan_io(Tool const& tool) {
    auto const task = loaded_task(tool);
    if (!task) return forward_error(task);
    auto const machine = load_machine(tool.arguments);
    if (!machine) return forward_error(machine);
    auto const choice = compared(tool, *task, machine->get());
    if (!choice) return forward_error(choice);
    if (tool.arguments.has("animate")) return animate(tool, *task, *choice);
    if (tool.arguments.has("svg")) return draw(tool, *task, *choice);
    if (tool.arguments.has("step")) return fail("--step is for the picture: add --svg FILE");
    IoReport const report{*task, *choice, *machine ? (*machine)->name : ""};
    (tool.arguments.has("json") ? io_json : io_text)(report, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
