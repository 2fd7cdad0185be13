// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races on a cluster, as a table and as JSON.
#include "cli/distbench/tables/cluster_races.hpp"

#include "libcore/base/file_text.hpp"
#include "libcore/base/units.hpp"

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

/// Returns the table of the races of one network.
std::string network_text(std::span<ClusterRace const> races, std::span<ClusterRace const> now) {
    std::vector<std::vector<std::string>> lines;
    for (ClusterRace const& race : races) {
        auto& line = lines.emplace_back(row_of_race(race));
        if (now.empty()) continue;
        ClusterRace const* const other = same_race(now, race);
        line.push_back(other != nullptr ? short_seconds(other->observed) : "");
        line.push_back(other != nullptr ? fmt::format("{:.2f}", other->regret) : "");
        line.push_back(other != nullptr ? fmt::format("{:.3f}", other->counted) : "");
    }
    return fmt::format("{}: {}\n\n", races.front().network, races.front().machine) +
           table_text(columns_of(!now.empty()), std::move(lines)) + "\n";
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

/// Returns a summary of the races of `now` or of the record: the quality of auto's choices, and the bytes on the links.
std::string cluster_summary(std::string_view when, std::span<ClusterRace const> races) {
    auto const least = std::ranges::min(races, {}, &ClusterRace::counted_least).counted_least;
    auto const largest = std::ranges::max(races, {}, &ClusterRace::counted_largest).counted_largest;
    auto const redistributions =
        std::ranges::count_if(races, [](ClusterRace const& race) { return !race.race.starts_with("all-to-all"); });
    return fmt::format(
        "{}, {}, {}: regret {}; of shortest rounds {}; checked {}.\nBytes on busy links {:.3f} to {:.3f} times those "
        "predicted.\n",
        when, counted(redistributions, "redistribution"), counted(std::ssize(races) - redistributions, "all-to-all"),
        median_and_worst(races, &ClusterRace::regret), median_and_worst(races, &ClusterRace::regret_of_shortest),
        median_and_worst(races, &ClusterRace::regret_checked), least, largest);
}

std::string cluster_text(std::span<ClusterRace const> recorded, std::span<ClusterRace const> now) {
    std::string text;
    for (auto first = recorded.begin(); first != recorded.end();) {
        auto const last =
            std::find_if(first, recorded.end(), [&](ClusterRace const& race) { return race.network != first->network; });
        text += network_text({first, last}, now);
        first = last;
    }
    text += cluster_summary("Recorded", recorded);
    if (!now.empty()) text += cluster_summary("Now", now);
    return text +
           "Regret: the time of what auto takes over the shortest, by medians and by the shortest round of each. The least of "
           "many\n"
           "medians is short by luck, too: checked finds the fastest in every other round and compares in the others. Bytes: what "
           "the\n"
           "kernel counted on all links, headers and acknowledgements too, over the messages' own; in brackets the range over the\n"
           "busy links.\n";
}

ReportJson cluster_json(std::span<ClusterRace const> races) {
    ReportJson list = ReportJson::array();
    for (ClusterRace const& race : races)
        list.push_back({{"network", race.network},
                        {"race", race.race},
                        {"machine", race.machine},
                        {"messages", race.messages},
                        {"bytes", race.bytes},
                        {"auto", race.chosen},
                        {"fastest", race.fastest},
                        {"regret", race.regret},
                        {"regret_of_shortest", race.regret_of_shortest},
                        {"regret_checked", race.regret_checked},
                        {"predicted", json_of(race.predicted)},
                        {"observed", race.observed},
                        {"counted", {{"all", race.counted}, {"least", race.counted_least}, {"largest", race.counted_largest}}}});
    return {{"schema", "tessera.cluster-table/1"}, {"races", std::move(list)}};
}

} // namespace

Result<TableReport> cluster_report(std::span<std::string const> files) {
    std::vector<ClusterRace> now;
    for (std::string const& file : files) {
        auto const text = file_text(file);
        if (!text) return forward_error(text);
        auto races = cluster_races_of(*text, file);
        if (!races) return forward_error(races);
        std::ranges::move(*races, std::back_inserter(now));
    }
    auto const recorded = recorded_cluster_races();
    return TableReport{cluster_text(recorded, now), cluster_json(now.empty() ? recorded : now)};
}

} // namespace tessera::cli
