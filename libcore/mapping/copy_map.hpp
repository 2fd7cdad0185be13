// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which element of one array goes to which element of another: sections, transposition, reversal.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/dim_groups.hpp"
#include "libcore/mapping/reduce_op.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// One side of an axis: iteration k maps to the 0-based index start + step*k of array dimension `dim`.
struct CopySide {
    int dim = 0;
    Index start = 0;
    Index step = 1;
    friend bool operator==(CopySide const&, CopySide const&) = default;
};

/// One dimension of the iteration space, with iterations k in [0, extent). A side is absent if its array has no such dimension:
/// B(i) = A(i,3) has a second axis of extent 1 with source {dim 1, start 2} and no target.
struct CopyAxis {
    Index extent = 0;
    std::optional<CopySide> source;
    std::optional<CopySide> target;
    friend bool operator==(CopyAxis const&, CopyAxis const&) = default;
};

/// The assignment B(...) = A(...) over a 0-based iteration space. Exactly one axis names each array dimension of either side.
struct CopyMap {
    std::vector<CopyAxis> axes;
    ReduceOp op = ReduceOp::Sum; ///< combines elements that have the same target element
    /// For a reshape: the dimensions that form one dimension of the sides of the axes. Empty: the sides name declared dimensions.
    DimGroups source_groups = {};
    DimGroups target_groups = {};

    [[nodiscard]] static CopyMap identity(std::span<Index const> extents);
    /// The indices start, start+step, ... (count of them) of one dimension, used on both sides.
    struct Range {
        Index start = 0;
        Index step = 1;
        Index count = 0;
    };
    [[nodiscard]] static CopyMap section(std::span<Range const> ranges);
    /// The map that combines all elements along the last dimension. Its target has one dimension less.
    [[nodiscard]] static CopyMap along_last(std::span<Index const> extents, ReduceOp op);
    /// Makes the map of a reshape: elements keep their place in the linear order, which is each array's own storage order.
    /// Dimensions form as many groups as possible, so that groups of both arrays correspond. Errors: the numbers of elements
    /// differ, or are larger than max_extent.
    [[nodiscard]] static Result<CopyMap> reshape(ArraySpec const& source, ArraySpec const& target);
    [[nodiscard]] bool reshapes() const { return !source_groups.empty(); }
    [[nodiscard]] Extents extents() const;
    /// Checks the map against the extents of both arrays, as declared.
    /// Errors: a dimension named twice or never, an index outside either array, step 0, an absent source with an extent other than
    /// 1, an absent target with extent 0. An absent target with an extent above 1 is allowed: the axis is reduced (see
    /// libcore/redist/summed_plan.hpp).
    [[nodiscard]] Result<void> validate(std::span<Index const> source_extents, std::span<Index const> target_extents) const;
    friend bool operator==(CopyMap const&, CopyMap const&) = default;
};

} // namespace tessera
