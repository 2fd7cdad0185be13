// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping from a grid of blocks with an owner for each block.
#include "libcore/api/c/block_owners.hpp"

#include "libcore/base/try.hpp"
#include "libcore/mapping/storage_strides.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>
#include <utility>

namespace tessera::api {
namespace {

Extents counts_of(std::vector<Extents> const& splits) {
    Extents counts;
    for (Extents const& each : splits) counts.push_back(std::ssize(each) - 1);
    return counts;
}

Result<void> check_splits(ArraySpec const& array, std::vector<Extents> const& splits) {
    for (std::size_t d = 0; d < splits.size(); ++d) {
        Extents const& list = splits[d];
        if (list.front() != 0 || list.back() != array.extents[d])
            return fail(fmt::format("splits[{}] goes from {} to {}; it must go from 0 to {}", d, list.front(), list.back(),
                                    array.extents[d]));
        auto const fall = std::ranges::adjacent_find(list, std::greater<>());
        if (fall != list.end())
            return fail(fmt::format("splits[{}] must ascend, but {} comes before {}", d, *fall, *std::next(fall)));
    }
    return {};
}

/// Visits the owners of all blocks with their coordinates in the grid of blocks, row-major.
template <class Visit>
void for_each_block(BlockGrid const& grid, Visit const& visit) {
    Extents const counts = counts_of(grid.splits);
    Extents at(counts.size(), 0);
    for (Rank const owner : grid.owners) {
        visit(at, owner);
        for (std::size_t d = counts.size(); d-- > 0 && ++at[d] == counts[d];) at[d] = 0;
    }
}

/// Returns the grid without empty blocks. A dimension without indices keeps its first block.
BlockGrid without_empty_blocks(BlockGrid const& grid) {
    BlockGrid kept;
    std::vector<std::vector<bool>> keep;
    for (Extents const& list : grid.splits) {
        keep.emplace_back();
        Extents splits{0};
        for (std::size_t k = 0; k + 1 < list.size(); ++k) {
            keep.back().push_back(list[k] < list[k + 1] || (list.back() == 0 && k == 0));
            if (keep.back().back()) splits.push_back(list[k + 1]);
        }
        kept.splits.push_back(std::move(splits));
    }
    for_each_block(grid, [&](Extents const& at, Rank owner) {
        for (std::size_t d = 0; d < at.size(); ++d)
            if (!keep[d][as_size(at[d])]) return;
        kept.owners.push_back(owner);
    });
    return kept;
}

/// Numbers the blocks of a dimension: those with the same owners in all other dimensions get the same number.
std::vector<Index> classes_of(BlockGrid const& grid, std::size_t dim) {
    std::vector<std::vector<Rank>> slices(grid.splits[dim].size() - 1);
    for_each_block(grid, [&](Extents const& at, Rank owner) { slices[as_size(at[dim])].push_back(owner); });
    std::map<std::vector<Rank>, Index> numbers;
    std::vector<Index> classes;
    for (std::vector<Rank> const& slice : slices)
        classes.push_back(numbers.emplace(slice, static_cast<Index>(numbers.size())).first->second);
    return classes;
}

/// Returns the length of the blocks if all are as long as the first, except for a shorter last one, and take turns.
std::optional<Index> cyclic_length(Extents const& splits, std::vector<Index> const& classes, Index coords) {
    Index const length = splits[1];
    for (std::size_t k = 0; k < classes.size(); ++k) {
        bool const last = k + 1 == classes.size();
        Index const own = splits[k + 1] - splits[k];
        if (classes[k] != static_cast<Index>(k) % coords || own > length || (own < length && !last)) return std::nullopt;
    }
    return length > 0 ? std::optional(length) : std::nullopt;
}

DistFormat format_of_blocks(Extents const& splits, std::vector<Index> const& classes, Index coords) {
    if (auto const length = cyclic_length(splits, classes, coords)) return DistFormat::cyclic(*length);
    std::vector<Index> list;
    bool const one_each = std::ssize(classes) == coords;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        Index const length = splits[k + 1] - splits[k];
        one_each ? list.push_back(length) : static_cast<void>(list.insert(list.end(), as_size(length), classes[k]));
    }
    return one_each ? DistFormat::gen_block(std::move(list)) : DistFormat::indirect(std::move(list));
}

/// Returns the rank of each combination of classes, row-major. Error: a rank has several combinations.
Result<std::vector<Rank>> ranks_of_classes(BlockGrid const& grid, std::vector<std::vector<Index>> const& classes,
                                           Extents const& coords) {
    Extents const strides = dense_strides(coords, StorageOrder::C);
    Index total = 1;
    for (Index const count : coords) total *= count; // at most the number of blocks
    std::vector<Rank> ranks(as_size(total), -1);
    std::map<Rank, std::pair<Index, Extents>> first_block; // by rank: the combination of its first block, and that block
    std::optional<Error> problem;
    for_each_block(grid, [&](Extents const& at, Rank owner) {
        Index combination = 0;
        for (std::size_t d = 0; d < at.size(); ++d) combination += classes[d][as_size(at[d])] * strides[d];
        ranks[as_size(combination)] = owner;
        auto const& [known, block] = first_block.try_emplace(owner, combination, at).first->second;
        if (known != combination && !problem)
            problem = Error{fmt::format("rank {} owns the blocks ({}) and ({}), but not all blocks in their rows and columns; one "
                                        "mapping cannot express that",
                                        owner, fmt::join(block, ","), fmt::join(at, ","))};
    });
    if (problem) return tl::unexpected(*problem);
    return ranks;
}

} // namespace

Result<MappingSpec> mapping_of_blocks(ArraySpec array, BlockGrid grid) {
    TRY(check_splits(array, grid.splits));
    grid = without_empty_blocks(grid);
    MappingSpec spec;
    spec.array = std::move(array);
    std::vector<std::vector<Index>> classes;
    for (std::size_t d = 0; d < grid.splits.size(); ++d) {
        classes.push_back(classes_of(grid, d));
        Index const coords = *std::ranges::max_element(classes.back()) + 1;
        spec.processors.lower.push_back(1);
        spec.processors.extents.push_back(coords);
        spec.formats.push_back(format_of_blocks(grid.splits[d], classes.back(), coords));
    }
    spec.processors.ranks = TRY(ranks_of_classes(grid, classes, spec.processors.extents));
    return spec;
}

} // namespace tessera::api
