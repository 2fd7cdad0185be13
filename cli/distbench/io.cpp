// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench io.
#include "cli/common/io_loading.hpp"
#include "cli/common/progress.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/distbench/io_trial.hpp"
#include "cli/distbench/rounds.hpp"
#include "cli/distbench/subcommands.hpp"
#include "libcore/base/try.hpp"

#include <fmt/format.h>
#include <optional>

namespace tessera::cli {
Result<ExitCode> distbench_io(Tool const& tool, Communicator const& world) {
    Messages messages = tool.messages;
    if (world.rank() != 0) messages.set_quiet(true); // one rank prints notes
    auto const task = TRY(load_io_task({tool.arguments, tool.out, messages}, world.size()));
    auto const machine = TRY(load_machine(tool.arguments));
    auto const choice = TRY(compare_access(task, machine.get()));
    auto const rounds = TRY(rounds_of(tool.arguments));
    IoTrialSettings settings{.folder = tool.arguments.text_or("folder", "."), .cached = tool.arguments.has("cached")};
    settings.rounds = rounds;
    std::optional<Progress> progress;
    if (world.rank() == 0)
        progress.emplace("running the plans", settings.rounds * static_cast<Index>(choice.candidates.size()),
                         progress_mode(tool.arguments.text_or("progress", "auto")), messages.quiet());
    settings.after_run = [&] { progress->advance(1); };
    auto const trial = TRY(run_io_trial(world, task, choice, settings));
    if (world.rank() == 0) {
        progress->finish();
        Sink const sink = [&](std::string_view text) { tool.out.write(text); };
        (tool.arguments.has("json") ? io_trial_json : io_trial_text)(trial, task, machine ? machine->name : "", sink);
    }
    return trial.passed() ? ExitCode::Done : ExitCode::Mismatch;
}

} // namespace tessera::cli
