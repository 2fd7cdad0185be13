// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sections of out-of-core arrays in pieces that fit memory.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/box_set.hpp"

#include <vector>

namespace tessera {

/// A section in pieces of at most `elements` elements (at least one), in the order of the file; permutation[0] varies fastest
/// there.
[[nodiscard]] std::vector<BoxSet> pieces_of(BoxSet const& section, std::vector<int> const& permutation, Index elements);

/// A section of the global array in the local indices of a rank that owns these indices.
[[nodiscard]] BoxSet local_section(BoxSet const& owned, BoxSet const& global);

} // namespace tessera
