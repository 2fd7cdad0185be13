// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan io.
#include "cli/common/io_loading.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/report/files/io_report.hpp"
#include "libcore/report/pages/frames_page.hpp"
#include "libcore/scene/files/file_map.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

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
    auto const scene = TRY(file_picture(task, choice.candidates[choice.best], view));
    return write_picture(tool, *tool.arguments.text("svg"), to_svg(scene));
}

/// Writes a page that plays the steps of the best method.
Result<ExitCode> animate(Tool const& tool, IoTask const& task, IoChoice const& choice) {
    constexpr Index most_steps = 300;
    for (char const* each : {"svg", "step", "json"})
        if (tool.arguments.has(each)) return fail(fmt::format("--{} has no effect with --animate", each));
    IoCandidate const& method = choice.candidates[choice.best];
    FileMap const map(method.plan);
    Index const steps = map.phases();
    if (steps == 0 || steps > most_steps)
        return fail(fmt::format("--animate shows at most {} steps, but there are {}; a larger --memory makes fewer", most_steps,
                                grouped(method.plan.phases())));
    auto const first = TRY(file_picture(task, method, map, {.phase = 0}));
    // cannot fail, because the step exists
    auto const picture = [&](Index step) { return *file_picture(task, method, map, {.phase = step}); };
    auto const told = [&](Index step) { return fmt::format("step {} of {}", step + 1, steps); };
    auto const page = frames_page(first.title, steps, picture, told);
    if (!page)
        return fail(fmt::format("--animate: {}; more --memory makes fewer, --svg with --step N draws one", page.error().message));
    return write_picture(tool, *tool.arguments.text("animate"), *page);
}

} // namespace

Result<ExitCode> distplan_io(Tool const& tool) {
    auto const task = TRY(load_io_task(tool));
    auto const machine = TRY(load_machine(tool.arguments));
    auto const choice = TRY(compared(tool, task, machine.get()));
    if (tool.arguments.has("animate")) return animate(tool, task, choice);
    if (tool.arguments.has("svg")) return draw(tool, task, choice);
    if (tool.arguments.has("step")) return fail("--step needs --svg FILE");
    IoReport const report{task, choice, machine ? machine->name : ""};
    (tool.arguments.has("json") ? io_json : io_text)(report, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
