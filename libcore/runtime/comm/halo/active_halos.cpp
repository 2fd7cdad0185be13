// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a halo exchange with a context per execution.
#include "libcore/runtime/comm/halo/active_halos.hpp"

#include <utility>
#include <vector>

namespace tessera {
namespace {

GridAddresses memory_of(HaloLayout const& layout) {
    return {layout.strides(), layout.first_offset()};
}

/// Returns a box at its owner, or in the halo of the rank that reads it.
ActivePart part_of(PlacedHalo const& halo, HaloBox const& box, bool in_halo) {
    ActivePart part{{}, box.elements.shape(), halo.plan.mapping().array().order};
    for (std::size_t d = 0; d < box.distance.size(); ++d)
        part.dims.push_back(grid_runs(box.elements.dims()[d], halo.layout.places()[d], in_halo ? box.distance[d] : 0));
    return part;
}

} // namespace

ActiveMessages active_halos(std::span<PlacedHalo const> halos, Rank rank, HaloDirection way) {
    std::vector<ActiveArray> arrays;
    for (PlacedHalo const& halo : halos) {
        GridAddresses const memory = memory_of(halo.layout);
        arrays.push_back(
            {ContextGrid(BoxSet(halo.layout.places()).shape(), memory, memory), halo.plan.mapping().array().type.bytes});
    }
    ActiveMessages messages(std::move(arrays));
    bool const adds = way == HaloDirection::Add;
    for (std::size_t i = 0; i < halos.size(); ++i) {
        for (HaloMessage const& message : halos[i].plan.sends(rank)) // the owner's part of the exchange
            for (HaloBox const& box : message.boxes) {
                ActivePart part = part_of(halos[i], box, false);
                adds ? messages.add_receive(message.to, i, std::move(part), memory_of(halos[i].layout))
                     : messages.add_send(message.to, i, std::move(part));
            }
        for (HaloMessage const& message : halos[i].plan.receives(rank))
            for (HaloBox const& box : message.boxes) {
                ActivePart part = part_of(halos[i], box, true);
                adds ? messages.add_send(message.from, i, std::move(part))
                     : messages.add_receive(message.from, i, std::move(part), memory_of(halos[i].layout));
            }
    }
    return messages;
}

} // namespace tessera
