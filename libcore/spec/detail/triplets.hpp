// SPDX-License-Identifier: BSD-3-Clause
// Tessera: subscript triplets inside the bounds of a dimension.
#pragma once

#include "libcore/mapping/copy_map.hpp"
#include "libcore/spec/detail/syntax.hpp"

namespace tessera::notation {

/// The indices first, first + stride, ...: `count` indices in the user's bounds.
struct ResolvedTriplet {
    Index first = 0;
    Index stride = 1;
    Index count = 0;
};

/// Fills in absent bounds (the dimension's own; swapped if the stride is negative) and counts the indices. Does not check that the
/// indices exist. Returns nothing if the result does not fit in 64 bits. In a half-open triplet `last` is not part of the range.
[[nodiscard]] std::optional<ResolvedTriplet> resolved_triplet(Triplet const& triplet, Index lower, Index extent,
                                                              bool half_open = false);

/// Like resolved_triplet, but 0-based and checked: every index lies in the dimension. `what` names the dimension in the error:
/// "dimension 2 of A".
[[nodiscard]] CopyMap::Range checked_triplet(Triplet const& triplet, bool half_open, Index lower, Index extent,
                                             std::string const& what, Diagnostics& diagnostics);

} // namespace tessera::notation
