// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races on a cluster whose links are counted: the recorded ones, beside what a new run gives.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// One race, as it is judged: did `auto` take a fast algorithm, was its time foreseen, did the bytes go where they were expected?
struct ClusterRace {
    std::string network;
    std::string race;
    std::string machine; ///< whose rates the time is predicted with: here stands where and when it was measured
    Index messages = 0;
    Index bytes = 0;
    std::string chosen;
    std::string fastest;
    double regret = 1;             ///< by the medians of all rounds
    double regret_of_shortest = 1; ///< by the shortest round of each: what is left where nobody else used the processors
    /// The same with the fastest found in every other round and compared in the others, both ways, the geometric mean: the shortest
    /// of many medians is short by luck, too, and that luck does not count here. Below 1 where auto's is faster after all;
    /// of a single round, the regret.
    double regret_checked = 1;
    std::optional<double> predicted; ///< seconds, of what auto takes
    double observed = 0;             ///< seconds, the same
    double counted = 0;              ///< bytes the kernel counts on all links over those predicted, the same
    double counted_least = 0;        ///< of the busy links
    double counted_largest = 0;
};

/// What was recorded with tests/bench/cluster_bench.sh (datasets/cluster/recorded.json).
[[nodiscard]] std::vector<ClusterRace> recorded_cluster_races();

/// The races of a document of the schema tessera.races/1 with counted links, or of tessera.cluster-table/1. Error: it is neither.
[[nodiscard]] Result<std::vector<ClusterRace>> cluster_races_of(std::string_view json, std::string const& file);

/// `now` may be empty; its races are found by network and name.
void cluster_text(std::span<ClusterRace const> recorded, std::span<ClusterRace const> now, Sink const& sink);
/// Schema tessera.cluster-table/1.
void cluster_json(std::span<ClusterRace const> races, Sink const& sink);

} // namespace tessera::cli
