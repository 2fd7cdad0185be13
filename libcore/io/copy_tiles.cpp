// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts that are read together, in pieces that suit the source's file (two-phase, Thakur 6.2), and then exchanged.
#include "libcore/io/copy_tiles.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

namespace tessera {

namespace {

/// Returns the number of an axis' indices in one chunk of the source. Returns 1 if chunk boundaries are not at multiples of it.
Index unit_of(CopyTask const& task, std::size_t axis) {
    auto const& source = task.map.axes[axis].source;
    if (!source || source->step != 1) return 1;
    Index const chunk = task.source.chunk[as_size(source->dim)];
    return source->start % chunk == 0 ? std::min(chunk, std::max<Index>(task.target.extents[axis], 1)) : 1;
}

/// Returns the product, or the largest Index if it does not fit 64 bits.
Index product_or_most(std::span<Index const> factors) {
    return checked_product(factors).value_or(std::numeric_limits<Index>::max());
}

} // namespace

CopyTiles::CopyTiles(CopyTask const& task, CopyPlan const& plan, CopyParts const& parts)
    : parts_(parts), target_(task.target), write_dim_(plan.write_dim), read_dim_(plan.read_dim), domains_(plan.domains),
      ranks_(task.ranks), aggregators_(plan.aggregators), extent_(task.target.extents[plan.read_dim]),
      unit_(unit_of(task, plan.read_dim)) {
    groups_ = ceil_div(parts.dim(write_dim_).count(), ranks_);
    for (std::size_t d = 0; d < task.target.extents.size(); ++d) count_ *= count_along(d);
    Index const begins = product_or_most(std::array<Index, 2>{parts.shape()[read_dim_], read_dim_ == write_dim_ ? ranks_ : 1});
    reach_ = std::min(extent_, begins);
    if (product_or_most(std::array<Index, 2>{unit_, aggregators_}) > reach_) unit_ = 1; // otherwise some aggregators would be idle
    if (begins % unit_ != 0) reach_ += unit_ - 1; // tiles may begin within units, so they overlap one more
    Index const cut_range = domains_ == DomainKind::Static ? extent_ : reach_;
    block_ = domains_ == DomainKind::BlockCyclic ? 1 : ceil_div(ceil_div(cut_range, unit_), aggregators_);
}

std::vector<Run> CopyTiles::box(Index tile) const {
    std::vector<Run> ranges = parts_.box(part(tile, 0).value());
    ranges[write_dim_] = range(write_dim_, parts_.at(part(tile, 0).value())[write_dim_] / ranks_);
    return ranges;
}

Index CopyTiles::count_along(std::size_t dim) const {
    return dim == write_dim_ ? groups_ : parts_.dim(dim).count();
}

Run CopyTiles::range(std::size_t dim, Index number) const {
    if (dim != write_dim_) return parts_.dim(dim).range(number);
    Index const last = std::min((number + 1) * ranks_, parts_.dim(dim).count()) - 1;
    return {parts_.dim(dim).range(number * ranks_).begin, parts_.dim(dim).range(last).end};
}

Index CopyTiles::number(std::span<Index const> at) const {
    Index number = 0;
    auto const& permutation = parts_.permutation();
    for (auto dim = permutation.rbegin(); dim != permutation.rend(); ++dim) {
        auto const d = as_size(*dim);
        number = number * count_along(d) + at[d];
    }
    return number;
}

Index CopyTiles::period(std::size_t dim) const {
    if (dim != read_dim_) return 1;
    return domains_ == DomainKind::Static ? unit_ * block_ : unit_;
}

std::optional<Index> CopyTiles::part(Index tile, Rank rank) const {
    Extents at(parts_.shape().size());
    for (int const dim : parts_.permutation()) {
        auto const d = as_size(dim);
        at[d] = tile % count_along(d);
        tile /= count_along(d);
    }
    at[write_dim_] = at[write_dim_] * ranks_ + rank;
    if (at[write_dim_] >= parts_.dim(write_dim_).count()) return std::nullopt;
    return parts_.number(at);
}

std::vector<CopyTiles::Piece> CopyTiles::pieces(Index tile) const {
    std::vector<Run> const all = box(tile);
    Run const range = all[read_dim_];
    Index const length = unit_ * block_;
    // Blocks count from the begin of the array, or from the unit in which the tile begins.
    Index const origin = domains_ == DomainKind::Static ? 0 : range.begin / unit_ * unit_;
    std::vector<Piece> list;
    for (Index block = (range.begin - origin) / length; origin + block * length < range.end; ++block) {
        Run const cut = intersection(range, {origin + block * length, origin + (block + 1) * length});
        list.push_back({rank_of(block % aggregators_), all});
        list.back().box[read_dim_] = cut;
    }
    return list;
}

CopyTiles::Piece CopyTiles::first_piece() const {
    std::vector<Run> first = box(0);
    Run& range = first[read_dim_];
    range.end = std::min(range.end, range.begin + unit_ * block_);
    return {rank_of(0), std::move(first)};
}

Index CopyTiles::pieces_of_first() const {
    return ceil_div(box(0)[read_dim_].size(), unit_ * block_);
}

CopyParts CopyTiles::as_parts() const {
    StoredShape whole = target_;
    Extents shape = parts_.shape();
    for (std::size_t d = 0; d < shape.size(); ++d) {
        whole.chunk[d] = std::max<Index>(whole.extents[d], 1);
        if (d == write_dim_) shape[d] = product_or_most(std::array<Index, 2>{shape[d], ranks_});
        if (d == read_dim_) shape[d] = product_or_most(std::array{unit_, block_});
        shape[d] = std::min(shape[d], whole.chunk[d]);
    }
    return {whole, shape};
}

/// Returns the number of elements of a tile at one index of read_dim.
Index CopyTiles::others() const {
    std::vector<Index> factors;
    for (std::size_t d = 0; d < parts_.shape().size(); ++d) {
        if (d == read_dim_) continue;
        factors.insert(factors.end(), {parts_.dim(d).cell(), parts_.dim(d).cells()});
        if (d == write_dim_) factors.push_back(ranks_);
    }
    return product_or_most(factors);
}

Index CopyTiles::largest_piece() const {
    return product_or_most(std::array{others(), std::min(reach_, product_or_most(std::array{unit_, block_}))});
}

Index CopyTiles::largest_share() const {
    if (domains_ != DomainKind::BlockCyclic) return largest_piece();
    return product_or_most(std::array{others(), std::min(reach_, ceil_div(ceil_div(reach_, unit_), aggregators_) * unit_)});
}

} // namespace tessera
