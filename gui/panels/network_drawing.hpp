// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the drawing of the network panel for one schedule, made on a background thread.
#pragma once

#include "gui/session/scheduling.hpp"
#include "libcore/network/busy_links.hpp"
#include "libcore/scene/network/network_traffic.hpp"
#include "libcore/scene/scene.hpp"

#include <QString>
#include <memory>
#include <optional>
#include <vector>

namespace tessera::gui {

/// The link loads in one step of a schedule, or in all steps.
struct LinkTraffic {
    SchedulePointer sited;
    std::optional<int> step; ///< nothing: all steps together
    NetworkTraffic loads;
    std::vector<BusyLink> busy;
};
using LinkTrafficPointer = std::shared_ptr<LinkTraffic const>;

/// The requested drawing. Precondition: the schedule has steps.
struct NetworkView {
    SchedulePointer sited;
    std::optional<int> step;
    double share = 0;        ///< elapsed share of the step's time: shows moving messages; 0: shows the link loads of the step
    std::vector<int> marked; ///< highlighted links
    std::optional<int> link; ///< link whose messages are listed
    friend bool operator==(NetworkView const&, NetworkView const&) = default;
};

struct NetworkDrawing {
    LinkTrafficPointer traffic;
    Scene scene;
    QString throughLink; ///< "Through n0 -> n1 in this step: 0 -> 3, 1 -> 3"; empty if no link is selected
    double spare = 0;    ///< additional height of the picture in motion
};

/// Draws the view. Loads in `known` are reused if only the selection or the highlighted links differ. Error: the work was stopped.
[[nodiscard]] Result<NetworkDrawing> drawNetwork(NetworkView const& view, LinkTrafficPointer const& known, Watch const& watch);

} // namespace tessera::gui
