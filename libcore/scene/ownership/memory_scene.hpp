// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory of one rank: the element in each slot of its allocation, shadow included.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/scene/ownership/memory_slot.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>

namespace tessera {

/// Draws the array at the left, with the rank's elements in its colour. At the right is the allocation in memory order, with the
/// element of every slot; the shadow is pale. Shows the beginning of two dimensions; further dimensions are at the framed element
/// or the first index. `element`: 0-based, gets a frame on both sides. Error: the rank holds nothing.
[[nodiscard]] Result<Scene> memory_scene(Mapping const& mapping, Rank rank, std::optional<Extents> const& element = std::nullopt);

/// Draws the allocation alone, without a title, in the given size. Shows as many slots as fit, including the framed element, and a
/// line that describes them. The title for it is memory_sentence(). Error: the rank holds nothing.
[[nodiscard]] Result<Scene> memory_strip(Mapping const& mapping, Rank rank, std::optional<Extents> const& element, double width,
                                         double height);

/// Returns "A(15) is element (3) of rank 1, at offset 3", or "rank 1 holds 8 elements of A" without an element. The text also says
/// if the rank holds nothing or does not own the element.
[[nodiscard]] std::string memory_sentence(Mapping const& mapping, Rank rank, std::optional<Extents> const& element);

} // namespace tessera
