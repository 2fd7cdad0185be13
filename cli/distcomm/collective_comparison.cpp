// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm broadcast|reduce --compare: all algorithms, measured in turns.
#include "cli/distcomm/collective_comparison.hpp"

#include "cli/common/site_loading.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/collectives/collective_schedule.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/runtime/comm/collectives/collective_race.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

constexpr int usual_rounds = 15;
constexpr int repeats_worth_a_race = 50;

/// The report of a race.
struct RaceReport {
    CollectiveTask task;
    int rounds = 0;
    std::vector<RacedCollective> rows; // the fastest first
    std::vector<std::optional<double>> predicted;
    CollectiveChoice choice;

    [[nodiscard]] double best() const { return rows.front().seconds; }
    /// Returns the regret of auto's choice.
    [[nodiscard]] double regret() const {
        auto const found = std::ranges::find(rows, choice.algorithm, &RacedCollective::algorithm);
        return found->seconds / best();
    }
};

std::optional<double> predicted_time(CollectiveTask const& task, CollectiveAlgorithm const& algorithm, Machine const* machine) {
    if (machine == nullptr || algorithm.make == nullptr) return std::nullopt;
    auto const ranked = Site::of_ranks(task.ranks);
    if (!ranked) return std::nullopt;
    auto const cost = cost_of(make_collective(algorithm, task), task.element_bytes,
                              Site::borrowed(*ranked->topology, ranked->placement, machine));
    return cost ? std::optional(cost->time) : std::nullopt;
}

void race_text(RaceReport const& report, Sink const& sink) {
    sink(fmt::format("{} of {} among {}, in turns; medians of {}\n\n",
                     report.task.kind == CollectiveKind::Reduce ? "Reduction" : "Broadcast", scaled_bytes(report.task.bytes()),
                     counted(report.task.ranks, "rank"), counted(report.rounds, "round")));
    TextTable table({{"algorithm"}, {"measured"}, {"of the best"}, {"predicted"}, {"how", TextTable::Align::Left}}, sink);
    for (std::size_t i = 0; i < report.rows.size(); ++i) {
        RacedCollective const& row = report.rows[i];
        table.add({std::string(row.algorithm->name), short_seconds(row.seconds), fmt::format("{:.2f}", row.seconds / report.best()),
                   report.predicted[i] ? short_seconds(*report.predicted[i]) : "-", std::string(row.algorithm->summary)});
    }
    table.finish();
    sink(fmt::format("\nauto takes {}, {:.2f} of the best; {}\n", report.choice.algorithm->name, report.regret(),
                     report.choice.reason));
}

void race_json(RaceReport const& report, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.collective-race/1");
    json.entry("operation", name_of(report.task.kind));
    json.entry("ranks", Index{report.task.ranks});
    json.entry("message_bytes", report.task.bytes());
    json.entry("rounds", Index{report.rounds});
    json.key("rows");
    json.begin_list();
    for (std::size_t i = 0; i < report.rows.size(); ++i) {
        json.begin_object();
        json.entry("algorithm", report.rows[i].algorithm->name);
        json.entry("time", report.rows[i].seconds);
        json.entry("predicted", report.predicted[i]);
        json.end_object();
    }
    json.end_array();
    json.entry("auto", report.choice.algorithm->name);
    json.entry("reason", report.choice.reason);
    json.entry("regret", report.regret());
    json.end_object();
}

/// Broadcasts the members' choice to every rank of the job.
CollectiveChoice on_all_ranks(Communicator const& world, CommArray const& array, CollectiveChoice const& choice) {
    std::string const name = broadcast_text(world, array.first_member(), std::string(choice.algorithm->name));
    return {find_collective(choice.algorithm->kind, name).value(), broadcast_text(world, array.first_member(), choice.reason)};
}

} // namespace

OptionSpec compare_option(std::vector<std::string> const& subcommands) {
    return {
        .name = "compare",
        .help =
            "run all algorithms in turn and print the time of each, and which one auto takes; --repeat sets the number of rounds",
        .group = "Options",
        .subcommands = subcommands};
}

Result<ExitCode> compare_collectives(Tool const& tool, CommSettings const& settings, CommArray const& array,
                                     CollectiveTask const& task, std::optional<Combiner> const& combiner) {
    for (char const* other : {"algorithm", "verify", "out"})
        if (tool.arguments.has(other))
            return fail(fmt::format("--compare runs all algorithms, and cannot be used together with --{}", other));
    auto const machine = TRY(load_machine(tool.arguments));
    if (!array.position()) return ExitCode::Done;
    RaceReport report{task, settings.repeat > 1 ? settings.repeat : usual_rounds, {}, {}, {}};
    report.rows = race_collectives(array.members(), raced_algorithms(task), task, combiner, report.rounds);
    std::ranges::stable_sort(report.rows, {}, &RacedCollective::seconds);
    for (RacedCollective const& row : report.rows) report.predicted.push_back(predicted_time(task, *row.algorithm, machine.get()));
    report.choice = machine ? choose_collective(task, machine.get()) : measured_collective(array.members(), task, combiner);
    if (array.members().rank() != 0) return ExitCode::Done;
    (tool.arguments.has("json") ? race_json : race_text)(report, [&](std::string_view text) { tool.out.write(text); });
    return ExitCode::Done;
}

CollectiveChoice chosen_for_repeats(Tool const& tool, Communicator const& world, CommSettings const& settings,
                                    CommArray const& array, CollectiveTask const& task, std::optional<Combiner> const& combiner,
                                    CollectiveChoice choice) {
    bool const is_auto = tool.arguments.text_or("algorithm", "auto") == "auto" && !tool.arguments.has("machine");
    if (!is_auto || settings.repeat < repeats_worth_a_race) return choice;
    if (array.position()) choice = measured_collective(array.members(), task, combiner);
    return on_all_ranks(world, array, choice);
}

} // namespace tessera::cli
