// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boundaries between owners, and the format after a boundary is moved.
#include "libcore/edit/boundary.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tessera {
namespace {

/// One distributed dimension of an array with its template and its format. Positions are 0-based.
class Dimension {
  public:
    Dimension(Mapping const& mapping, int dim) : spec_(mapping.spec()), owners_(mapping.dim(dim)) {
        auto const d = as_size(dim);
        auto const t = as_size(*tessera::format_dim(spec_, dim));
        format_ = &spec_.formats[t];
        coords_ = mapping.grid().extents()[as_size(*mapping.processor_dim(dim))];
        extent_ = spec_.target ? spec_.target->extents[t] : spec_.array.extents[d];
        if (!spec_.target) return;
        AlignAxis const& axis = spec_.align[t];
        stride_ = axis.stride;
        offset_ = axis.stride * spec_.array.lower[d] + axis.offset - spec_.target->lower[t];
    }

    [[nodiscard]] DistFormat moved(Index boundary, Index to, bool equal_blocks) const {
        switch (format_->info().pattern) {
        case FormatPattern::Blocks:
            return moved_blocks(boundary, to, equal_blocks);
        case FormatPattern::Cycles:
            return moved_cyclic(boundary, to);
        case FormatPattern::Listed:
            return repainted(boundary, to);
        case FormatPattern::Whole:
            break;
        }
        assert(false && "a whole dimension has no boundary");
        return *format_;
    }

  private:
    [[nodiscard]] Index position(Index index) const { return stride_ * index + offset_; }
    /// Returns the cut of the template between elements index - 1 and index, at its highest possible position.
    [[nodiscard]] Index cut_at(Index index) const { return std::max(position(index - 1), position(index)); }

    [[nodiscard]] Index least_block() const { return std::max<Index>(ceil_div(extent_, coords_), 1); }

    /// Returns the begins of the blocks, and the extent as the last entry.
    [[nodiscard]] std::vector<Index> cuts() const {
        std::vector<Index> all{0};
        auto const blocks = DimMapping::distributed(*format_, extent_, coords_);
        for (Index k = 0; k < coords_; ++k) all.push_back(all.back() + blocks->count(k));
        return all;
    }

    [[nodiscard]] DistFormat moved_blocks(Index boundary, Index to, bool equal_blocks) const {
        auto const [low, high] = std::minmax({owners_.owner(boundary - 1), owners_.owner(boundary)});
        Index const cut = cut_at(to);
        if (equal_blocks || coords_ > most_blocks_listed) {
            // Boundary k of block(m) is at k * m, and HPF requires m * P >= N.
            auto const nearest = static_cast<Index>(std::llround(static_cast<double>(cut) / static_cast<double>(high)));
            return blocks_of(std::max(nearest, least_block()));
        }
        std::vector<Index> all = cuts();
        // Blocks in between have no elements, so their boundaries move too.
        for (Index k = low + 1; k <= high; ++k) all[as_size(k)] = cut;
        return named(all);
    }

    [[nodiscard]] DistFormat blocks_of(Index size) const {
        if (*format_ == DistFormat::block(size)) return *format_;
        return size == least_block() ? DistFormat::block() : DistFormat::block(size);
    }

    /// Returns the user's format if nothing has changed, block if the blocks are equal, else a list of sizes.
    [[nodiscard]] DistFormat named(std::vector<Index> const& all) const {
        if (all == cuts()) return *format_;
        std::vector<Index> sizes;
        for (std::size_t k = 1; k < all.size(); ++k) sizes.push_back(all[k] - all[k - 1]);
        Index const first = sizes.front();
        bool equal = first >= least_block();
        for (std::size_t k = 0; k < all.size() && equal; ++k) equal = all[k] == std::min(first * static_cast<Index>(k), extent_);
        return equal ? blocks_of(first) : DistFormat::gen_block(std::move(sizes));
    }

    [[nodiscard]] DistFormat moved_cyclic(Index boundary, Index to) const {
        Index const size = *format_->equal_block(extent_, coords_);
        Index const number = std::max<Index>(cut_at(boundary) / size, 1); // the boundary is cut `number`, at number * size
        auto const nearest = static_cast<Index>(std::llround(static_cast<double>(cut_at(to)) / static_cast<double>(number)));
        Index const wanted = std::clamp<Index>(nearest, 1, std::max<Index>(extent_, 1));
        if (wanted == size) return *format_;
        return wanted == 1 ? DistFormat::cyclic() : DistFormat::cyclic(wanted);
    }

    [[nodiscard]] DistFormat repainted(Index boundary, Index to) const {
        std::vector<Index> values = format_->list()->values;
        Index const owner = owners_.owner(to > boundary ? boundary - 1 : boundary);
        for (Index index = std::min(boundary, to); index < std::max(boundary, to); ++index)
            values[as_size(position(index))] = owner;
        return values == format_->list()->values ? *format_ : DistFormat::indirect(std::move(values));
    }

    MappingSpec const& spec_;
    DimMapping const& owners_;
    DistFormat const* format_ = nullptr;
    Index coords_ = 1;
    Index extent_ = 0;
    Index stride_ = 1;
    Index offset_ = 0;
};

/// Returns the run of one owner around an element, merged across periods.
Run stretch_at(DimMapping const& dim, Index index) {
    Index const owner = dim.owner(index);
    Run run = dim.segment_at(index).run;
    while (run.begin > 0 && dim.owner(run.begin - 1) == owner) run.begin = dim.segment_at(run.begin - 1).run.begin;
    while (run.end < dim.extent() && dim.owner(run.end) == owner) run.end = dim.segment_at(run.end).run.end;
    return run;
}

} // namespace

std::optional<int> format_dim(MappingSpec const& spec, int array_dim) {
    auto const distributed = [&](std::size_t t) -> std::optional<int> {
        if (!spec.formats[t].is_distributed()) return std::nullopt;
        return static_cast<int>(t);
    };
    if (!spec.target) return distributed(as_size(array_dim));
    for (std::size_t t = 0; t < spec.align.size(); ++t)
        if (spec.align[t].kind == AlignAxis::Kind::Affine && spec.align[t].array_dim == array_dim) return distributed(t);
    return std::nullopt;
}

std::optional<Index> boundary_near(DimMapping const& dim, double place, double reach) {
    if (dim.coords() < 2 || dim.extent() < 2) return std::nullopt;
    auto const index = std::clamp<Index>(static_cast<Index>(std::floor(place)), 0, dim.extent() - 1);
    Run const run = dim.segment_at(index).run;
    std::optional<Index> nearest;
    for (Index const end : {run.begin, run.end}) {
        if (end <= 0 || end >= dim.extent() || std::abs(place - static_cast<double>(end)) > reach) continue;
        if (dim.owner(end - 1) == dim.owner(end)) continue;
        if (!nearest || std::abs(place - static_cast<double>(end)) < std::abs(place - static_cast<double>(*nearest))) nearest = end;
    }
    return nearest;
}

Run drop_range(Mapping const& mapping, Boundary const& boundary) {
    DimMapping const& owners = mapping.dim(boundary.dim);
    auto const t = as_size(*format_dim(mapping.spec(), boundary.dim));
    if (mapping.spec().formats[t].info().pattern == FormatPattern::Cycles) return {1, owners.extent()};
    return {stretch_at(owners, boundary.index - 1).begin + 1, stretch_at(owners, boundary.index).end};
}

DistFormat moved_boundary(Mapping const& mapping, Boundary const& boundary, Index to, bool equal_blocks) {
    return Dimension(mapping, boundary.dim).moved(boundary.index, to, equal_blocks);
}

} // namespace tessera
