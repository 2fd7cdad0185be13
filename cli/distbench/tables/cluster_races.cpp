// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races on a cluster, read from documents of distbench and reported.
#include "cli/distbench/tables/cluster_races.hpp"

#include "cli/distbench/link_counters.hpp"
#include "cli/distbench/tables/embedded.hpp"
#include "libcore/base/file_text.hpp"
#include "libcore/base/median.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tessera::cli {
namespace {

using Json = nlohmann::json;

Json const& runner_named(Json const& race, std::string const& name) {
    for (Json const& runner : race.at("algorithms"))
        if (runner.at("algorithm") == name) return runner;
    throw std::runtime_error(fmt::format("it lacks {}, which auto took", name));
}

/// Returns the shortest round of auto's algorithm over the shortest round of all.
double regret_of_shortest(Json const& race, Json const& chosen) {
    double shortest = chosen.at("observed").at("min");
    for (Json const& runner : race.at("algorithms"))
        if (runner.contains("observed")) shortest = std::min(shortest, runner.at("observed").at("min").get<double>());
    return chosen.at("observed").at("min").get<double>() / shortest;
}

/// Returns the median of every other round, starting with round `first` (0 or 1).
double median_of_half(Json const& runner, std::size_t first) {
    std::vector<double> seconds;
    auto const rounds = runner.at("observed").at("rounds").get<std::vector<double>>();
    for (std::size_t round = first; round < rounds.size(); round += 2) seconds.push_back(rounds[round]);
    return median_of(std::move(seconds));
}

double regret_checked(Json const& race, Json const& chosen) {
    if (chosen.at("observed").at("rounds").size() < 2) return race.at("regret");
    double product = 1;
    for (std::size_t const half : {0U, 1U}) {
        Json const* fastest = &chosen;
        for (Json const& runner : race.at("algorithms"))
            if (runner.contains("observed") && median_of_half(runner, half) < median_of_half(*fastest, half)) fastest = &runner;
        product *= median_of_half(chosen, 1 - half) / median_of_half(*fastest, 1 - half);
    }
    return std::sqrt(product);
}

std::optional<double> number_or_nothing(Json const& value) {
    return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

ClusterRace judged(Json const& race, std::string const& machine) {
    ClusterRace result;
    result.network = race.at("topology");
    result.race = race.at("name");
    result.machine = machine;
    result.messages = race.at("messages");
    result.bytes = race.at("bytes");
    result.chosen = race.at("auto");
    result.fastest = race.at("algorithms").at(0).at("algorithm");
    result.regret = race.at("regret");
    Json const& chosen = runner_named(race, result.chosen);
    result.regret_of_shortest = regret_of_shortest(race, chosen);
    result.regret_checked = regret_checked(race, chosen);
    result.predicted = number_or_nothing(chosen.at("predicted"));
    result.observed = chosen.at("observed").at("median");
    Json const& links = chosen.at("links");
    LinkBytes const bytes{links.at("predicted").get<std::vector<Index>>(), links.at("counted").get<std::vector<Index>>()};
    auto const [all, least, largest] = bytes.ratios();
    result.counted = all;
    result.counted_least = least;
    result.counted_largest = largest;
    return result;
}

ClusterRace read_back(Json const& row) {
    return {.network = row.at("network"),
            .race = row.at("race"),
            .machine = row.at("machine"),
            .messages = row.at("messages"),
            .bytes = row.at("bytes"),
            .chosen = row.at("auto"),
            .fastest = row.at("fastest"),
            .regret = row.at("regret"),
            .regret_of_shortest = row.at("regret_of_shortest"),
            .regret_checked = row.at("regret_checked"),
            .predicted = number_or_nothing(row.at("predicted")),
            .observed = row.at("observed"),
            .counted = row.at("counted").at("all"),
            .counted_least = row.at("counted").at("least"),
            .counted_largest = row.at("counted").at("largest")};
}

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

std::vector<ClusterRace> recorded_cluster_races() {
    auto recorded = cluster_races_of(cluster_recorded_json, "the recorded races");
    assert(recorded && "datasets/cluster/recorded.json is none of ours");
    return *std::move(recorded);
}

Result<std::vector<ClusterRace>> cluster_races_of(std::string_view json, std::string const& file) {
    Json const document = Json::parse(json, nullptr, false);
    if (document.is_discarded())
        return fail(fmt::format("{}: not JSON; expected the output of 'distbench race --counters ... --json'", file));
    std::vector<ClusterRace> races;
    try {
        std::string const schema = document.at("schema");
        if (schema == "tessera.cluster-table/1") {
            for (Json const& row : document.at("races")) races.push_back(read_back(row));
        } else if (schema == "tessera.races/1") {
            for (Json const& race : document.at("races")) races.push_back(judged(race, document.at("machine")));
        } else {
            return fail(fmt::format("{}: its schema is {}; expected tessera.races/1", file, schema));
        }
    } catch (std::exception const& error) {
        return fail(fmt::format("{}: expected the output of 'distbench race --counters ... --json' ({})", file, error.what()));
    }
    return races;
}

Result<TableReport> cluster_report(std::span<std::string const> files) {
    std::vector<ClusterRace> now;
    for (std::string const& file : files) {
        auto const text = TRY(file_text(file));
        auto races = TRY(cluster_races_of(text, file));
        std::ranges::move(races, std::back_inserter(now));
    }
    auto const recorded = recorded_cluster_races();
    return TableReport{cluster_text(recorded, now), cluster_json(now.empty() ? recorded : now)};
}

} // namespace tessera::cli
