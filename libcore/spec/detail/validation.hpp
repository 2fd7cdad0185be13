// SPDX-License-Identifier: BSD-3-Clause
// Tessera: asks the mapping room whether a specification is sound, and points its complaint at the words that wrote it.
#pragma once

#include "libcore/spec/detail/alignment.hpp"
#include "libcore/spec/detail/distribution.hpp"

namespace tessera::notation {

/// Everything one state of one array is made of. Null: the array is distributed itself.
struct StateParts {
    ArraySymbol const& array;
    Template const* target = nullptr;
    std::vector<Place> const* target_dims = nullptr;
    Alignment const* alignment = nullptr;
    Distribution const& distribution;
};

/// The state's specification. Errors: all of Mapping::make's, and ranks outside a job of `ranks` ranks.
[[nodiscard]] std::optional<MappingSpec> valid_state(StateParts const& parts, std::optional<Index> ranks, Diagnostics& diagnostics);

/// The same for a template before anything is aligned with it: errors that any alignment would run into.
void check_template_distribution(Template const& space, std::vector<Place> const& dims, Distribution const& distribution,
                                 std::optional<Index> ranks, Diagnostics& diagnostics);

} // namespace tessera::notation
