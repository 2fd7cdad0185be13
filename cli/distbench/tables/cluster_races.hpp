// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races on a cluster with link counters: the recorded ones next to those of a new run.
#pragma once

#include "cli/distbench/tables/table_report.hpp"
#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// The figures that judge a race: the algorithm that `auto` chose, its predicted time, and the bytes on the links.
struct ClusterRace {
    std::string network;
    std::string race;
    std::string machine; ///< machine of the predictions, with the place and date of the measurement
    Index messages = 0;
    Index bytes = 0;
    std::string chosen;
    std::string fastest;
    double regret = 1;             ///< computed from the medians of all rounds
    double regret_of_shortest = 1; ///< computed from the shortest round of each algorithm, which was least disturbed by other
                                   ///< processes
    /// The regret with selection bias removed. The fastest algorithm is selected in half of the rounds (every other one) and
    /// compared in the other half. The value is the geometric mean over both choices of halves. The shortest of many medians is
    /// also short by chance, and this chance does not count here. Below 1 if auto's algorithm is faster; for a single round, the
    /// regret.
    double regret_checked = 1;
    std::optional<double> predicted; ///< seconds, for auto's algorithm
    double observed = 0;             ///< seconds, for auto's algorithm
    double counted = 0;              ///< for auto's algorithm: bytes counted by the kernel on all links, over predicted bytes
    double counted_least = 0;        ///< least and largest ratio of a busy link
    double counted_largest = 0;
};

/// Returns the races recorded with tests/bench/cluster_bench.sh (datasets/cluster/recorded.json).
[[nodiscard]] std::vector<ClusterRace> recorded_cluster_races();

/// Returns the races of a document of schema tessera.races/1 with counted links, or tessera.cluster-table/1. Error: it has another
/// schema.
[[nodiscard]] Result<std::vector<ClusterRace>> cluster_races_of(std::string_view json, std::string const& file);

/// Returns the recorded races next to those of `files`, matched by network and name. The JSON, of schema tessera.cluster-table/1,
/// has only the latter if there are any, ready to be recorded. Errors: a file cannot be read, or holds no races.
[[nodiscard]] Result<TableReport> cluster_report(std::span<std::string const> files);

} // namespace tessera::cli
