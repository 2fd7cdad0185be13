// SPDX-License-Identifier: BSD-3-Clause
// Tessera: execution of several scheduling algorithms in turns, compared with their predictions.
#pragma once

#include "cli/distbench/link_counters.hpp"
#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/site.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/move/step_order.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// One algorithm in a race.
struct RacedAlgorithm {
    std::string algorithm;
    std::string refusal;             ///< reason why it does not run; empty: it runs
    std::optional<double> predicted; ///< seconds, packing included; absent if the machine lacks a rate
    std::vector<double> observed;    ///< seconds of the slowest rank in each round
    std::string wrong;               ///< first misplaced element; empty: none
    std::optional<LinkBytes> links;  ///< bytes of one round, if the network has counters

    [[nodiscard]] double median() const; ///< median of the rounds; precondition: it runs
};

struct Race {
    std::string name; ///< "all-to-all of 1 KiB", "fft2d.hpf"
    std::string topology;
    int ranks = 0;
    Index messages = 0;
    Index bytes = 0;
    std::vector<RacedAlgorithm> runners; ///< the fastest first, those that do not run last
    std::string chosen;                  ///< algorithm that `auto` chose; always among the runners
    std::vector<std::string> links;      ///< names of the network's links, "0-4", if they are counted

    [[nodiscard]] double regret() const; ///< Time of the chosen algorithm over the shortest time.
    [[nodiscard]] bool delivered() const;
    [[nodiscard]] bool has_counters() const { return !links.empty(); }
};

struct RaceSettings {
    std::vector<std::string> algorithms; ///< names; the choice of `auto` always runs in addition
    StepOrder order = StepOrder::Async;
    int rounds = 11;
    std::optional<LinkCounters> counters; ///< read by rank 0, before and after one additional round of each algorithm
    std::function<void(Index)> progress;  ///< called on every rank with 1 after each round of each algorithm
};

/// Every applicable algorithm moves the plan's arrays. They take turns in every round, so that disturbances affect them equally.
/// After the first round the result is verified element by element, outside the timed part. Collective over `comm`, whose ranks are
/// those of the plan. Errors: no algorithm applies; `auto` finds none.
[[nodiscard]] Result<Race> run_race(Communicator const& comm, std::string name, MultiPlan const& plan, Site const& site,
                                    RaceSettings const& settings);

/// Several races with common settings.
struct RaceSeries {
    std::vector<Race> races;
    std::string machine; ///< name of the machine for predictions
    StepOrder order = StepOrder::Async;
    int rounds = 0;
};

void races_text(RaceSeries const& series, Sink const& sink);
/// Writes JSON of schema tessera.races/1.
void races_json(RaceSeries const& series, Sink const& sink);

} // namespace tessera::cli
