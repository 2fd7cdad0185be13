// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the network panel shows of one schedule, made off the window's thread.
#pragma once

#include "gui/session/scheduling.hpp"
#include "libcore/network/busy_links.hpp"
#include "libcore/scene/network_traffic.hpp"
#include "libcore/scene/scene.hpp"

#include <QString>
#include <memory>
#include <optional>
#include <vector>

namespace tessera::gui {

/// What the links carry in one step of a schedule, or in all of them.
struct LinkTraffic {
    SchedulePointer sited;
    std::optional<int> step; ///< nothing: all steps together
    NetworkTraffic loads;
    std::vector<BusyLink> busy;
};
using LinkTrafficPointer = std::shared_ptr<LinkTraffic const>;

/// What is asked for. The schedule has steps.
struct NetworkView {
    SchedulePointer sited;
    std::optional<int> step;
    double share = 0;        ///< of the step\'s time that has passed: its messages in motion; 0: what it puts on links
    std::vector<int> marked; ///< links that stand out
    std::optional<int> link; ///< whose messages are named
    friend bool operator==(NetworkView const&, NetworkView const&) = default;
};

struct NetworkDrawing {
    LinkTrafficPointer traffic;
    Scene scene;
    QString throughLink; ///< "Through n0 -> n1 in this step: 0 -> 3, 1 -> 3"; empty where no link is selected
    double spare = 0;    ///< how much taller the picture will be in motion
};

/// Loads that are `known` are not counted again: something else was selected, or another link is marked. Error: the work was
/// stopped.
[[nodiscard]] Result<NetworkDrawing> drawNetwork(NetworkView const& view, LinkTrafficPointer const& known, Watch const& watch);

} // namespace tessera::gui
