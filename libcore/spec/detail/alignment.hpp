// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ALIGN directives become affine maps from an array to a template, also through other arrays.
#pragma once

#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/spec/detail/symbols.hpp"

namespace tessera::notation {

/// How an array lies on a template: one axis per template dimension, and the words that say so.
struct Alignment {
    std::vector<AlignAxis> axes;
    std::vector<Place> places; ///< one per axis
    Place whole;               ///< the directive's subject
};

/// `alignee` is the index space of the array (or template) that is aligned. Resolves dummies, colons and triplets. Errors: other
/// numbers of dimensions, a dummy used twice, colons that do not pair up or do not conform, positions outside the target.
[[nodiscard]] std::optional<Alignment> resolve_alignment(AlignNode const& node, Template const& alignee, Template const& target,
                                                         Diagnostics& diagnostics);

/// A aligned with B, and B with T: A aligned with T. `middle` is B. Error: A is replicated over a part of a dimension of T only.
[[nodiscard]] std::optional<Alignment> composed(Alignment const& inner, Template const& middle, Alignment const& outer,
                                                Template const& target, Diagnostics& diagnostics);

} // namespace tessera::notation
