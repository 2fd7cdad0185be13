// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures of halos: each rank's own elements, surrounded by elements of other ranks.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/halo/halo_direction.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>
#include <span>

namespace tessera {

/// Draws a panel for each of these ranks: two dimensions of its memory (HaloLayout), with its own elements in its colour. The
/// interior, which needs no data of other ranks, is pale. Around it are the halo elements, in the colours and with the numbers of
/// their owners. White elements are allocated and never filled. Neighbours that are alike form one cell, so that blocks of any size
/// look alike; if there are many cells, the first are drawn. With a context, inactive elements are grey. On the way back
/// (HaloDirection::Add), own elements that receive additions are in full colour. Their number counts the halo elements that are
/// added to them. Further dimensions are at the first index that the rank owns. Ranks that own nothing are omitted. Cells carry
/// CellsTag with the owner (panel 0).
[[nodiscard]] Scene halo_picture(HaloPlan const& plan, std::span<Rank const> ranks, HaloDirection way = HaloDirection::Fill);

/// Draws one rank, or the first most_halo_panels ranks of the grid. Error: the rank is not part of the plan.
[[nodiscard]] Result<Scene> halo_picture(HaloPlan const& plan, std::optional<Rank> only, HaloDirection way = HaloDirection::Fill);

/// Largest number of panels in a picture.
inline constexpr Index most_halo_panels = 16;

} // namespace tessera
