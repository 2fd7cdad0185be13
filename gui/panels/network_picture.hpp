// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a network with its links coloured by what they carry.
#pragma once

#include "gui/session/flow.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>
#include <vector>

namespace tessera::gui {

/// Bytes on each link over its width and capacity, as a share of the busiest link's: 0 .. 1.
[[nodiscard]] std::vector<double> linkShares(Topology const& topology, StepLoads const& loads);

/// Nodes carry the number of their rank; the two directions of a link lie beside each other, to the right of their way. `marked`: a
/// link drawn in black. `caption` says what the loads are of. More than mostDrawnLinks links are not drawn, and the picture says
/// so.
inline constexpr std::size_t mostDrawnLinks = 20000;
[[nodiscard]] Scene networkPicture(Flow const& flow, StepLoads const& loads, std::string const& caption, std::optional<int> marked);

} // namespace tessera::gui
