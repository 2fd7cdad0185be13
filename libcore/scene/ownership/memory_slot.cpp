// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one slot of a rank's allocation.
#include "libcore/scene/ownership/memory_slot.hpp"

namespace tessera {

MemorySlot slot_at(Mapping const& mapping, LocalLayout const& layout, Extents const& allocated) {
    MemorySlot slot;
    Extents global(allocated.size(), 0);
    bool inside = true;
    for (std::size_t d = 0; d < allocated.size(); ++d) {
        slot.offset += allocated[d] * layout.strides()[d];
        ArraySpec const& array = mapping.array();
        PeriodicSet const& owned = layout.owned().dims()[d];
        Index const local = allocated[d] - (array.shadow.empty() ? 0 : array.shadow[d].low);
        if (local >= 0 && local < owned.count()) {
            global[d] = owned.element(local);
            continue;
        }
        slot.shadow = true;
        // The shadow of an interval holds its neighbours. For a set with gaps it is undefined, and further allocated slots are
        // unused.
        bool const kept = !array.shadow.empty() && local < owned.count() + array.shadow[d].high;
        global[d] = owned.bounds().begin + local;
        inside = inside && kept && owned.is_interval() && global[d] >= 0 && global[d] < array.extents[d];
    }
    if (inside) slot.global = std::move(global);
    return slot;
}

Extents allocated_at(LocalLayout const& layout, Index offset) {
    Extents at(as_size(layout.dims()), 0);
    for (std::size_t d = 0; d < at.size(); ++d) at[d] = offset / layout.strides()[d] % layout.alloc_shape()[d];
    return at;
}

std::optional<Extents> allocated_for(Mapping const& mapping, LocalLayout const& layout, Extents const& global) {
    auto at = layout.global_to_local(global);
    if (!at || mapping.array().shadow.empty()) return at;
    for (std::size_t d = 0; d < at->size(); ++d) (*at)[d] += mapping.array().shadow[d].low;
    return at;
}

} // namespace tessera
