// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where any element of a distributed array lies (pC*, chapter 3).
#include "libcore/comm/element_addresses.hpp"

#include "libcore/mapping/local_layout.hpp"
#include "libcore/sets/run_walk.hpp"

#include <array>
#include <cassert>
#include <utility>

namespace tessera {

ElementAddresses::ElementAddresses(Mapping mapping) : mapping_(std::move(mapping)) {
    int const dims = mapping_.dims();
    for (int k = 0; k < dims; ++k) {
        int const d = mapping_.array().order == StorageOrder::Fortran ? k : dims - 1 - k;
        DimMapping const& owners = mapping_.dim(d);
        Axis axis{as_size(d), owners.extent(), {}, {}};
        if (owners.extent() <= longest_table) axis.places.resize(as_size(owners.extent()));
        for (Index coord = 0; coord < owners.coords(); ++coord) {
            PeriodicSet const owned = owners.owned(coord);
            if (axis.places.empty()) axis.sets.push_back(owned);
            Index local = 0;
            if (axis.places.empty()) continue;
            for (RunWalk walk(owned); !walk.done(); walk.next())
                for (Index i = walk.run().begin; i < walk.run().end; ++i) axis.places[as_size(i)] = {coord, local++};
        }
        axes_.push_back(std::move(axis));
    }
    for (Index position = 0; position < mapping_.grid().size(); ++position) {
        bool const holds = mapping_.holds(position);
        strides_.push_back(holds ? LocalLayout(mapping_, position).strides() : Extents(as_size(dims)));
        first_offsets_.push_back(holds ? LocalLayout(mapping_, position).first_offset() : 0);
    }
}

ElementAddresses::Place ElementAddresses::place_of(Axis const& axis, Index index) const {
    if (!axis.places.empty()) return axis.places[as_size(index)];
    Index const coord = mapping_.dim(static_cast<int>(axis.dim)).owner(index);
    return {coord, axis.sets[as_size(coord)].position(index)};
}

ElementAddresses::Address ElementAddresses::of(Index linear) const {
    assert(0 <= linear && linear < mapping_.volume());
    std::array<Index, max_dims> coords{};
    std::array<Index, max_dims> local{};
    for (Axis const& axis : axes_) {
        Place const place = place_of(axis, linear % axis.extent);
        linear /= axis.extent;
        coords[axis.dim] = place.coord;
        local[axis.dim] = place.local;
    }
    Index const position = mapping_.position_of({coords.data(), axes_.size()}, 0);
    Extents const& strides = strides_[as_size(position)];
    Index offset = first_offsets_[as_size(position)];
    for (std::size_t d = 0; d < axes_.size(); ++d) offset += local[d] * strides[d];
    return {mapping_.grid().rank(position), offset};
}

} // namespace tessera
