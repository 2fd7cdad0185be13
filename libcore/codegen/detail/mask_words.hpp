// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the condition of a context as programs write it.
#pragma once

#include "libcore/codegen/detail/program_text.hpp"
#include "libcore/codegen/program_options.hpp"
#include "libcore/comm/halo/halo_plan.hpp"

namespace tessera::detail {

/// Words of halo_pattern: `active` defines is_active(number) and count_reads() if the halo has a context, `skip_inactive` calls the
/// one and `expected` the other. `reads`: how many neighbours are read if it has none.
void add_context_words(ProgramWords& words, HaloPlan const& plan, Index reads, ProgramLanguage language);

} // namespace tessera::detail
