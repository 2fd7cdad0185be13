// SPDX-License-Identifier: BSD-3-Clause
// Tessera: addresses of elements of a distributed array (pC*, chapter 3).
#include "libcore/comm/element_addresses.hpp"

#include "libcore/base/require.hpp"
#include "libcore/mapping/local_layout.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tessera {
namespace {

constexpr Index short_period = Index{1} << 14; // a table of this size stays in the cache
constexpr Index few_segments = Index{1} << 10; // a search of this size is fast

} // namespace

ElementAddresses::Axis ElementAddresses::axis_of(DimMapping const& owners, std::size_t dim) {
    Axis axis;
    axis.dim = dim;
    axis.extent = owners.extent();
    axis.period = std::max<Index>(owners.period(), 1);
    axis.per_period.assign(as_size(owners.coords()), 0);
    for (Index at = 0; at < std::min(axis.period, axis.extent);) {
        DimMapping::Segment const segment = owners.segment_at(at);
        Index const end = std::min(segment.run.end, axis.period);
        Index& local = axis.per_period[as_size(segment.owner)];
        axis.starts.push_back(at);
        axis.of_segment.push_back({segment.owner, local});
        local += end - at;
        at = end;
    }
    if (axis.period > short_period && std::ssize(axis.starts) <= few_segments) return axis;
    axis.of_phase.reserve(as_size(axis.period));
    for (std::size_t s = 0; s < axis.starts.size(); ++s) {
        Index const end = s + 1 < axis.starts.size() ? axis.starts[s + 1] : std::min(axis.period, axis.extent);
        for (Index i = axis.starts[s]; i < end; ++i)
            axis.of_phase.push_back({axis.of_segment[s].coord, axis.of_segment[s].local + i - axis.starts[s]});
    }
    return axis;
}

ElementAddresses::ElementAddresses(Mapping mapping) : mapping_(std::move(mapping)) {
    int const dims = mapping_.dims();
    for (int k = 0; k < dims; ++k) {
        int const d = mapping_.array().order == StorageOrder::Fortran ? k : dims - 1 - k;
        axes_.push_back(axis_of(mapping_.dim(d), as_size(d)));
    }
    for (Index position = 0; position < mapping_.grid().size(); ++position) {
        if (!mapping_.holds(position)) {
            strides_.resize(strides_.size() + as_size(dims), 0);
            first_offsets_.push_back(0);
            continue;
        }
        LocalLayout const layout(mapping_, position);
        strides_.insert(strides_.end(), layout.strides().begin(), layout.strides().end());
        first_offsets_.push_back(layout.first_offset());
    }
}

ElementAddresses::Place ElementAddresses::place_of(Axis const& axis, Index index) {
    Index const periods = index < axis.period ? 0 : index / axis.period;
    Index const phase = index - periods * axis.period;
    Place place;
    if (!axis.of_phase.empty()) {
        place = axis.of_phase[as_size(phase)];
    } else {
        auto const segment = as_size(std::ranges::upper_bound(axis.starts, phase) - axis.starts.begin() - 1);
        place = axis.of_segment[segment];
        place.local += phase - axis.starts[segment];
    }
    if (periods > 0) place.local += periods * axis.per_period[as_size(place.coord)];
    return place;
}

ElementAddresses::Address ElementAddresses::of(Index linear, Index copy) const {
    require(0 <= linear && linear < mapping_.volume(), "ElementAddresses::of: the array has no element of this number");
    std::array<Index, max_dims> coords; // only the entries that are read are set
    std::array<Index, max_dims> local;
    std::size_t const dims = axes_.size();
    for (std::size_t k = 0; k < dims; ++k) {
        Axis const& axis = axes_[k];
        Index const rest = k + 1 < dims ? linear / axis.extent : 0;
        Place const place = place_of(axis, linear - rest * axis.extent);
        linear = rest;
        coords[axis.dim] = place.coord;
        local[axis.dim] = place.local;
    }
    Index const position = mapping_.position_of({coords.data(), dims}, copy);
    Index offset = first_offsets_[as_size(position)];
    for (std::size_t d = 0; d < dims; ++d) offset += local[d] * strides_[as_size(position) * dims + d];
    return {mapping_.grid().rank(position), offset};
}

} // namespace tessera
