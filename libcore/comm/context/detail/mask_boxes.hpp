// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparisons that bound one index of an array.
#pragma once

#include "libcore/comm/context/detail/mask_tree.hpp"
#include "libcore/sets/run.hpp"

#include <optional>

namespace tessera::detail {

struct MaskBound {
    int dim = 0;
    Run indices; ///< from 0, within the array
};

/// The indices that a comparison leaves of one dimension, where it compares a multiple of that index, plus something, with a
/// number; of a comparison of numbers alone, all or none. Nothing for other nodes.
[[nodiscard]] std::optional<MaskBound> box_bound(MaskTree const& tree, int node, ArraySpec const& array);
[[nodiscard]] bool bounds_one_index(MaskTree const& tree, MaskNode const& comparison);

} // namespace tessera::detail
