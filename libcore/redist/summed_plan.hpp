// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a redistribution with a sum: B(i,j) = sum(A(i,j,:)), DTensor's Partial.
#pragma once

#include "libcore/mapping/copy_map.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <string_view>

namespace tessera {

/// Returns whether the copy map reduces elements.
/// The ranks that hold addends of a pending sum do not hold copies of one element: each addend is an element of its own. So there
/// is no special mapping for a sum. Its addends are an array with one more dimension, distributed like any other. The copy map has
/// an axis for this dimension that names no dimension of the target. All elements along the axis arrive at one element of the
/// target and are combined there.
[[nodiscard]] bool adds(CopyMap const& map);
[[nodiscard]] bool adds(RedistPlan const& plan);
[[nodiscard]] bool adds(MultiPlan const& plan); ///< true if any of its plans reduces elements

/// Returns whether each element of the target is the sum of all source elements with the same indices, along one additional, last
/// dimension.
[[nodiscard]] bool adds_in_place(RedistPlan const& plan);

/// Returns the number of addends of each target element, or 1 if nothing is added.
[[nodiscard]] Index addends_of(CopyMap const& map);

/// The two redistributions of a sum. Between them, each rank holds all addends of its share. They form the array of the target with
/// the added dimensions, which vary slowest in memory. So the k-th addends of all elements are contiguous. Once the second and
/// later addends are added to the first, in ascending order, the memory of the first holds the share.
struct SummedPlan {
    RedistPlan contributions; ///< plan from the addends to the shares, without any addition
    RedistPlan delivery;      ///< plan from the shares to the target
    RedistPlan addition;      ///< the contributions and the addition after them, as one plan from the addends to the shares
    Index addends = 1;
};

/// Decides which rank adds which elements. If the target has copies, each copy adds a part of the common elements, cut along the
/// dimension that moves the least (a reduce-scatter, then an all-gather). Otherwise each rank adds what it receives. So every
/// element is added up once, and all copies have the same bits, for every type. Errors: the addends of a share do not fit 64 bits;
/// no dimension can be cut. Precondition: adds(plan).
[[nodiscard]] Result<SummedPlan> summed_plan(RedistPlan const& plan);

/// Returns the method for a plan without an explicit method: "sum" if it adds, else "direct".
[[nodiscard]] std::string_view plain_method(MultiPlan const& plan);

} // namespace tessera
