// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a comparison of the algorithms for a broadcast or reduction, as text and JSON.
#pragma once

#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/comm/collectives/collective_schedule.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// The figures of one algorithm for a task.
struct RatedCollective {
    CollectiveAlgorithm const* algorithm = nullptr;
    CollectiveTotals totals;
    std::optional<CollectiveCost> cost; ///< nothing without the rates of a machine
    std::string lacking = {};           ///< reason why there is no cost, if the machine has rates
};

struct CollectiveReport {
    CollectiveTask task;
    std::string network;
    std::string machine; ///< name of the machine; empty: no rates
    std::vector<RatedCollective> rows;
    std::optional<CollectiveChoice> choice = std::nullopt; ///< choice of auto, with a machine
};

/// Returns all algorithms of the task's kind with known steps (MPI's own are excluded), in the order of their table. With a machine
/// the fastest comes first.
[[nodiscard]] std::vector<RatedCollective> rate_collectives(CollectiveTask const& task, Site const& site);

void collective_text(CollectiveReport const& report, Sink const& sink);
/// Writes JSON of schema tessera.collectives/1.
void collective_json(CollectiveReport const& report, Sink const& sink);

} // namespace tessera
