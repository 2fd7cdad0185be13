// SPDX-License-Identifier: BSD-3-Clause
// Tessera: splits sections of out-of-core arrays into pieces that fit in memory.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/box_set.hpp"

#include <vector>

namespace tessera {

/// Splits a section into pieces of at most `elements` elements (at least one), in the order of the file. There permutation[0]
/// varies fastest.
[[nodiscard]] std::vector<BoxSet> pieces_of(BoxSet const& section, std::vector<int> const& permutation, Index elements);

/// Returns a section of the global array in the local indices of a rank that owns it.
[[nodiscard]] BoxSet local_section(BoxSet const& owned, BoxSet const& global);

} // namespace tessera
