// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a transition, one remapping of a job, and how a job's plan consists of transitions.
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

/// The phase of a method that a transition represents.
struct TransitionPhase {
    CompositePlan composite;
    std::string reason;     ///< reason for the choice of the method; empty if it was named
    std::size_t number = 0; ///< index among the composite's phases, from 0
};

/// Consecutive copies of a job's list, counted from 1. Both are 0 if the job has no copies.
struct CopyNumbers {
    Index first = 0;
    Index last = 0;
    [[nodiscard]] bool empty() const { return last == 0; }
    friend bool operator==(CopyNumbers const&, CopyNumbers const&) = default;
};

/// Returns "copies 1 to 3" or "copy 4".
[[nodiscard]] std::string text_of(CopyNumbers const& copies);

/// Every array of the job that has a state `to` moves there from its state `from`. States count from 0. A job without remaps has a
/// single transition, with `from` and `to` 0. In a job of copies `from` and `to` are 0, and each transition is a batch of copies
/// that move together (copy_batches); the next batch begins when it is complete.
struct Transition {
    Index from = 0;
    Index to = 0;
    std::shared_ptr<MultiPlan const> plan; ///< plan of at least one array
    RedistTotals totals;
    std::shared_ptr<TransitionPhase const> phase = nullptr;   ///< null: the transition is not a phase of a method
    std::shared_ptr<Relabelling const> relabelling = nullptr; ///< null: the ranks are those of the job
    CopyNumbers copies = {};                                  ///< the copies that it performs; empty: it changes states

    /// Sets the plan and its totals. `watch`: as for RedistPlan::totals.
    void set_plan(MultiPlan made, Watch const& watch = {});
    /// Returns the effect of the transition: the plan or, for a phase that also adds, the plan from the addends to the sums.
    [[nodiscard]] MultiPlan const& outcome() const;
    /// Returns "state 0 to 1", "copies 1 to 3" or "copy 4".
    [[nodiscard]] std::string states() const;
};

/// Returns the transitions of a job. Errors: as Job::movements and RedistPlan::make; the work was stopped. `section`: see
/// parse_section.
[[nodiscard]] Result<std::vector<Transition>> transitions_of(Job const& job, std::optional<CopyMap> const& section = std::nullopt,
                                                             Watch const& watch = {});

/// Returns the direct transition from the first state to the last. Its result equals that of all transitions. For copies that form
/// several transitions, it is the sum of what moves, and must not be executed.
[[nodiscard]] Result<Transition> whole_transition(Job const& job, std::optional<CopyMap> const& section = std::nullopt,
                                                  Watch const& watch = {});

/// Returns whether the transitions are the phases of one composite plan.
[[nodiscard]] bool is_one_composite(std::span<Transition const> transitions);

/// Returns the transition with this number, from 1. Error: there is none; the message says how many there are.
[[nodiscard]] Result<Transition const*> find_transition(std::span<Transition const> transitions, Index number);

/// Returns one transition for each phase that the method makes. `method`, `site` and errors: see composed_by.
[[nodiscard]] Result<std::vector<Transition>> phases_of(Transition const& whole, std::string_view method, SiteOfRanks const& site,
                                                        Watch const& watch = {});

/// Returns the transitions with other ranks for their target processors. In turn, each moves as little as possible from the place
/// where the previous one left the arrays. (This is optimal for each transition, but not for their sum.) Errors: see relabelled().
[[nodiscard]] Result<std::vector<Transition>> relabelled(std::span<Transition const> transitions,
                                                         std::optional<RankNodes> const& nodes);

/// Returns the sum over the transitions. The most sends and receives of a rank are those of any one transition.
[[nodiscard]] RedistTotals sum_of(std::span<Transition const> transitions);

} // namespace tessera
