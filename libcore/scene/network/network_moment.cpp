// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whole pictures of a network during a step.
#include "libcore/scene/network/network_moment.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/scene/network/network_scene.hpp"
#include "libcore/scene/network/network_traffic.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {
namespace {

constexpr char const* waiting_note = "Dots at the start of a link wait for it; the number is their bytes.";
constexpr char const* shares_note = "Bars of a rank: bytes still to send (above), bytes received (below).";

/// Returns "150 us", or "3 KiB" without rates.
std::string duration_text(double duration, bool timed) {
    return timed ? short_seconds(duration) : short_bytes(duration);
}

} // namespace

double duration_of(StepCost const& step) {
    return step.time.value_or(step.congested_bytes());
}

NetworkMoment moment_after(ScheduleCost const& cost, double time) {
    int const last = static_cast<int>(cost.steps.size()) - 1;
    for (int step = 0; step <= last; ++step) {
        double const duration = duration_of(cost.steps[as_size(step)]);
        if (time < duration) return {step, std::max(time, 0.0) / duration};
        time -= duration;
    }
    return {last, 1};
}

Result<void> check_links(Topology const& topology) {
    if (std::ssize(topology.links()) <= most_drawn_links) return {};
    return fail(fmt::format("{} has {} links, too many to draw; the most is {}", topology.name(),
                            grouped(std::ssize(topology.links())), grouped(most_drawn_links)));
}

Scene resting_network_picture(Schedule const& schedule, Site const& site, std::string const& title, std::string const& when,
                              std::string const& note) {
    NetworkCaption const caption{.title = title, .when = when, .in_motion = true, .notes = {note, waiting_note, shares_note}};
    return network_scene(*site.topology, no_traffic(schedule, *site.topology, site.placement), caption);
}

std::string moment_text(StepMotion const& motion, Site const& site, double share) {
    bool const timed = site.machine != nullptr && site.machine->has_rates();
    double const time = share * motion.duration();
    double waiting = 0;
    for (LinkMoment const& link : motion.links_at(time)) waiting += std::max(link.waiting, 0.0);
    std::string const when =
        timed ? fmt::format(", {} of {}", duration_text(time, timed), duration_text(motion.duration(), timed)) : "";
    std::string const what = timed && time < motion.start() ? "messages are being started"
                             : waiting < 0.5                ? "nothing waits"
                                                            : short_bytes(waiting) + " wait for links";
    return fmt::format("{:.0f} % of the step{}; {}", 100 * share, when, what);
}

Result<Scene> network_picture_at(Schedule const& schedule, Site const& site, NetworkMoment const& moment,
                                 NetworkMarks const& marks) {
    TRY(check_links(*site.topology));
    int const step = std::min(moment.step, schedule.steps() - 1);
    auto motion = TRY(StepMotion::of(schedule, step, site));
    auto const title = fmt::format("{} on {}, step {} of {}", schedule.algorithm(), site.network(), step + 1, schedule.steps());
    auto const when = moment_text(motion, site, moment.share);
    double const time = moment.share * motion.duration();
    std::string const note = dot_legend(motion);
    std::string const notes = marks.note.empty() ? note : note + " " + marks.note;
    Scene picture = resting_network_picture(schedule, site, title, when, notes);
    lay_over(picture, NetworkMotion(std::move(motion), schedule, site, picture).at(time, marks.links));
    return picture;
}

} // namespace tessera
