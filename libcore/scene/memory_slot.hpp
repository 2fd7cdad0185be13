// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one place of a rank's allocation, and the element that lies in it.
#pragma once

#include "libcore/mapping/local_layout.hpp"

#include <optional>

namespace tessera {

/// One place of an allocation.
struct MemorySlot {
    Index offset = 0;              ///< in elements from the start of the allocation
    std::optional<Extents> global; ///< the element there, 0-based; nothing behind the edge of the array, in room that is not used,
                                   ///< or where nobody could say
    bool shadow = false;           ///< it is none of those owned
    friend bool operator==(MemorySlot const&, MemorySlot const&) = default;
};

/// The slot at allocated indices (0-based, shadow included). Precondition: they lie within the allocation's shape.
[[nodiscard]] MemorySlot slot_at(Mapping const& mapping, LocalLayout const& layout, Extents const& allocated);

/// The allocated indices at an offset. Precondition: it lies within the allocation.
[[nodiscard]] Extents allocated_at(LocalLayout const& layout, Index offset);

/// Where the rank keeps an element that it owns; nothing where it does not.
[[nodiscard]] std::optional<Extents> allocated_for(Mapping const& mapping, LocalLayout const& layout, Extents const& global);

} // namespace tessera
