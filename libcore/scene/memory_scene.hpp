// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory of one rank: which element lies in which slot of its allocation, shadow included.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/scene/memory_slot.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>

namespace tessera {

/// Left the array, what the rank holds in its colour; right its allocation as it lies in memory, with the element of every slot,
/// its shadow pale. Two dimensions, the beginning of each, further ones at the framed element or the first. `element`:
/// framed on both sides, 0-based. Error: the rank holds nothing.
[[nodiscard]] Result<Scene> memory_scene(Mapping const& mapping, Rank rank, std::optional<Extents> const& element = std::nullopt);

/// The allocation alone, without a title, on paper of this size: as many slots as there are places for, the framed element among
/// them, and a line that says what is drawn. Its title is memory_sentence(). Error: the rank holds nothing.
[[nodiscard]] Result<Scene> memory_strip(Mapping const& mapping, Rank rank, std::optional<Extents> const& element, double width,
                                         double height);

/// "A(15) is element (3) of rank 1, at offset 3"; without an element "rank 1 holds 8 elements of A"; or that it holds
/// nothing.
[[nodiscard]] std::string memory_sentence(Mapping const& mapping, Rank rank, std::optional<Extents> const& element);

} // namespace tessera
