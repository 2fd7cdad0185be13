// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms of a broadcast or reduction beside each other, as text and JSON.
#pragma once

#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/comm/collectives/collective_schedule.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// What is known of one algorithm for a task.
struct RatedCollective {
    CollectiveAlgorithm const* algorithm = nullptr;
    CollectiveTotals totals;
    std::optional<CollectiveCost> cost; ///< nothing without a machine's rates
    std::string lacking = {};           ///< which rate the machine does not have, where that is why
};

struct CollectiveReport {
    CollectiveTask task;
    std::string network;
    std::string machine; ///< its name; empty: no rates
    std::vector<RatedCollective> rows;
    std::optional<CollectiveChoice> choice = std::nullopt; ///< what auto takes, with a machine
};

/// All algorithms of the task's kind whose steps are known (MPI's own are not), in the order of their table; with a machine the
/// fastest first.
[[nodiscard]] std::vector<RatedCollective> rate_collectives(CollectiveTask const& task, Site const& site);

void collective_text(CollectiveReport const& report, Sink const& sink);
/// Schema tessera.collectives/1.
void collective_json(CollectiveReport const& report, Sink const& sink);

} // namespace tessera
