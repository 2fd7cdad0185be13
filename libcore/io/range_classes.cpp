// SPDX-License-Identifier: BSD-3-Clause
// Tessera: classes of parts of a copy with equal costs, so that one part represents each class.
#include "libcore/io/range_classes.hpp"

#include "libcore/base/combinations.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace tessera {

namespace {

/// All properties of a range that affect its requests.
using Kind = std::array<Index, 5>;

/// Returns the position within the chunk, or 0 if there is only one chunk.
Index place_in_chunk(StoredShape const& file, std::size_t dim, Index index) {
    return file.chunk[dim] < file.extents[dim] ? index % file.chunk[dim] : 0;
}

Kind kind_of(CopyTask const& task, std::size_t dim, Run range, Index period) {
    Kind kind{range.size(), place_in_chunk(task.target, dim, range.begin), range.begin % period, 0, 0};
    auto const& source = task.map.axes[dim].source;
    if (!source || range.empty()) return kind;
    auto const d = as_size(source->dim);
    Index const a = source->start + source->step * range.begin;
    Index const b = source->start + source->step * (range.end - 1);
    kind[3] = place_in_chunk(task.source, d, std::min(a, b));
    kind[4] = std::max(a, b) + 1 == task.source.extents[d] ? 1 : 0; // its last chunk may be truncated
    return kind;
}

} // namespace

std::vector<RangeClass> range_classes(CopyTask const& task, std::size_t dim, Index count, std::function<Run(Index)> const& range,
                                      Index period) {
    std::map<Kind, std::size_t> known;
    std::vector<RangeClass> all;
    Index const looked_at = std::min(count, most_looked_at);
    for (Index i = 0; i < looked_at; ++i) {
        Index const number = i + 1 < looked_at ? i : count - 1;
        auto const [found, is_new] = known.try_emplace(kind_of(task, dim, range(number), period), all.size());
        if (is_new)
            all.push_back({number, 1});
        else
            ++all[found->second].count;
    }
    if (count > looked_at)
        for (RangeClass& each : all)
            each.count =
                static_cast<Index>(static_cast<double>(each.count) * static_cast<double>(count) / static_cast<double>(looked_at));
    return all;
}

void for_each_kind(std::vector<std::vector<RangeClass>> const& dims,
                   std::function<void(std::span<Index const>, Index)> const& visit) {
    std::vector<Index> kinds;
    for (auto const& dim : dims) kinds.push_back(std::ssize(dim));
    for_each_combination(kinds, [&](std::vector<Index> const& at) {
        Index count = 1;
        Extents numbers;
        for (std::size_t d = 0; d < dims.size(); ++d) {
            RangeClass const& alike = dims[d][as_size(at[d])];
            numbers.push_back(alike.first);
            count *= alike.count;
        }
        visit(numbers, count);
    });
}

Index kinds(std::vector<std::vector<RangeClass>> const& dims, Index limit) {
    Index product = 1;
    for (auto const& dim : dims) product = std::min(product * std::ssize(dim), limit);
    return product;
}

} // namespace tessera
