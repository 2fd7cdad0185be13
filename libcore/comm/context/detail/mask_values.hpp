// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the values of a mask's conditions for a rank's elements.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/comm/context/detail/mask_tree.hpp"
#include "libcore/sets/box_set.hpp"

#include <span>
#include <vector>

namespace tessera::detail {

/// The input of a mask: a box of an array's elements, and the dimensions in the order of their numbering.
struct MaskDomain {
    BoxSet elements;
    std::vector<int> order; ///< dimensions, fastest first
};

/// Evaluates a mask for a few hundred consecutive elements at a time, operation by operation, so that the loops are short and
/// simple.
class MaskValues {
  public:
    /// All arguments must outlive the object. Precondition: the domain is not empty.
    MaskValues(MaskTree const& tree, ArraySpec const& array, MaskDomain const& domain);

    /// Returns the positions of `outer` for which the condition holds. Computes it once for each of them, and for no other.
    [[nodiscard]] Context where(int node, Context const& outer);

  private:
    using Values = std::vector<Index>; // values of one node

    [[nodiscard]] std::span<Index const> compute(int node, Run numbers);
    void apply(MaskNode const& node, Index const* left, Index const* right, Values& out, std::size_t count) const;

    MaskTree const& tree_;
    std::vector<int> order_;       // dimensions, fastest first
    std::vector<Extents> indices_; // indexed by dimension: indices of the domain, in the array's bounds
    std::vector<Values> values_;   // indexed by node
};

} // namespace tessera::detail
