// SPDX-License-Identifier: BSD-3-Clause
// Tessera: two coupled data-parallel programs: the data that one sends to the other, and the algorithm (CDT, sections 2.2 and 3.1).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/schedule/message_set.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// The description of one side. It numbers its own ranks from 0, and its mapping uses these numbers.
struct CouplingSide {
    MappingSpec mapping;
    std::vector<Rank> ranks; ///< rank among all ranks of both sides, indexed by the side's number; each occurs once
};

/// Limit of the listed messages. For larger couplings only the totals are known, because 4000 times 4000 messages fill the memory.
inline constexpr Index most_listed_messages = Index{1} << 22;

/// The transfer of the whole array from the sending side to the receiving side, once. Cheap to copy.
struct Coupling {
    std::shared_ptr<MultiPlan const> plan; ///< plan of one array, with ranks among all
    MessageSet messages;                   ///< messages of the plan; data that stays on a rank of both sides is no message
    bool listed = true;                    ///< false: `messages` is empty, because there are more than most_listed_messages
    int senders = 0;                       ///< ranks of the sending side's arrangement: the paper's S
    int receivers = 0;                     ///< ranks of the receiving side's arrangement: the paper's R

    /// Makes the coupling. Errors (they name both sides): a mapping names a rank that its side does not have; arrays with different
    /// shapes or types; as Mapping::make and RedistPlan::make.
    [[nodiscard]] static Result<Coupling> make(CouplingSide const& sender, CouplingSide const& receiver);
};

/// The paper's names of its five algorithms, in its order. The first one needs no schedule.
inline constexpr std::string_view coupling_algorithms[] = {"all-to-all", "centralized", "staged", "multistage", "hybrid"};
/// Returns the text for messages: "all-to-all, centralized, staged, multistage or hybrid".
[[nodiscard]] std::string coupling_algorithm_names();

/// Returns the schedule of an algorithm for these messages, or null for all-to-all, which sends them directly. Errors: an unknown
/// name; as make_schedule.
[[nodiscard]] Result<std::shared_ptr<Schedule const>> coupling_schedule(std::string_view algorithm, MessageSet const& messages);
/// Returns the same for a coupling. Additional error: an algorithm other than all-to-all, if the messages are not listed.
[[nodiscard]] Result<std::shared_ptr<Schedule const>> coupling_schedule(std::string_view algorithm, Coupling const& coupling);

/// The terms of CDT equation 1, T = t_m M + t_w W, for one algorithm.
struct RatedCoupling {
    std::string algorithm;
    Index messages = 0;         ///< messages sent by all ranks
    Index crossing = 0;         ///< those from a rank of the senders to a rank of the receivers
    Index bytes = 0;            ///< bytes sent by all ranks, counting forwarded data each time
    Index steps = 0;            ///< number of steps
    Index busiest_messages = 0; ///< M: see rate_coupling
    double busiest_bytes = 0;   ///< W, in bytes
    std::optional<double> time; ///< in seconds; absent without rates
};

/// Returns the terms of every algorithm, in the paper's order, or only those of all-to-all if the messages are not listed. M is the
/// largest number of messages that a rank of the larger side starts (or receives, if there are more receivers). This agrees with
/// the paper, where all-to-all has M = R for S >= R. W is the total number of sent bytes, divided by (S + R) / 2 ranks. The centre
/// of `centralized` works alone: M = S + R - 1, and W is all data in and out of it, 2 D. If all messages are equal, all-to-all and
/// centralized agree with cdt_cost(). `machine`: null if no times are needed. Errors: as coupling_schedule.
[[nodiscard]] Result<std::vector<RatedCoupling>> rate_coupling(Coupling const& coupling, Machine const* machine);

/// The rates t_m in seconds and t_w in seconds per byte.
struct CouplingRates {
    double message = 0;
    double byte = 0;
    std::string_view source; ///< "t_m and t_w", or "alpha and beta"
};
/// Returns the rates of a profile: its t_m and t_w. If it has none, returns the start-up and the transfer rate of its protocol for
/// messages of `bytes`. Returns nothing if it has neither.
[[nodiscard]] std::optional<CouplingRates> coupling_rates(Machine const& machine, Index bytes);

struct CouplingChoice {
    std::string algorithm;
    std::string reason; ///< one sentence
};
/// Chooses for `auto`: the least time by equation 1; without rates the fewest bytes, then the fewest messages. Deterministic: all
/// ranks of both sides make the same choice. Precondition: rows from rate_coupling().
[[nodiscard]] CouplingChoice choose_coupling(std::span<RatedCoupling const> rows);

} // namespace tessera
