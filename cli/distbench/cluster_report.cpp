// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races on a cluster, as a table and as JSON.
#include "cli/distbench/cluster_table.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

using ClusterColumn = TextTable::Align;

ClusterRace const* same_race(std::span<ClusterRace const> races, ClusterRace const& wanted) {
    auto const found = std::ranges::find_if(
        races, [&](ClusterRace const& race) { return race.network == wanted.network && race.race == wanted.race; });
    return found == races.end() ? nullptr : &*found;
}

std::string foreseen_text(ClusterRace const& race) {
    return race.predicted ? fmt::format("{:.2f}", *race.predicted / race.observed) : "";
}

std::vector<TextTable::Column> columns_of(bool with_now) {
    std::vector<TextTable::Column> columns{{"race", ClusterColumn::Left},
                                           {"auto takes", ClusterColumn::Left},
                                           {"observed"},
                                           {"predicted/observed"},
                                           {"fastest", ClusterColumn::Left},
                                           {"regret"},
                                           {"shortest"},
                                           {"checked"},
                                           {"bytes counted/predicted"}};
    if (with_now) columns.insert(columns.end(), {{"now: observed"}, {"regret"}, {"bytes"}});
    return columns;
}

std::vector<std::string> row_of_race(ClusterRace const& race) {
    return {race.race,
            race.chosen,
            short_seconds(race.observed),
            foreseen_text(race),
            race.fastest,
            fmt::format("{:.2f}", race.regret),
            fmt::format("{:.2f}", race.regret_of_shortest),
            fmt::format("{:.2f}", race.regret_checked),
            fmt::format("{:.3f} ({:.3f} to {:.3f})", race.counted, race.counted_least, race.counted_largest)};
}

/// Writes the races of one network.
void network_text(std::span<ClusterRace const> races, std::span<ClusterRace const> now, Sink const& sink) {
    sink(fmt::format("{}: {}\n\n", races.front().network, races.front().machine));
    TextTable table(columns_of(!now.empty()), sink);
    for (ClusterRace const& race : races) {
        auto row = row_of_race(race);
        if (!now.empty()) {
            ClusterRace const* const other = same_race(now, race);
            row.push_back(other != nullptr ? short_seconds(other->observed) : "");
            row.push_back(other != nullptr ? fmt::format("{:.2f}", other->regret) : "");
            row.push_back(other != nullptr ? fmt::format("{:.3f}", other->counted) : "");
        }
        table.add(std::move(row));
    }
    table.finish();
    sink("\n");
}

/// Returns "median 1.05, worst 1.30".
std::string median_and_worst(std::span<ClusterRace const> races, double ClusterRace::*regret) {
    std::vector<double> regrets;
    for (ClusterRace const& race : races) regrets.push_back(race.*regret);
    std::ranges::sort(regrets);
    std::size_t const middle = regrets.size() / 2;
    double const median = regrets.size() % 2 == 1 ? regrets[middle] : (regrets[middle - 1] + regrets[middle]) / 2;
    return fmt::format("median {:.2f}, worst {:.2f}", median, regrets.back());
}

/// Writes a summary of the races of `now` or of the record: the quality of auto's choices, and the bytes on the links.
void write_cluster_summary(std::string_view when, std::span<ClusterRace const> races, Sink const& sink) {
    auto const least = std::ranges::min(races, {}, &ClusterRace::counted_least).counted_least;
    auto const largest = std::ranges::max(races, {}, &ClusterRace::counted_largest).counted_largest;
    auto const redistributions =
        std::ranges::count_if(races, [](ClusterRace const& race) { return !race.race.starts_with("all-to-all"); });
    sink(fmt::format("{}, {}, {}: regret {}; of shortest rounds {}; checked {}.\nBytes on busy links {:.3f} to {:.3f} times those "
                     "predicted.\n",
                     when, counted(redistributions, "redistribution"), counted(std::ssize(races) - redistributions, "all-to-all"),
                     median_and_worst(races, &ClusterRace::regret), median_and_worst(races, &ClusterRace::regret_of_shortest),
                     median_and_worst(races, &ClusterRace::regret_checked), least, largest));
}

} // namespace

void cluster_text(std::span<ClusterRace const> recorded, std::span<ClusterRace const> now, Sink const& sink) {
    for (auto first = recorded.begin(); first != recorded.end();) {
        auto const last =
            std::find_if(first, recorded.end(), [&](ClusterRace const& race) { return race.network != first->network; });
        network_text({first, last}, now, sink);
        first = last;
    }
    write_cluster_summary("Recorded", recorded, sink);
    if (!now.empty()) write_cluster_summary("Now", now, sink);
    sink("Regret: the time of what auto takes over the shortest, by medians and by the shortest round of each. The least of many\n"
         "medians is short by luck, too: checked finds the fastest in every other round and compares in the others. Bytes: what "
         "the\n"
         "kernel counted on all links, headers and acknowledgements too, over the messages' own; in brackets the range over the\n"
         "busy links.\n");
}

void cluster_json(std::span<ClusterRace const> races, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.cluster-table/1");
    json.key("races");
    json.begin_list();
    for (ClusterRace const& race : races) {
        json.begin_object();
        json.entry("network", race.network);
        json.entry("race", race.race);
        json.entry("machine", race.machine);
        json.entry("messages", race.messages);
        json.entry("bytes", race.bytes);
        json.entry("auto", race.chosen);
        json.entry("fastest", race.fastest);
        json.entry("regret", race.regret);
        json.entry("regret_of_shortest", race.regret_of_shortest);
        json.entry("regret_checked", race.regret_checked);
        json.entry("predicted", race.predicted);
        json.entry("observed", race.observed);
        json.key("counted");
        json.begin_object();
        json.entry("all", race.counted);
        json.entry("least", race.counted_least);
        json.entry("largest", race.counted_largest);
        json.end_object();
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

} // namespace tessera::cli
