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

/// One phase of one array. It starts from the target of the previous phase.
struct MethodStep {
    RedistPlan plan;
    std::string how; ///< for example "ky-to-y, k = 3"; empty if the method's name is enough
    /// The plan and the addition after it, as one plan with the same messages. Unset if nothing is added.
    std::optional<RedistPlan> addition = std::nullopt;
};

/// All arrays that move in one phase.
struct CompositePhase {
    MultiPlan plan;
    std::vector<std::size_t> arrays;              ///< index of the array that each plan moves, ascending
    std::string how;                              ///< descriptions of the arrays' steps, each once
    std::optional<MultiPlan> sums = std::nullopt; ///< the plans including all additions; unset if nothing is added

    /// Returns the phase including its additions, for reports. `plan` alone describes what the messages move.
    [[nodiscard]] MultiPlan const& outcome() const { return sums ? *sums : plan; }
};

/// The phases that a method makes of a plan. The first phase starts at the sources of the whole. An array in phase i + 1 starts at
/// its target of phase i. The last phase of an array ends at its target of the whole. Every array takes part in the first phase,
/// and in no phase after one that it skips.
struct CompositePlan {
    MethodInfo const* method = nullptr;
    MultiPlan whole;
    std::vector<CompositePhase> phases; ///< at least one

    /// Returns the totals of all phases in sequence. Volumes and messages are summed. The most sends and receives of a rank are
    /// those of any one phase. `elements` is the number delivered at the end.
    [[nodiscard]] RedistTotals totals() const;
    /// Checks that the plan can run backward, from the targets to the sources (Thakur, section 3.7). Error: an array has copies of
    /// its elements in some phase, so it is not defined which copy returns, or what the others receive.
    [[nodiscard]] Result<void> check_return() const;
};

/// Returns the bytes of each rank in its parts of the arrays before, after and between the phases. Between phases each array has
/// two mappings at a time: one is read and one is written. Cost: the ranks of every phase.
[[nodiscard]] std::vector<Index> held_bytes(CompositePlan const& plan);
/// Returns the largest of these numbers.
[[nodiscard]] Index peak_bytes(CompositePlan const& plan);

/// Joins the steps of all arrays by their number. Error: the bytes of a phase do not fit 64 bits.
[[nodiscard]] Result<std::vector<CompositePhase>> joined_phases(std::vector<std::vector<MethodStep>> const& steps);

} // namespace tessera
