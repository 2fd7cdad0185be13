// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the programs that redistribute an array have in common.
#pragma once

#include "libcore/codegen/detail/box_program.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <string>

namespace tessera::detail {

/// Errors: the plan is no remapping of a whole array; as check_listable.
[[nodiscard]] Result<void> check_remapping(RedistPlan const& plan);

/// The words of boxes_pattern, exchange_pattern and redistribution_pattern, and of both local arrays.
[[nodiscard]] ProgramWords redistribution_words(RedistPlan const& plan, ProgramLanguage language);

[[nodiscard]] ProgramFrame redistribution_frame(RedistPlan const& plan, std::string kind, std::string paper);

} // namespace tessera::detail
