// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms of message schedules run against each other, and against what is predicted of them.
#pragma once

#include "cli/distbench/link_counters.hpp"
#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/site.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/move/step_order.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// One algorithm in a race.
struct Runner {
    std::string algorithm;
    std::string refusal;             ///< why it does not run; empty: it does
    std::optional<double> predicted; ///< seconds, packing included; absent where the machine lacks a rate
    std::vector<double> observed;    ///< seconds of each round, of the slowest rank
    std::string wrong;               ///< the first element that is not in its place; empty: all are
    std::optional<LinkBytes> links;  ///< of one round, where the network has counters

    [[nodiscard]] double median() const; ///< of the rounds; precondition: it runs
};

struct Race {
    std::string name; ///< "all-to-all of 1 KiB", "fft2d.hpf"
    std::string topology;
    int ranks = 0;
    Index messages = 0;
    Index bytes = 0;
    std::vector<Runner> runners;    ///< the fastest first, those that do not run last
    std::string chosen;             ///< by `auto`; never one that is not among the runners
    std::vector<std::string> links; ///< names of the network's links, "0-4", where they are counted

    [[nodiscard]] double regret() const; ///< the time of the chosen one over the shortest
    [[nodiscard]] bool delivered() const;
    [[nodiscard]] bool has_counters() const { return !links.empty(); }
};

struct RaceSettings {
    std::vector<std::string> algorithms; ///< by name; the one `auto` chooses runs in any case
    StepOrder order = StepOrder::Async;
    int rounds = 11;
    std::optional<LinkCounters> counters; ///< read by rank 0, before and after one further round of each algorithm
    std::function<void(Index)> progress;  ///< called by every rank with 1 after each round of each algorithm
};

/// Every algorithm that applies moves the plan's arrays, one after the other in every round, so that whatever else the machine does
/// hits them alike. What arrives is compared with what should, element by element, after the first round and off the clock.
/// Collective over `comm`, whose ranks are those of the plan. Errors: no algorithm applies; `auto` finds none.
[[nodiscard]] Result<Race> run_race(Comm const& comm, std::string name, MultiPlan const& plan, Site const& site,
                                    RaceSettings const& settings);

/// Several races with what they have in common.
struct RaceDay {
    std::vector<Race> races;
    std::string machine; ///< what times are predicted with
    StepOrder order = StepOrder::Async;
    int rounds = 0;
};

void races_text(RaceDay const& day, Sink const& sink);
/// Schema tessera.races/1.
void races_json(RaceDay const& day, Sink const& sink);

} // namespace tessera::cli
