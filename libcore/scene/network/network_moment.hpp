// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whole pictures of a network during a step.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/network/site.hpp"
#include "libcore/scene/network/network_motion.hpp"
#include "libcore/scene/network/network_scene.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/schedule/schedule.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Additional height of a moving picture for the sentences below it, in pixels. With this space reserved below a resting picture,
/// nothing moves or scales when playback starts.
inline constexpr double motion_notes_height = 60;

/// A step of a schedule, 0-based, and the elapsed share of its time.
struct NetworkMoment {
    int step = 0;
    double share = 0; ///< 0 .. 1
    friend bool operator==(NetworkMoment const&, NetworkMoment const&) = default;
};

/// Returns the moment of a schedule after `time`, or its end if `time` is later. `time`: in seconds (bytes without rates).
/// Precondition: the schedule has steps.
[[nodiscard]] NetworkMoment moment_after(ScheduleCost const& cost, double time);
/// Returns the duration of a step, in seconds (bytes without rates).
[[nodiscard]] double duration_of(StepCost const& step);

/// Returns the network without the moving parts, which NetworkMotion draws over it. Precondition: at most most_drawn_links links.
[[nodiscard]] Scene resting_network_picture(Schedule const& schedule, Site const& site, std::string const& title,
                                            std::string const& when, std::string const& note);

/// Returns "40 % of the step, 150 us of 375 us; 12 KiB wait for links".
[[nodiscard]] std::string moment_text(StepMotion const& motion, Site const& site, double share);

/// Draws the messages of a step at a moment. If the schedule has fewer steps, the last step is drawn. Precondition: it has steps.
/// Errors: more links than are drawn, more messages than are followed, the machine lacks a rate. `marks`: highlighted links. Cost:
/// the hops of the step's messages, and the links.
[[nodiscard]] Result<Scene> network_picture_at(Schedule const& schedule, Site const& site, NetworkMoment const& moment,
                                               NetworkMarks const& marks = {});
/// Returns an error with the number of links if the network has more than most_drawn_links.
[[nodiscard]] Result<void> check_links(Topology const& topology);

} // namespace tessera
