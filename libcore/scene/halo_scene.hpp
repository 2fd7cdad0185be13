// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures of halos: what each rank keeps of its own, and around it what others own.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/comm/halo/halo_way.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>
#include <span>

namespace tessera {

/// A panel for each of these ranks: two dimensions of its memory (HaloLayout), its own elements in its colour (pale: the interior,
/// which reads nothing of others), around them the places of its halo in the colours and with the numbers of those who own them;
/// white places are kept and never filled. Neighbours that are alike make one cell, so that blocks of any size look alike; of many
/// the first are drawn. With a context, inactive elements are grey. On the way back (HaloWay::Add) own elements to which others add
/// are in full colour and say in how many places of halos they stand. Further dimensions at the first index that the rank owns.
/// Ranks that own nothing are left out. Cells carry SceneTag::Kind::Cells with the owner (panel 0).
[[nodiscard]] Scene halo_picture(HaloPlan const& plan, std::span<Rank const> ranks, HaloWay way = HaloWay::Fill);

/// The same of one rank, or of the first most_halo_panels of the grid. Error: the rank takes no part.
[[nodiscard]] Result<Scene> halo_picture(HaloPlan const& plan, std::optional<Rank> only, HaloWay way = HaloWay::Fill);

/// More panels than this are no picture.
inline constexpr Index most_halo_panels = 16;

} // namespace tessera
