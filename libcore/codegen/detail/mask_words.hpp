// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the condition of a context in generated programs.
#pragma once

#include "libcore/codegen/detail/program_text.hpp"
#include "libcore/codegen/program_options.hpp"
#include "libcore/comm/halo/halo_plan.hpp"

namespace tessera::detail {

/// Adds words of halo_pattern. If the halo has a context, `active` defines is_active(number) and count_reads(), `skip_inactive`
/// calls the first, and `expected` the second. `reads`: number of neighbours that are read without a context.
void add_context_words(ProgramWords& words, HaloPlan const& plan, Index reads, ProgramLanguage language);

} // namespace tessera::detail
