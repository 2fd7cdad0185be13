// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory of one rank: which element lies in which slot of its allocation, shadow included.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/scene/scene.hpp"

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

/// Left the array, what the rank holds in its colour; right its allocation as it lies in memory, with the element of every slot,
/// its shadow pale. Two dimensions, the beginning of each, further ones at the framed element or the first. `element`:
/// framed on both sides, 0-based. Error: the rank holds nothing.
[[nodiscard]] Result<Scene> memory_scene(Mapping const& mapping, Rank rank, std::optional<Extents> const& element = std::nullopt);

} // namespace tessera
