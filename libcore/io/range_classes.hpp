// SPDX-License-Identifier: BSD-3-Clause
// Tessera: classes of parts of a copy with equal costs, so that one part represents each class.
#pragma once

#include "libcore/io/copy_plan.hpp"

#include <functional>
#include <vector>

namespace tessera {

/// A class of ranges along one dimension that overlap the chunks of both files in the same way.
struct RangeClass {
    Index first = 0; ///< number of one of the ranges
    Index count = 1;
};

/// Limit of the ranges that range_classes() examines; if there are more, it skips to the last. A small file may claim a huge
/// extent.
inline constexpr Index most_looked_at = Index{1} << 18;

/// Sorts range(0), ..., range(count - 1) of the target's dimension `dim` into classes. Two ranges of one class have the same
/// length. They also have the same begin within chunks of the source, within chunks of the target, and within `period` indices.
[[nodiscard]] std::vector<RangeClass> range_classes(CopyTask const& task, std::size_t dim, Index count,
                                                    std::function<Run(Index)> const& range, Index period = 1);

/// Calls visit(numbers, count) for one box of each class: its number along each dimension, and the size of the class.
void for_each_kind(std::vector<std::vector<RangeClass>> const& dims,
                   std::function<void(std::span<Index const> numbers, Index count)> const& visit);

/// Returns the number of classes, at most `limit`.
[[nodiscard]] Index kinds(std::vector<std::vector<RangeClass>> const& dims, Index limit);

} // namespace tessera
