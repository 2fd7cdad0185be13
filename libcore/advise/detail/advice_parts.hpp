// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the parts of an advice that are worked out once its answers are known.
#pragma once

#include "libcore/advise/advice.hpp"
#include "libcore/advise/layout_weights.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera::detail {

/// Why the first answer is better than the best that moves nothing, and than the job's own. `without`: the best answer without
/// remaps, null where there is none.
[[nodiscard]] std::vector<std::string> reasons_for(Advice const& advice, AdvisedLayout const* without, PhaseCoster const& coster);

/// Where the first of the answers and another one cost the same, if one rate of the machine is scaled and the others stay; all
/// priced anew there. Errors: of the prices.
[[nodiscard]] Result<std::vector<TurningPoint>> turning_points_of(std::span<AdvisedLayout const> answers,
                                                                  PhaseCoster const& coster);

/// As many distributed dimensions in the same formats, in all phases that use the arrays, on however many ranks.
[[nodiscard]] bool are_of_one_kind(ProgramLayout const& a, ProgramLayout const& b, PhasedProgram const& program);

/// Lets arrays go by way of other layouts where that is cheaper, but not around loops. `groups`: of all arrays, each once; `limit`:
/// see RemapWays. Errors: of the prices.
[[nodiscard]] Result<void> take_detours(AdvisedLayout& answer, PhaseCoster const& coster, std::span<LayoutWeights* const> groups,
                                        std::optional<Index> memory, double limit);

/// A sentence for each array that goes by way of others. Errors: of the prices.
[[nodiscard]] Result<std::vector<std::string>> detours_in(AdvisedLayout const& answer, PhaseCoster const& coster);

} // namespace tessera::detail
