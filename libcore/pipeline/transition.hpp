// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what one remapping of a job moves, and how the plan of a job is made of them.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/pipeline/method_choice.hpp"
#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/redist/relabelling/relabelling.hpp"
#include "libcore/spec/job.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Which phase of which method moves something.
struct TransitionPhase {
    CompositePlan composite;
    std::string reason;     ///< why the method was chosen; empty where it was named
    std::size_t number = 0; ///< of the composite's phases, from 0
};

/// Consecutive copies of a job's list, counted from 1. Both are 0 if the job has no copies.
struct CopyRange {
    Index first = 0;
    Index last = 0;
    [[nodiscard]] bool empty() const { return last == 0; }
    friend bool operator==(CopyRange const&, CopyRange const&) = default;
};

/// "copies 1 to 3", "copy 4".
[[nodiscard]] std::string text_of(CopyRange const& copies);

/// Every array of the job that has a state `to` goes there from its state `from`; states count from 0. In a job that remaps nothing
/// there is a single transition, with `from` and `to` 0. In a job of copies `from` and `to` are 0, and each transition is a batch
/// of copies that travel together (copy_batches); the next batch begins when it is complete.
struct Transition {
    Index from = 0;
    Index to = 0;
    std::shared_ptr<MultiPlan const> plan; ///< of at least one array
    RedistTotals totals;
    std::shared_ptr<TransitionPhase const> phase = nullptr;   ///< null: the transition as a whole
    std::shared_ptr<Relabelling const> relabelling = nullptr; ///< null: the ranks are those of the job
    CopyRange copies = {};                                    ///< the copies it makes; empty: it changes states

    /// What it comes to: as the plan, but where a phase adds what its messages bring, from the addends to the sums.
    [[nodiscard]] MultiPlan const& outcome() const;
    /// "state 0 to 1", "copies 1 to 3", "copy 4".
    [[nodiscard]] std::string states() const;
};

/// Error: as Job::movements and RedistPlan::make; the work was stopped. `section`: see parse_section.
[[nodiscard]] Result<std::vector<Transition>> transitions_of(Job const& job, std::optional<CopyMap> const& section = std::nullopt,
                                                             Watch const& watch = {});

/// From the first state to the last at once, whatever lies between: what arrives is the same as after all transitions. Of copies
/// that make several transitions it is the sum of what moves, not a plan that may be executed.
[[nodiscard]] Result<Transition> whole_transition(Job const& job, std::optional<CopyMap> const& section = std::nullopt,
                                                  Watch const& watch = {});

/// Are they the phases of one composite plan?
[[nodiscard]] bool is_one_composite(std::span<Transition const> transitions);

/// The transition called by its number, from 1. Error: there is none; it says how many there are.
[[nodiscard]] Result<Transition const*> find_transition(std::span<Transition const> transitions, Index number);

/// One for each phase that the method makes of the transition. `method`, `site` and errors: see composed_by.
[[nodiscard]] Result<std::vector<Transition>> phases_of(Transition const& whole, std::string_view method, SiteOfRanks const& site,
                                                        Watch const& watch = {});

/// The transitions to other ranks of their target processors, one after the other, each so that the least moves from where the last
/// one left the arrays. (That is the best for each in its turn, not for their sum.) Errors: see relabelled().
[[nodiscard]] Result<std::vector<Transition>> relabelled(std::span<Transition const> transitions,
                                                         std::optional<RankNodes> const& nodes);

/// What the transitions move one after the other. The most sends and receives of a rank are those of any one transition.
[[nodiscard]] RedistTotals sum_of(std::span<Transition const> transitions);

} // namespace tessera
