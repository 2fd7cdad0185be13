// SPDX-License-Identifier: BSD-3-Clause
// Tessera: validates a specification by deriving its mapping, and places each error at the words that caused it.
#pragma once

#include "libcore/spec/detail/alignment.hpp"
#include "libcore/spec/detail/distribution.hpp"

namespace tessera::notation {

/// The parts of one state of one array. Null pointers: the array is distributed itself.
struct StateParts {
    ArraySymbol const& array;
    Template const* target = nullptr;
    std::vector<Place> const* target_dims = nullptr;
    Alignment const* alignment = nullptr;
    Distribution const& distribution;
};

/// Returns the state's specification. Errors: those of Mapping::make, and ranks outside a job of `ranks` ranks.
[[nodiscard]] std::optional<MappingSpec> valid_state(StateParts const& parts, std::optional<Index> ranks, Diagnostics& diagnostics);

/// Checks a template's distribution before any array is aligned with it. Reports the errors that every alignment would cause.
void check_template_distribution(Template const& space, std::vector<Place> const& dims, Distribution const& distribution,
                                 std::optional<Index> ranks, Diagnostics& diagnostics);

} // namespace tessera::notation
