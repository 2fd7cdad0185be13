// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the parts of an advice that are computed after its answers are known.
#pragma once

#include "libcore/advise/advice.hpp"
#include "libcore/advise/layout_weights.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera::detail {

/// Returns the reasons why the first answer is better than the best answer without remaps, and than the job's own. `without`: that
/// best answer without remaps, or null if there is none.
[[nodiscard]] std::vector<std::string> reasons_for(Advice const& advice, AdvisedLayout const* without, PhaseCoster const& coster);

/// Returns the factors at which the first answer and another one cost the same, if one rate of the machine is scaled and the others
/// stay. All answers are priced again there. Errors: of the prices.
[[nodiscard]] Result<std::vector<TurningPoint>> turning_points_of(std::span<AdvisedLayout const> answers,
                                                                  PhaseCoster const& coster);

/// Returns whether both have equally many distributed dimensions in the same formats, in all phases that use the arrays, for any
/// numbers of ranks.
[[nodiscard]] bool are_of_one_kind(ProgramLayout const& a, ProgramLayout const& b, PhasedProgram const& program);

/// Moves arrays through intermediate layouts if this is cheaper, but not around loops. `groups`: contain each array once. `limit`:
/// see RemapPaths. Errors: of the prices.
[[nodiscard]] Result<void> take_detours(AdvisedLayout& answer, PhaseCoster const& coster, std::span<LayoutWeights* const> groups,
                                        std::optional<Index> memory, double limit);

/// Returns a sentence for each array that moves through intermediate layouts. Errors: of the prices.
[[nodiscard]] Result<std::vector<std::string>> detours_in(AdvisedLayout const& answer, PhaseCoster const& coster);

} // namespace tessera::detail
