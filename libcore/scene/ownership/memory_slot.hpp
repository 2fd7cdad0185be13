// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one slot of a rank's allocation, and the element stored there.
#pragma once

#include "libcore/mapping/local_layout.hpp"

#include <optional>

namespace tessera {

/// One slot of an allocation.
struct MemorySlot {
    Index offset = 0;              ///< in elements from the start of the allocation
    std::optional<Extents> global; ///< 0-based; nothing outside the array, in unused space, or if the element is not defined
    bool shadow = false;           ///< true: the rank does not own it
    friend bool operator==(MemorySlot const&, MemorySlot const&) = default;
};

/// Returns the slot at allocated indices (0-based, shadow included). Precondition: they lie within the allocation's shape.
[[nodiscard]] MemorySlot slot_at(Mapping const& mapping, LocalLayout const& layout, Extents const& allocated);

/// Returns the allocated indices at an offset. Precondition: it lies within the allocation.
[[nodiscard]] Extents allocated_at(LocalLayout const& layout, Index offset);

/// Returns the allocated indices of an element; nothing if the rank does not own it.
[[nodiscard]] std::optional<Extents> allocated_for(Mapping const& mapping, LocalLayout const& layout, Extents const& global);

} // namespace tessera
