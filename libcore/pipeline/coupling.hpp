// SPDX-License-Identifier: BSD-3-Clause
// Tessera: two data-parallel programs, coupled: what one hands to the other, and by which algorithm (CDT, sections 2.2 and 3.1).
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

/// One side as it describes itself: it numbers its own ranks from 0, and its mapping names them by these numbers.
struct CouplingSide {
    MappingSpec mapping;
    std::vector<Rank> ranks; ///< by the side's number: the rank among all ranks of both sides, each once
};

/// A coupling of more messages is known by its totals alone: the messages of 4000 senders to 4000 receivers fill the memory.
inline constexpr Index most_listed_messages = Index{1} << 22;

/// What the sending side hands to the receiving side: the whole array, once. Cheap to copy.
struct Coupling {
    std::shared_ptr<MultiPlan const> plan; ///< of one array, in ranks among all
    MessageSet messages;                   ///< of the plan; what a rank on both sides keeps is no message
    bool listed = true;                    ///< false: `messages` is empty, as there are more than most_listed_messages
    int senders = 0;                       ///< ranks the sending side's arrangement has: the paper's S
    int receivers = 0;                     ///< R

    /// Errors, which name both sides: a mapping that names a rank its side has not; arrays whose shapes or types differ; as
    /// Mapping::make and RedistPlan::make.
    [[nodiscard]] static Result<Coupling> make(CouplingSide const& sender, CouplingSide const& receiver);
};

/// The five algorithms of the paper by its names, in its order; the first one needs no schedule.
inline constexpr std::string_view coupling_algorithms[] = {"all-to-all", "centralized", "staged", "multistage", "hybrid"};
/// For messages: "all-to-all, centralized, staged, multistage or hybrid".
[[nodiscard]] std::string coupling_algorithm_names();

/// The steps of an algorithm for these messages; null for all-to-all, whose messages go as they are. Errors: an unknown name; as
/// make_schedule.
[[nodiscard]] Result<std::shared_ptr<Schedule const>> coupling_schedule(std::string_view algorithm, MessageSet const& messages);
/// The same of a coupling. Error also: an algorithm other than all-to-all for messages that are not listed.
[[nodiscard]] Result<std::shared_ptr<Schedule const>> coupling_schedule(std::string_view algorithm, Coupling const& coupling);

/// An algorithm by the terms of CDT equation 1, T = t_m M + t_w W.
struct RatedCoupling {
    std::string algorithm;
    Index messages = 0;         ///< sent by all ranks
    Index crossing = 0;         ///< of these, from a rank that has something to send to one that is to receive something
    Index bytes = 0;            ///< sent by all ranks, forwarded data each time it is sent
    Index steps = 0;            ///< one after the other
    Index busiest_messages = 0; ///< M: see below
    double busiest_bytes = 0;   ///< W in bytes
    std::optional<double> time; ///< seconds; absent without rates
};

/// The terms of every algorithm, in the paper's order; of all-to-all alone where the messages are not listed. M is the most
/// messages that a rank of the larger side starts (or takes, where the receivers are more), as in the paper, where all-to-all has M
/// = R for S >= R; W is what is sent in all, divided among (S + R) / 2 ranks. The centre of `centralized` works alone: M = S + R -
/// 1, and W is all that goes in and out of it, 2 D. For messages that are all alike all-to-all and centralized are cdt_cost().
/// `machine`: null where no times are wanted. Errors: as coupling_schedule.
[[nodiscard]] Result<std::vector<RatedCoupling>> rate_coupling(Coupling const& coupling, Machine const* machine);

/// t_m in seconds and t_w in seconds per byte: the profile's own, else the start-up and the transfer rate of its protocol for
/// messages of `bytes`. Nothing where it has neither.
struct CouplingRates {
    double message = 0;
    double byte = 0;
    std::string_view source; ///< "t_m and t_w", or "alpha and beta"
};
[[nodiscard]] std::optional<CouplingRates> coupling_rates(Machine const& machine, Index bytes);

struct CouplingChoice {
    std::string algorithm;
    std::string reason; ///< one sentence
};
/// `auto`: the least time by equation 1; without rates the fewest bytes, and of these the fewest messages. Deterministic: every
/// rank of both sides chooses alike. Precondition: rows as rate_coupling() makes them.
[[nodiscard]] CouplingChoice choose_coupling(std::span<RatedCoupling const> rows);

} // namespace tessera
