// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the drawing of the network panel for one schedule or two, made on a background thread.
#pragma once

#include "gui/session/scheduling.hpp"
#include "libcore/network/busy_links.hpp"
#include "libcore/scene/network/network_marks.hpp"
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

/// The requested drawing. Precondition: the schedules have steps.
struct NetworkView {
    SchedulePointer sited;
    SchedulePointer compared; ///< drawn beside it in the same step, or in its last one; null: none
    std::optional<int> step;
    double share = 0; ///< elapsed share of the step's time: shows moving messages; 0: shows the link loads of the step
    NetworkHighlight highlight;
    friend bool operator==(NetworkView const&, NetworkView const&) = default;
};

/// Loads that were counted for earlier drawings; null: none.
struct CountedTraffic {
    LinkTrafficPointer own;
    LinkTrafficPointer compared;
};

/// One of the two pictures.
struct NetworkPicture {
    Scene scene;
    double spare = 0; ///< additional height of the picture in motion, and of the picture beside it
};

struct NetworkDrawing {
    CountedTraffic traffic;
    NetworkPicture picture;
    std::optional<Result<NetworkPicture>> compared;
    QString throughLink; ///< "Through n0 -> n1 in this step: 0 -> 3, 1 -> 3"; empty if no link is selected
};

/// Draws the view. Loads in `known` are reused if only the selection or the highlighted links differ. Error: the work was stopped.
[[nodiscard]] Result<NetworkDrawing> drawNetwork(NetworkView const& view, CountedTraffic const& known, Watch const& watch);

} // namespace tessera::gui
