// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparisons that bound one index of an array.
#pragma once

#include "libcore/comm/context/detail/mask_tree.hpp"
#include "libcore/sets/run.hpp"

#include <optional>

namespace tessera::detail {

struct MaskBound {
    int dim = 0;
    Run indices; ///< counted from 0, within the array
};

/// Returns the indices of one dimension that meet a comparison. The comparison must be between a multiple of that index plus a
/// constant, and a number. A comparison of constants gives all indices or none. Returns nothing for other nodes.
[[nodiscard]] std::optional<MaskBound> box_bound(MaskTree const& tree, int node, ArraySpec const& array);
[[nodiscard]] bool bounds_one_index(MaskTree const& tree, MaskNode const& comparison);

} // namespace tessera::detail
