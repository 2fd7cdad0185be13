// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one factor of a plan in closed form, by the intersection of PITFALLS (PITFALLS paper, section 2.3 and Fig. 14).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/redist/dim_transfer.hpp"
#include "libcore/sets/pitfalls.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Both sides of a dimension, each as at most three PITFALLS.
struct PitfallsPair {
    std::vector<TaggedPitfalls> source;
    std::vector<TaggedPitfalls> target;
};

/// Returns nothing if a side is not block or cyclic(m) over the unchanged indices.
[[nodiscard]] std::optional<PitfallsPair> pitfalls_of(DimTransfer const& factor);

/// Returns the pairs of coordinates that share indices, by source, then target, each with its FALLS (ascending within one pair of
/// families). Cost: the product of both numbers of coordinates, and the FALLS.
[[nodiscard]] std::vector<PitfallsTransfer> pitfalls_factor(PitfallsPair const& pair);

} // namespace tessera
