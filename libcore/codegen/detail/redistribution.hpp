// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common part of generated programs that redistribute an array.
#pragma once

#include "libcore/codegen/detail/box_program.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <string>

namespace tessera::detail {

/// Checks the plan. Errors: the plan does not remap a whole array; as check_listable.
[[nodiscard]] Result<void> check_remapping(RedistPlan const& plan);

/// Returns the words of boxes_pattern, exchange_pattern and redistribution_pattern, and of both local arrays.
[[nodiscard]] ProgramWords redistribution_words(RedistPlan const& plan, ProgramLanguage language);

[[nodiscard]] ProgramFrame redistribution_frame(RedistPlan const& plan, std::string kind, std::string paper);

} // namespace tessera::detail
