// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts and colours that all pictures of link loads share.
#pragma once

#include "libcore/network/topology.hpp"
#include "libcore/scene/color_scale.hpp"
#include "libcore/scene/network/network_scene.hpp"
#include "libcore/scene/network/network_traffic.hpp"

#include <string>

namespace tessera::detail {

/// The referenced objects must outlive it.
class LoadDisplay {
  public:
    LoadDisplay(Topology const& topology, NetworkTraffic const& traffic, NetworkCaption const& caption);

    [[nodiscard]] ColorScale const& scale() const { return scale_; }
    [[nodiscard]] double most() const { return most_; }   ///< largest load
    [[nodiscard]] bool is_bus() const { return is_bus_; } ///< all nodes share the first link
    [[nodiscard]] double load(int link) const { return traffic_.shown(topology_, link); }
    /// Returns whether a link with this load carries more than one message.
    [[nodiscard]] bool is_shared(double load) const;

    /// Returns the messages of the step and the busiest link.
    [[nodiscard]] std::string subtitle() const;
    /// Returns "link 4 to 5: 2 messages, 2.0 KiB".
    [[nodiscard]] std::string link_text(int link) const;
    /// Returns messages as "2" or "1.75", bytes as "4 KiB".
    [[nodiscard]] std::string number_text(double load) const;
    /// Returns "rank 5 on node 5, idle", or "switch s2".
    [[nodiscard]] std::string vertex_text(int vertex) const;
    /// Returns the unit of the scale: "messages on a link in this step".
    [[nodiscard]] std::string scale_heading() const;

  private:
    Topology const& topology_;
    NetworkTraffic const& traffic_;
    NetworkCaption const& caption_;
    bool is_bus_;
    double most_;
    ColorScale scale_;
};

/// Returns the nodes without links of their own: on a bus, all nodes share one link.
[[nodiscard]] std::vector<int> tapping_nodes(Topology const& topology);

} // namespace tessera::detail
