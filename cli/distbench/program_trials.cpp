// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench program: the advice on programs, checked by executing the messages of its best layouts.
#include "cli/common/job_loading.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/distbench/machine_profile.hpp"
#include "cli/distbench/program_trial.hpp"
#include "cli/distbench/subcommands.hpp"
#include "libcore/base/time_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/program/priced_job.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace tessera::cli {
namespace {

constexpr double trial_profile_seconds = 3;

/// Returns the machine of --machine or, without it, a quick measurement of this machine.
Result<std::shared_ptr<Machine const>> trial_machine(Tool const& tool, Communicator const& world) {
    auto known = load_machine(tool.arguments);
    if (!known || *known) return known;
    if (world.rank() == 0) tool.messages.note("no --machine is given, so this machine is measured first");
    auto profile = measure_machine(
        world,
        {.name = "this machine as measured now", .seconds = trial_profile_seconds, .progress = ProgressMode::Never, .quiet = true});
    return std::make_shared<Machine const>(std::move(profile.machine));
}

Result<ProgramTrial> trial_of(Tool const& tool, Communicator const& world, std::string const& file, SiteOfRanks const& sites) {
    auto const job = TRY(load_sized_job(tool.arguments, file, world.size()));
    auto const operation = parse_seconds(tool.arguments.text_or("operation", "1ns"));
    if (!operation) return fail(fmt::format("--operation: {}", operation.error().message));
    auto const priced = TRY(PricedJob::make(job, sites, *operation));
    Index const rounds = tool.arguments.number("repeat").value_or(11);
    Index const top = tool.arguments.number("top").value_or(5);
    if (rounds < 1 || top < 1) return fail("--repeat and --top: expected 1 or more");
    return run_trial(world, priced->coster(), {static_cast<int>(rounds), as_size(top)});
}

} // namespace

void trials_text(std::vector<ProgramTrial> const& trials, std::string const& machine, Sink const& sink) {
    sink(fmt::format("Messages of programs on {}\nassumed: work and waiting, which are predicted and not run\n", machine));
    for (ProgramTrial const& trial : trials) {
        sink(fmt::format("\n{} on {} ranks: the advice takes {:.2f} times the shortest of these\n", trial.job, trial.ranks,
                         trial.regret()));
        TextTable table(
            {{"", TextTable::Align::Left}, {"assumed"}, {"predicted"}, {"measured"}, {"layout", TextTable::Align::Left}}, sink);
        for (TrialRow const& row : trial.rows)
            table.add({row.kind, short_seconds(row.told), short_seconds(row.predicted), short_seconds(row.measured), row.layout});
        table.finish();
    }
}

void trials_json(std::vector<ProgramTrial> const& trials, std::string const& machine, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.program-trials/1");
    json.entry("machine", machine);
    json.key("trials");
    json.begin_list();
    for (ProgramTrial const& trial : trials) {
        json.begin_object();
        json.entry("job", trial.job);
        json.entry("ranks", Index{trial.ranks});
        json.entry("regret", trial.regret());
        json.key("rows");
        json.begin_array();
        for (TrialRow const& row : trial.rows) {
            json.begin_object();
            json.entry("kind", row.kind);
            json.entry("layout", row.layout);
            json.entry("told", row.told);
            json.entry("predicted", row.predicted);
            json.entry("measured", row.measured);
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

Result<ExitCode> distbench_program(Tool const& tool, Communicator const& world) {
    if (tool.arguments.positionals().empty()) return fail("program takes the names of jobs with phases, such as adi.hpf");
    if (world.size() < 2) return fail("messages need two ranks; start it with mpirun: mpirun -n 4 distbench program adi.hpf");
    auto const machine = TRY(trial_machine(tool, world));
    SiteOfRanks const sites = [shared = machine](int ranks) {
        auto site = Site::of_ranks(ranks);
        if (site) site->machine = shared;
        return site;
    };
    std::vector<ProgramTrial> trials;
    for (std::string const& file : tool.arguments.positionals()) {
        auto trial = trial_of(tool, world, file, sites);
        if (!trial) return fail(fmt::format("{}: {}", file, trial.error().message));
        trials.push_back(*std::move(trial));
    }
    if (world.rank() != 0) return ExitCode::Done;
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    (tool.arguments.has("json") ? trials_json : trials_text)(trials, machine->name, sink);
    return ExitCode::Done;
}

} // namespace tessera::cli
