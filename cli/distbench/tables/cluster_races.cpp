// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races on a cluster, read from documents of distbench.
#include "cli/distbench/tables/cluster_races.hpp"

#include "cli/distbench/link_counters.hpp"
#include "cli/distbench/tables/embedded.hpp"

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
    std::ranges::sort(seconds);
    return seconds[seconds.size() / 2];
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

} // namespace

std::vector<ClusterRace> recorded_cluster_races() {
    auto recorded = cluster_races_of(cluster_recorded_json, "the recorded races");
    assert(recorded && "datasets/cluster/recorded.json is none of ours");
    return *std::move(recorded);
}

Result<std::vector<ClusterRace>> cluster_races_of(std::string_view json, std::string const& file) {
    Json const document = Json::parse(json, nullptr, false);
    if (document.is_discarded())
        return fail(fmt::format("{}: no JSON; expected what 'distbench race --counters ... --json' prints", file));
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
        return fail(fmt::format("{}: expected what 'distbench race --counters ... --json' prints ({})", file, error.what()));
    }
    return races;
}

} // namespace tessera::cli
