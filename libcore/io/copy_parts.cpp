// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the target array of a copy, cut into parts that are written one at a time.
#include "libcore/io/copy_parts.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/base/require.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace tessera {

DimCut::DimCut(Index extent, Index chunk, Index piece)
    : extent_(extent), chunk_(chunk), piece_(piece), per_chunk_(piece < chunk ? ceil_div(chunk, piece) : 1) {
    require(piece < chunk || piece % chunk == 0, "a piece of a copy is shorter than a chunk or whole chunks");
    Index const rest = extent % chunk;
    count_ = piece < chunk ? extent / chunk * per_chunk_ + ceil_div(rest, piece) : ceil_div(extent, piece);
}

Run DimCut::range(Index number) const {
    if (piece_ >= chunk_) return {number * piece_, std::min((number + 1) * piece_, extent_)};
    Index const chunk_begin = number / per_chunk_ * chunk_;
    Index const begin = chunk_begin + number % per_chunk_ * piece_;
    return {begin, std::min({begin + piece_, chunk_begin + chunk_, extent_})};
}

Index DimCut::number_of(Index index) const {
    if (piece_ >= chunk_) return index / piece_;
    return index / chunk_ * per_chunk_ + index % chunk_ / piece_;
}

Index DimCut::cells() const {
    return std::max<Index>(1, ceil_div(std::min(piece_, extent_), cell()));
}

bool can_be_cut(StoredShape const& target, std::span<Index const> part) {
    if (part.size() != target.chunk.size()) return false;
    for (std::size_t d = 0; d < part.size(); ++d) {
        bool const whole = part[d] > 0 && part[d] % target.chunk[d] == 0;
        bool const within = part[d] > 0 && part[d] < target.chunk[d] && (!target.whole_chunks || target.may_be_cut);
        if (!whole && !within) return false;
    }
    return true;
}

bool cuts_chunks(StoredShape const& target, std::span<Index const> part) {
    for (std::size_t d = 0; d < part.size(); ++d)
        if (part[d] % target.chunk[d] != 0) return true;
    return false;
}

CopyParts::CopyParts(StoredShape const& target, Extents shape) : shape_(std::move(shape)), permutation_(target.permutation) {
    for (std::size_t d = 0; d < shape_.size(); ++d) {
        cuts_.emplace_back(target.extents[d], target.chunk[d], shape_[d]);
        count_ *= cuts_.back().count();
    }
}

std::vector<Run> CopyParts::box(Index number) const {
    Extents const place = at(number);
    std::vector<Run> ranges;
    for (std::size_t d = 0; d < cuts_.size(); ++d) ranges.push_back(cuts_[d].range(place[d]));
    return ranges;
}

Extents CopyParts::at(Index number) const {
    Extents place(cuts_.size());
    for (int const dim : permutation_) {
        auto const d = as_size(dim);
        place[d] = number % cuts_[d].count();
        number /= cuts_[d].count();
    }
    return place;
}

Index CopyParts::number(std::span<Index const> at) const {
    Index number = 0;
    for (auto dim = permutation_.rbegin(); dim != permutation_.rend(); ++dim) {
        auto const d = as_size(*dim);
        number = number * cuts_[d].count() + at[d];
    }
    return number;
}

std::vector<Index> CopyParts::numbers_in(std::vector<Run> const& box) const {
    std::vector<Index> counts; // fastest first, like the numbering of parts, so that the numbers ascend
    Extents first(box.size());
    for (int const dim : permutation_) {
        auto const d = as_size(dim);
        if (box[d].empty()) return {};
        first[d] = cuts_[d].number_of(box[d].begin);
        counts.push_back(cuts_[d].number_of(box[d].end - 1) + 1 - first[d]);
    }
    std::vector<Index> numbers;
    Extents place(box.size());
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        for (std::size_t i = 0; i < at.size(); ++i) {
            auto const d = as_size(permutation_[i]);
            place[d] = first[d] + at[i];
        }
        numbers.push_back(number(place));
    });
    return numbers;
}

Index CopyParts::room() const {
    std::optional<Index> room = 1;
    for (DimCut const& cut : cuts_)
        for (Index const factor : {cut.cell(), cut.cells()}) room = room ? checked_mul(*room, factor) : std::nullopt;
    return room.value_or(std::numeric_limits<Index>::max());
}

} // namespace tessera
