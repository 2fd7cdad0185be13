// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of networks: nodes with their ranks, and links in the colour of what they carry.
#pragma once

#include "libcore/network/topology.hpp"
#include "libcore/scene/network_traffic.hpp"
#include "libcore/scene/scene.hpp"

#include <string>
#include <vector>

namespace tessera {

/// What stands above the picture, and what is pointed out in it.
struct NetworkCaption {
    std::string title;       ///< "pex on mesh(4,4), step 3 of 15"
    std::string when;        ///< what the loads are of: "in this step", "in all steps together"
    std::vector<int> marked; ///< links drawn in black
    /// What moves is laid over the picture (NetworkMotion): ranks have their colours, links rest and have no numbers, and `when` is
    /// the line below the title.
    bool in_motion = false;
    std::vector<std::string> notes = {}; ///< below the legend
};

/// Networks with more links are not drawn; the picture says so.
inline constexpr Index most_drawn_links = 20'000;

/// Both directions of a link lie beside each other, each to the right of its way, with a tip at its end; idle ones are thin and
/// grey. Darker and thicker means more, the number says how much (messages, or bytes where their lengths differ, per parallel link
/// of a bundle); numbers that would touch others are left out. Tags: SceneTag::Kind::Vertex and Kind::Link.
[[nodiscard]] Scene network_scene(Topology const& topology, NetworkTraffic const& traffic, NetworkCaption const& caption);

} // namespace tessera
