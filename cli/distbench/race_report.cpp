// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races as tables and as JSON.
#include "cli/common/step_orders.hpp"
#include "cli/distbench/race.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

using Align = TextTable::Align;

std::string ratio_text(RacedAlgorithm const& runner) {
    return runner.predicted ? fmt::format("{:.2f}", *runner.predicted / runner.median()) : "";
}

/// Returns "coloured", or "coloured  <- auto".
std::string marked(Race const& race, RacedAlgorithm const& runner) {
    return runner.algorithm == race.chosen ? runner.algorithm + "  <- auto" : runner.algorithm;
}

/// Writes the predicted busiest link of each algorithm, and the counted bytes of all links.
void links_text(Race const& race, Sink const& sink) {
    TextTable table({{"algorithm", Align::Left},
                     {"busiest link", Align::Left},
                     {"predicted", Align::Right},
                     {"counted", Align::Right},
                     {"counted/predicted", Align::Right},
                     {"of busy links", Align::Right},
                     {"of all", Align::Right}},
                    sink);
    for (RacedAlgorithm const& runner : race.runners) {
        if (!runner.refusal.empty()) continue;
        LinkBytes const& bytes = *runner.links;
        auto const busiest = as_size(std::ranges::max_element(bytes.predicted) - bytes.predicted.begin());
        auto const predicted = bytes.predicted[busiest];
        auto const counted = bytes.counted[busiest];
        auto const [all, least, largest] = bytes.ratios();
        table.add({marked(race, runner), race.links[busiest], scaled_bytes(predicted), scaled_bytes(counted),
                   fmt::format("{:.3f}", static_cast<double>(counted) / static_cast<double>(predicted)),
                   fmt::format("{:.3f} to {:.3f}", least, largest), fmt::format("{:.3f}", all)});
    }
    table.finish();
    sink("\n");
}

void race_text(Race const& race, Sink const& sink) {
    sink(fmt::format("{}: {} among {} ranks on {}, {}\n\n", race.name, counted(race.messages, "message"), race.ranks, race.topology,
                     scaled_bytes(race.bytes)));
    TextTable table({{"algorithm", Align::Left},
                     {"predicted", Align::Right},
                     {"observed", Align::Right},
                     {"from", Align::Right},
                     {"to", Align::Right},
                     {"predicted/observed", Align::Right},
                     {"slower than the best", Align::Right}},
                    sink);
    double const best = race.runners.front().median();
    for (RacedAlgorithm const& runner : race.runners) {
        if (!runner.refusal.empty()) continue;
        table.add({marked(race, runner), runner.predicted ? short_seconds(*runner.predicted) : "not known",
                   short_seconds(runner.median()), short_seconds(std::ranges::min(runner.observed)),
                   short_seconds(std::ranges::max(runner.observed)), ratio_text(runner),
                   fmt::format("{:.2f} times", runner.median() / best)});
    }
    table.finish();
    if (race.has_counters()) {
        sink("\n");
        links_text(race, sink);
    }
    for (RacedAlgorithm const& runner : race.runners)
        if (!runner.wrong.empty()) sink(fmt::format("  {}: {}\n", runner.algorithm, runner.wrong));
    for (RacedAlgorithm const& runner : race.runners)
        if (!runner.refusal.empty()) sink(fmt::format("  not {}: {}\n", runner.algorithm, runner.refusal));
    sink("\n");
}

/// Returns the median and the largest of all regrets.
std::pair<double, double> regrets_of(RaceSeries const& series) {
    std::vector<double> regrets;
    for (Race const& race : series.races) regrets.push_back(race.regret());
    std::ranges::sort(regrets);
    std::size_t const middle = regrets.size() / 2;
    double const median = regrets.size() % 2 == 1 ? regrets[middle] : (regrets[middle - 1] + regrets[middle]) / 2;
    return {median, regrets.back()};
}

void summary_text(RaceSeries const& series, Sink const& sink) {
    TextTable table({{"race", Align::Left},
                     {"ranks", Align::Right},
                     {"fastest", Align::Left},
                     {"auto takes", Align::Left},
                     {"regret", Align::Right}},
                    sink);
    for (Race const& race : series.races)
        table.add({race.name, std::to_string(race.ranks), race.runners.front().algorithm, race.chosen,
                   fmt::format("{:.2f}", race.regret())});
    table.finish();
    auto const [median, worst] = regrets_of(series);
    sink(fmt::format("\nRegret, the time of what auto takes over the shortest: median {:.2f}, worst {:.2f}.\n", median, worst));
    sink(fmt::format("Medians of {}, steps {}; predicted for {}.\n", counted(series.rounds, "round"), step_order_name(series.order),
                     series.machine));
}

void write_runner(JsonWriter& json, RacedAlgorithm const& runner) {
    json.begin_object();
    json.entry("algorithm", runner.algorithm);
    if (!runner.refusal.empty()) {
        json.entry("refusal", runner.refusal);
        return json.end_object();
    }
    json.entry("predicted", runner.predicted);
    json.key("observed");
    json.begin_object();
    json.entry("min", std::ranges::min(runner.observed));
    json.entry("median", runner.median());
    json.entry("max", std::ranges::max(runner.observed));
    json.key("rounds");
    json.begin_array();
    for (double const seconds : runner.observed) json.value(seconds);
    json.end_array();
    json.end_object();
    json.entry("delivered", runner.wrong.empty());
    if (runner.links) {
        json.key("links");
        runner.links->write(json);
    }
    json.end_object();
}

void write_race(JsonWriter& json, Race const& race) {
    json.begin_object();
    json.entry("name", race.name);
    json.entry("topology", race.topology);
    json.entry("ranks", Index{race.ranks});
    json.entry("messages", race.messages);
    json.entry("bytes", race.bytes);
    json.entry("auto", race.chosen);
    json.entry("regret", race.regret());
    if (race.has_counters()) {
        json.key("links");
        json.begin_array();
        for (std::string const& link : race.links) json.value(link);
        json.end_array();
    }
    json.key("algorithms");
    json.begin_list();
    for (RacedAlgorithm const& runner : race.runners) write_runner(json, runner);
    json.end_array();
    json.end_object();
}

} // namespace

void races_text(RaceSeries const& series, Sink const& sink) {
    for (Race const& race : series.races) race_text(race, sink);
    summary_text(series, sink);
}

void races_json(RaceSeries const& series, Sink const& sink) {
    auto const [median, worst] = regrets_of(series);
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.races/1");
    json.entry("machine", series.machine);
    json.entry("steps", step_order_name(series.order));
    json.entry("rounds", Index{series.rounds});
    json.key("regret");
    json.begin_object();
    json.entry("median", median);
    json.entry("worst", worst);
    json.end_object();
    json.key("races");
    json.begin_list();
    for (Race const& race : series.races) write_race(json, race);
    json.end_array();
    json.end_object();
}

} // namespace tessera::cli
