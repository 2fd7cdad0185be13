// SPDX-License-Identifier: BSD-3-Clause
// Tessera: processor arrangements, their sections, and the real rank at each position.
#include "libcore/mapping/processors.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/sets/run.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace tessera {

namespace {

/// One dimension of a section: 0-based coordinates first, first + step, ... of the arrangement.
struct SectionAxis {
    Index first = 0;
    Index step = 1;
    Index count = 0;
    bool dropped = false; // a scalar subscript
};

/// Returns the number of processors of the whole arrangement.
Result<Index> check_extents(Processors const& processors) {
    require(processors.lower.size() == processors.extents.size(), "an arrangement of processors has a lower bound for each extent");
    if (std::ssize(processors.extents) > max_dims)
        return fail(fmt::format("processors {} has {} dimensions; at most {} are possible", processors.name,
                                processors.extents.size(), max_dims),
                    ErrorSubject{ErrorSubject::Part::Processors, max_dims});
    Index size = 1;
    for (std::size_t d = 0; d < processors.extents.size(); ++d) {
        ErrorSubject const subject{ErrorSubject::Part::Processors, static_cast<int>(d)};
        Index const extent = processors.extents[d];
        if (extent < 1)
            return fail(
                fmt::format("dimension {} of processors {} has extent {}; it must be 1 or more", d + 1, processors.name, extent),
                subject);
        if (!checked_add(processors.lower[d], extent))
            return fail(fmt::format("the bounds of dimension {} of processors {} do not fit 64 bits", d + 1, processors.name),
                        subject);
        auto const product = checked_mul(size, extent);
        if (!product || *product > std::numeric_limits<Rank>::max())
            return fail(fmt::format("processors {} has more than {} processors", processors.name, std::numeric_limits<Rank>::max()),
                        subject);
        size = *product;
    }
    return size;
}

Result<void> check_ranks(Processors const& processors, Index size) {
    ErrorSubject const subject{ErrorSubject::Part::Processors, 0};
    if (processors.ranks.empty()) return {};
    if (std::ssize(processors.ranks) != size)
        return fail(fmt::format("the number of ranks is {}, but {} has {}; give one rank per processor", processors.ranks.size(),
                                processors.name, counted(size, "processor")),
                    subject);
    auto sorted = processors.ranks;
    std::ranges::sort(sorted);
    if (sorted.front() < 0) return fail(fmt::format("rank {} of {} is negative", sorted.front(), processors.name), subject);
    auto const twice = std::ranges::adjacent_find(sorted);
    if (twice != sorted.end())
        return fail(fmt::format("rank {} is given twice in the ranks of {}; each processor needs its own", *twice, processors.name),
                    subject);
    return {};
}

Result<SectionAxis> section_axis(Processors const& processors, std::size_t dim, OntoSubscript const& subscript) {
    ErrorSubject const subject{ErrorSubject::Part::Onto, static_cast<int>(dim)};
    Index const lower = processors.lower[dim];
    Run const bounds{lower, lower + processors.extents[dim]};
    auto const outside = [&](Index coordinate) {
        return fail(fmt::format("onto: {} lies outside {}:{}, the bounds of dimension {} of {}", coordinate, bounds.begin,
                                bounds.end - 1, dim + 1, processors.name),
                    subject);
    };
    if (!bounds.contains(subscript.first)) return outside(subscript.first);
    if (subscript.scalar) return SectionAxis{subscript.first - lower, 1, 1, true};
    if (!bounds.contains(subscript.last)) return outside(subscript.last);
    if (subscript.stride == 0) return fail("onto: the stride is 0; it must be positive or negative", subject);
    Index const span = subscript.last - subscript.first; // fits, because both ends lie within the bounds
    if (span != 0 && (span > 0) != (subscript.stride > 0))
        return fail(fmt::format("onto: {}:{}:{} selects no processor of {}", subscript.first, subscript.last, subscript.stride,
                                processors.name),
                    subject);
    Index const count = span / subscript.stride + 1;
    return SectionAxis{subscript.first - lower, count > 1 ? subscript.stride : 1, count, false};
}

Result<std::vector<SectionAxis>> section_axes(Processors const& processors, std::span<OntoSubscript const> onto) {
    std::vector<SectionAxis> axes;
    if (onto.empty()) {
        for (Index const extent : processors.extents) axes.push_back({0, 1, extent, false});
        return axes;
    }
    if (onto.size() != processors.extents.size())
        return fail(fmt::format("onto: the number of subscripts is {}, but processors {} has {}; give one subscript per dimension",
                                onto.size(), processors.name, counted(std::ssize(processors.extents), "dimension")),
                    ErrorSubject{ErrorSubject::Part::Onto, 0});
    for (std::size_t d = 0; d < onto.size(); ++d) axes.push_back(TRY(section_axis(processors, d, onto[d])));
    return axes;
}

/// Returns, per dimension, the distance between adjacent coordinates in the numbering of the whole arrangement.
Extents weights(Extents const& extents, GridOrder order) {
    Extents result(extents.size(), 1);
    if (order == GridOrder::ColumnMajor)
        for (std::size_t d = 1; d < extents.size(); ++d) result[d] = result[d - 1] * extents[d - 1];
    else
        for (std::size_t d = extents.size(); d-- > 1;) result[d - 1] = result[d] * extents[d];
    return result;
}

} // namespace

Result<ProcessorGrid> ProcessorGrid::make(Processors const& processors, std::span<OntoSubscript const> onto) {
    auto const whole = TRY(check_extents(processors));
    TRY(check_ranks(processors, whole));
    auto const axes = TRY(section_axes(processors, onto));

    ProcessorGrid grid;
    Extents const number = weights(processors.extents, processors.order);
    Extents steps; // step between adjacent coordinates of the grid, in the numbering of the arrangement
    Index first = 0;
    for (std::size_t d = 0; d < axes.size(); ++d) {
        SectionAxis const& axis = axes[d];
        first += axis.first * number[d];
        if (axis.dropped) continue;
        grid.extents_.push_back(axis.count);
        steps.push_back(axis.step * number[d]);
    }
    grid.strides_ = weights(grid.extents_, GridOrder::RowMajor);
    for (Index const extent : grid.extents_) grid.size_ *= extent;
    if (onto.empty()) grid.origin_ = processors.origin.at;
    grid.assign_ranks(processors.ranks, first, steps);
    return grid;
}

void ProcessorGrid::assign_ranks(std::span<Rank const> ranks, Index first, Extents const& steps) {
    max_rank_ = static_cast<Rank>(size_ - 1);
    if (ranks.empty() && first == 0 && steps == strides_) return;
    ranks_.reserve(as_size(size_));
    positions_.reserve(as_size(size_));
    for (Index position = 0; position < size_; ++position) {
        Index number = first;
        for (int d = 0; d < dims(); ++d) number += coordinate(position, d) * steps[as_size(d)];
        ranks_.push_back(ranks.empty() ? static_cast<Rank>(number) : ranks[as_size(number)]);
        positions_.emplace_back(ranks_.back(), position);
    }
    std::ranges::sort(positions_);
    max_rank_ = positions_.back().first;
}

std::optional<Index> ProcessorGrid::position(Rank rank) const {
    if (ranks_.empty()) return rank >= 0 && rank < size_ ? std::optional<Index>(rank) : std::nullopt;
    auto const found = std::ranges::lower_bound(positions_, rank, {}, &std::pair<Rank, Index>::first);
    if (found == positions_.end() || found->first != rank) return std::nullopt;
    return found->second;
}

Index ProcessorGrid::coordinate(Index position, int dim) const {
    require(0 <= position && position < size_, "ProcessorGrid: the position lies outside of the grid");
    auto const d = as_size(dim);
    return position / strides_[d] % extents_[d];
}

Extents ProcessorGrid::coordinates(Index position) const {
    Extents result;
    for (int d = 0; d < dims(); ++d) result.push_back(coordinate(position, d));
    return result;
}

Extents ProcessorGrid::named_coordinates(Index position) const {
    Extents result;
    for (int d = 0; d < dims(); ++d) result.push_back(named_coordinate(coordinate(position, d), d));
    return result;
}

Index ProcessorGrid::position_at(std::span<Index const> coordinates) const {
    require(coordinates.size() == extents_.size(), "ProcessorGrid::position_at expects a coordinate for each dimension");
    Index position = 0;
    for (std::size_t d = 0; d < coordinates.size(); ++d) {
        require(0 <= coordinates[d] && coordinates[d] < extents_[d],
                "ProcessorGrid::position_at: a coordinate lies outside of the grid");
        position += coordinates[d] * strides_[d];
    }
    return position;
}

std::vector<Rank> ProcessorGrid::ranks_from(std::span<Index const> first) const {
    std::vector<Rank> ranks;
    for (Index position = 0; position < size_; ++position) {
        Extents at = coordinates(position);
        for (std::size_t d = 0; d < at.size(); ++d) at[d] = (at[d] + first[d]) % extents_[d];
        ranks.push_back(rank(position_at(at)));
    }
    return ranks;
}

ProcessorGrid ProcessorGrid::joined(std::span<std::vector<std::size_t> const> dims) const {
    Processors arrangement;
    for (auto const& members : dims) {
        Index extent = 1;
        for (std::size_t const d : members) extent *= extents_[d];
        arrangement.extents.push_back(extent);
    }
    arrangement.lower.assign(arrangement.extents.size(), 0);
    for (Index number = 0; number < size_; ++number) {
        Index position = 0;
        Index rest = number;
        for (std::size_t k = dims.size(); k-- > 0;) {
            Index coordinate = rest % arrangement.extents[k];
            rest /= arrangement.extents[k];
            for (std::size_t const d : dims[k]) {
                position += coordinate % extents_[d] * strides_[d];
                coordinate /= extents_[d];
            }
        }
        arrangement.ranks.push_back(rank(position));
    }
    return make(arrangement, {}).value();
}

} // namespace tessera
