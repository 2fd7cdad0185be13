// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of a copy that lie alike, so that one of them stands for all.
#pragma once

#include "libcore/io/copy_plan.hpp"

#include <functional>
#include <vector>

namespace tessera {

/// Stretches along one dimension that meet the chunks of both files in the same way.
struct Alike {
    Index first = 0; ///< the number of one of them
    Index count = 1;
};

/// Where there are more stretches, alike() looks at the first and the last only: a small file may say that it is huge.
inline constexpr Index most_looked_at = Index{1} << 18;

/// The stretches range(0), ..., range(count - 1) of the target's dimension `dim`, sorted into kinds. Two are of one kind where they
/// are equally long and begin at the same places within chunks of the source, within chunks of the target, and within `period`
/// indices.
[[nodiscard]] std::vector<Alike> alike(CopyTask const& task, std::size_t dim, Index count, std::function<Run(Index)> const& range,
                                       Index period = 1);

/// Calls visit(numbers, count) for one of each kind of boxes: its number along each dimension, and how many are of its kind.
void for_each_kind(std::vector<std::vector<Alike>> const& dims,
                   std::function<void(std::span<Index const> numbers, Index count)> const& visit);

/// How many kinds there are, at most `limit`.
[[nodiscard]] Index kinds(std::vector<std::vector<Alike>> const& dims, Index limit);

} // namespace tessera
