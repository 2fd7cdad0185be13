// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of networks: nodes with their ranks, and links coloured by load.
#pragma once

#include "libcore/network/topology.hpp"
#include "libcore/scene/network/network_traffic.hpp"
#include "libcore/scene/scene.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Highlighted links, and the sentence that explains them.
struct NetworkMarks {
    std::vector<int> links;
    std::string note;
    friend bool operator==(NetworkMarks const&, NetworkMarks const&) = default;
};

/// Texts around the picture, and highlighted links.
struct NetworkCaption {
    std::string title; ///< "pex on mesh(4,4), step 3 of 15"
    std::string when;  ///< the steps that the loads belong to: "in this step", "in all steps together"
    NetworkMarks marks = {};
    /// Whether moving parts are drawn over the picture (NetworkMotion). Then ranks have their colours, links are idle and have no
    /// numbers, and `when` is the line below the title.
    bool in_motion = false;
    std::vector<std::string> notes = {}; ///< below the legend
};

/// Networks with more vertices are drawn without their links: each vertex is a cell, coloured by its busiest link.
inline constexpr int most_single_vertices = 400;
/// Networks with more links are not drawn; the picture says so.
inline constexpr Index most_drawn_links = 20'000;
inline constexpr Index most_heat_links = 4'000'000; ///< the same for pictures of cells

/// Draws both directions of a link side by side, each on the right of its direction, with an arrow head; idle ones are thin and
/// grey. Darker and thicker means a higher load. The number is the load (messages, or bytes if their lengths differ, per parallel
/// link of a bundle). Numbers that would touch others are omitted. Marked links have a border in another colour. In motion, large
/// networks have links, too. Tags: VertexTag and LinkTag.
[[nodiscard]] Scene network_scene(Topology const& topology, NetworkTraffic const& traffic, NetworkCaption const& caption);

} // namespace tessera
