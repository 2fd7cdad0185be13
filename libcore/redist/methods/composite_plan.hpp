// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a redistribution in one or several phases, through intermediate mappings.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

struct MethodInfo;

/// One phase of one array: from where the phase before left it.
struct MethodStep {
    RedistPlan plan;
    std::string how; ///< "ky-to-y, k = 3"; empty where the method's name says all
    /// The plan and what is added once it has arrived, in one; nothing where nothing is. It has the same messages.
    std::optional<RedistPlan> addition = std::nullopt;
};

/// All arrays that move in one phase.
struct CompositePhase {
    MultiPlan plan;
    std::vector<std::size_t> arrays;              ///< which array of the whole each plan moves, ascending
    std::string how;                              ///< of the arrays, each wording once
    std::optional<MultiPlan> sums = std::nullopt; ///< the plan with all additions; nothing where nothing is added

    /// What the phase comes to, for those who read of it; `plan` is what its messages put where.
    [[nodiscard]] MultiPlan const& outcome() const { return sums ? *sums : plan; }
};

/// What a method makes of a plan: phases, the first of which begins where the whole begins; where an array takes part in phase i +
/// 1 it goes on from the target of phase i; the last brings it where the whole ends. Every array takes part in the first phase, and
/// in none after one that it skips.
struct CompositePlan {
    MethodInfo const* method = nullptr;
    MultiPlan whole;
    std::vector<CompositePhase> phases; ///< at least one

    /// What all phases move, one after the other: volumes and messages are summed, the most sends and receives of a rank are those
    /// of any one phase, and `elements` is what arrives in the end.
    [[nodiscard]] RedistTotals totals() const;
    /// Can the plan be run backward, from the targets to the sources (Thakur, section 3.7)? Error: an array has copies of its
    /// elements in some phase (nobody says which of them comes back, or what the others get).
    [[nodiscard]] Result<void> check_return() const;
};

/// The most bytes that a rank has in its parts of the arrays before, after and between the phases. Of those between, each array has
/// two at a time: one that is read and one that is written. Cost: the ranks of every phase.
[[nodiscard]] Index peak_bytes(CompositePlan const& plan);

/// Joins the steps of each array, by their number. Error: a phase is more bytes than fit 64 bits.
[[nodiscard]] Result<std::vector<CompositePhase>> joined_phases(std::vector<std::vector<MethodStep>> const& steps);

} // namespace tessera
