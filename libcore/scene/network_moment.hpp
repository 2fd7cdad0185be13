// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whole pictures of a network in motion.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/network/site.hpp"
#include "libcore/scene/network_motion.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/schedule/schedule.hpp"

#include <string>
#include <vector>

namespace tessera {

/// How much taller the sentences below a picture in motion make it than the same at rest: who leaves as much room below the latter
/// need not move or scale anything when it begins to play.
inline constexpr double motion_notes_height = 60;

/// A step of a schedule, from 0, and the share of its time that has passed.
struct NetworkMoment {
    int step = 0;
    double share = 0; ///< 0 .. 1
    friend bool operator==(NetworkMoment const&, NetworkMoment const&) = default;
};

/// Where a schedule stands after so long: at its end after that. `time`: in seconds (bytes without rates). Precondition: it has
/// steps.
[[nodiscard]] NetworkMoment moment_after(ScheduleCost const& cost, double time);
/// How long a step takes, in seconds (bytes without rates).
[[nodiscard]] double duration_of(StepCost const& step);

/// The network without anything that moves, which NetworkMotion lays over it. Precondition: no more links than are drawn.
[[nodiscard]] Scene resting_network_picture(Schedule const& schedule, Site const& site, std::string const& title,
                                            std::string const& when, std::string const& note);

/// "40 % of the step, 150 us of 375 us; 12 KiB wait before links".
[[nodiscard]] std::string moment_text(StepMotion const& motion, Site const& site, double share);

/// The messages of a step, or of the last where the schedule has fewer, where they are at a moment. Precondition: it has steps.
/// Errors: more links than are drawn, more messages than are followed, the machine lacks a rate. `marked`: links that stand out.
/// Cost: the hops of the step's messages, and the links.
[[nodiscard]] Result<Scene> network_picture_at(Schedule const& schedule, Site const& site, NetworkMoment const& moment,
                                               std::vector<int> const& marked = {});
/// Does the network have few enough links? Error: how many it has.
[[nodiscard]] Result<void> check_links(Topology const& topology);

} // namespace tessera
