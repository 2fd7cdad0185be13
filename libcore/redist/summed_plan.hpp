// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a redistribution that adds up: B(i,j) = sum(A(i,j,:)), DTensor's Partial.
#pragma once

#include "libcore/mapping/copy_map.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <string_view>

namespace tessera {

/// Copies that hold addends of a pending sum are no copies of an element: each is an element of its own. So the sum has no mapping
/// of its own kind; its addends are an array with one more dimension, which is distributed like any other, and the copy map has an
/// axis of it that names no dimension of the target. All elements along it arrive at one place and are added there.
[[nodiscard]] bool adds(CopyMap const& map);
[[nodiscard]] bool adds(RedistPlan const& plan);
[[nodiscard]] bool adds(MultiPlan const& plan); ///< any of its plans

/// Is each element of the target the sum of all that the source has at the same place, along one more dimension, its last?
[[nodiscard]] bool adds_in_place(RedistPlan const& plan);

/// How many addends each element of the target has; 1 where nothing is added.
[[nodiscard]] Index addends_of(CopyMap const& map);

/// The two redistributions that a sum is made of. Between them lie, on each rank, all addends of its share: the array of the target
/// with the added dimensions, which vary slowest in memory. So the addends of all its elements follow each other, and once the
/// second and later ones are added to the first, in ascending order, the memory of these is the share.
struct SummedPlan {
    RedistPlan contributions; ///< from the addends to the shares; nothing is added on the way
    RedistPlan delivery;      ///< from the shares to the target
    RedistPlan addition;      ///< the contributions and what is added behind them, in one: from the addends to the shares
    Index addends = 1;
};

/// Who adds what: where the target has copies, each of them a part of what they have in common, cut along the dimension for which
/// the least moves (a reduce-scatter, then an all-gather); else everybody adds what it gets. So every element is added up once, and
/// all copies have the same bits, whatever the type. Error: the addends of a share do not fit 64 bits; no dimension can be cut.
/// Precondition: adds(plan).
[[nodiscard]] Result<SummedPlan> summed_plan(RedistPlan const& plan);

/// The method for a plan that names none: "sum" where it adds, else "direct".
[[nodiscard]] std::string_view plain_method(MultiPlan const& plan);

} // namespace tessera
