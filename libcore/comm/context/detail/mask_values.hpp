// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the conditions of a mask, computed for a rank's elements.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/comm/context/detail/mask_tree.hpp"
#include "libcore/sets/box_set.hpp"

#include <span>
#include <vector>

namespace tessera::detail {

/// What a mask is asked for: a box of an array's elements, and its dimensions in the order in which they are counted.
struct MaskDomain {
    BoxSet elements;
    std::vector<int> order; ///< the fastest first
};

/// Some hundred consecutive elements at a time, operation by operation, so that the loops are short and plain.
class MaskValues {
  public:
    /// All must outlive it. Precondition: the domain is not empty.
    MaskValues(MaskTree const& tree, ArraySpec const& array, MaskDomain const& domain);

    /// Those of `outer` for which the condition holds; it is computed once for each of them and for no other.
    [[nodiscard]] Context where(int node, Context const& outer);

  private:
    using Values = std::vector<Index>; // of one node

    [[nodiscard]] std::span<Index const> compute(int node, Run numbers);
    void apply(MaskNode const& node, Index const* left, Index const* right, Values& out, std::size_t count) const;

    MaskTree const& tree_;
    std::vector<int> order_;       // dimensions, the fastest first
    std::vector<Extents> indices_; // by dimension: those of the domain, in the array's bounds
    std::vector<Values> values_;   // by node
};

} // namespace tessera::detail
