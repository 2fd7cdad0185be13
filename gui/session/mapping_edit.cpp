// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which directive a drag in the picture of a mapping makes.
#include "gui/session/mapping_edit.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tessera::gui {
namespace {

/// One distributed dimension of an array as its template and its format see it. Positions are 0-based.
class Dimension {
  public:
    Dimension(Mapping const& mapping, int dim) : spec_(mapping.spec()), owners_(mapping.dim(dim)) {
        auto const d = static_cast<std::size_t>(dim);
        auto const t = static_cast<std::size_t>(*gui::formatDim(spec_, dim));
        format_ = &spec_.formats[t];
        coords_ = mapping.grid().extents()[static_cast<std::size_t>(*mapping.processor_dim(dim))];
        extent_ = spec_.target ? spec_.target->extents[t] : spec_.array.extents[d];
        if (!spec_.target) return;
        AlignAxis const& axis = spec_.align[t];
        stride_ = axis.stride;
        offset_ = axis.stride * spec_.array.lower[d] + axis.offset - spec_.target->lower[t];
    }

    [[nodiscard]] DistFormat moved(Index boundary, Index to, bool equalBlocks) const {
        switch (format_->kind) {
        case DistFormat::Kind::Block:
        case DistFormat::Kind::GenBlock:
            return movedBlocks(boundary, to, equalBlocks);
        case DistFormat::Kind::Cyclic:
            return movedCyclic(boundary, to);
        case DistFormat::Kind::Indirect:
            return repainted(boundary, to);
        case DistFormat::Kind::Collapsed:
            break;
        }
        assert(false && "a whole dimension has no boundary");
        return *format_;
    }

  private:
    [[nodiscard]] Index position(Index index) const { return stride_ * index + offset_; }
    /// The cut of the template that separates elements index - 1 and index, as far up as it can be.
    [[nodiscard]] Index cutAt(Index index) const { return std::max(position(index - 1), position(index)); }

    [[nodiscard]] Index leastBlock() const { return std::max<Index>(ceil_div(extent_, coords_), 1); }

    /// cuts[k] is where block k begins; the last is the extent.
    [[nodiscard]] std::vector<Index> cuts() const {
        std::vector<Index> all{0};
        Index const size = format_->size.value_or(leastBlock());
        for (Index k = 0; k < coords_; ++k)
            all.push_back(format_->kind == DistFormat::Kind::GenBlock ? all.back() + format_->values[static_cast<std::size_t>(k)]
                                                                      : std::min(all.back() + size, extent_));
        return all;
    }

    [[nodiscard]] DistFormat movedBlocks(Index boundary, Index to, bool equalBlocks) const {
        auto const [low, high] = std::minmax({owners_.owner(boundary - 1), owners_.owner(boundary)});
        Index const cut = cutAt(to);
        if (equalBlocks || coords_ > mostBlocksListed) {
            // Boundary k of block(m) is at k * m, and HPF wants m * P >= N.
            auto const nearest = static_cast<Index>(std::llround(static_cast<double>(cut) / static_cast<double>(high)));
            return blocksOf(std::max(nearest, leastBlock()));
        }
        std::vector<Index> all = cuts();
        // Blocks in between have no element: their boundaries are this one.
        for (Index k = low + 1; k <= high; ++k) all[static_cast<std::size_t>(k)] = cut;
        return named(all);
    }

    [[nodiscard]] DistFormat blocksOf(Index size) const {
        if (format_->kind == DistFormat::Kind::Block && format_->size == size) return *format_;
        return size == leastBlock() ? DistFormat::block() : DistFormat::block(size);
    }

    /// As the person wrote it where nothing has changed, as block where the blocks are equal, else as a list of sizes.
    [[nodiscard]] DistFormat named(std::vector<Index> const& all) const {
        if (all == cuts()) return *format_;
        std::vector<Index> sizes;
        for (std::size_t k = 1; k < all.size(); ++k) sizes.push_back(all[k] - all[k - 1]);
        Index const first = sizes.front();
        bool equal = first >= leastBlock();
        for (std::size_t k = 0; k < all.size() && equal; ++k) equal = all[k] == std::min(first * static_cast<Index>(k), extent_);
        return equal ? blocksOf(first) : DistFormat::gen_block(std::move(sizes));
    }

    [[nodiscard]] DistFormat movedCyclic(Index boundary, Index to) const {
        Index const size = format_->size.value_or(1);
        Index const number = std::max<Index>(cutAt(boundary) / size, 1); // it is the number-th cut, at number * size
        auto const nearest = static_cast<Index>(std::llround(static_cast<double>(cutAt(to)) / static_cast<double>(number)));
        Index const wanted = std::clamp<Index>(nearest, 1, std::max<Index>(extent_, 1));
        if (wanted == size) return *format_;
        return wanted == 1 ? DistFormat::cyclic() : DistFormat::cyclic(wanted);
    }

    [[nodiscard]] DistFormat repainted(Index boundary, Index to) const {
        std::vector<Index> values = format_->values;
        Index const owner = owners_.owner(to > boundary ? boundary - 1 : boundary);
        for (Index index = std::min(boundary, to); index < std::max(boundary, to); ++index)
            values[static_cast<std::size_t>(position(index))] = owner;
        return values == format_->values ? *format_ : DistFormat::indirect(std::move(values));
    }

    MappingSpec const& spec_;
    DimMapping const& owners_;
    DistFormat const* format_ = nullptr;
    Index coords_ = 1;
    Index extent_ = 0;
    Index stride_ = 1;
    Index offset_ = 0;
};

/// The stretch of one owner around an element, merged across periods.
Run stretchAt(DimMapping const& dim, Index index) {
    Index const owner = dim.owner(index);
    Run run = dim.segment_at(index).run;
    while (run.begin > 0 && dim.owner(run.begin - 1) == owner) run.begin = dim.segment_at(run.begin - 1).run.begin;
    while (run.end < dim.extent() && dim.owner(run.end) == owner) run.end = dim.segment_at(run.end).run.end;
    return run;
}

} // namespace

std::optional<int> formatDim(MappingSpec const& spec, int arrayDim) {
    auto const distributed = [&](std::size_t t) -> std::optional<int> {
        if (spec.formats[t].kind == DistFormat::Kind::Collapsed) return std::nullopt;
        return static_cast<int>(t);
    };
    if (!spec.target) return distributed(static_cast<std::size_t>(arrayDim));
    for (std::size_t t = 0; t < spec.align.size(); ++t)
        if (spec.align[t].kind == AlignAxis::Kind::Affine && spec.align[t].array_dim == arrayDim) return distributed(t);
    return std::nullopt;
}

std::optional<Index> boundaryNear(DimMapping const& dim, double place, double reach) {
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

Run dropRange(Mapping const& mapping, Boundary const& boundary) {
    DimMapping const& owners = mapping.dim(boundary.dim);
    auto const t = static_cast<std::size_t>(*formatDim(mapping.spec(), boundary.dim));
    if (mapping.spec().formats[t].kind == DistFormat::Kind::Cyclic) return {1, owners.extent()};
    return {stretchAt(owners, boundary.index - 1).begin + 1, stretchAt(owners, boundary.index).end};
}

DistFormat movedBoundary(Mapping const& mapping, Boundary const& boundary, Index to, bool equalBlocks) {
    return Dimension(mapping, boundary.dim).moved(boundary.index, to, equalBlocks);
}

Index draggedCount(Index count, double pixels) {
    constexpr double perStep = 14;
    constexpr double quickening = 8; // the steps after which each counts twice and more
    double const steps = pixels / perStep;
    double const change = steps * (1 + (steps / quickening) * (steps / quickening));
    return std::max<Index>(count + static_cast<Index>(std::llround(change)), 1);
}

std::vector<Index> resizedBlocks(std::vector<Index> sizes, Index count) {
    while (std::ssize(sizes) > count) {
        Index const last = sizes.back();
        sizes.pop_back();
        sizes.back() += last;
    }
    while (std::ssize(sizes) < count) {
        auto const largest = std::ranges::max_element(sizes);
        Index const half = *largest / 2;
        *largest -= half;
        sizes.insert(largest + 1, half);
    }
    return sizes;
}

} // namespace tessera::gui
