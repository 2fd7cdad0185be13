// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is highlighted on a network: a link, and the route of a message.
#include "libcore/scene/network/network_marks.hpp"

#include <fmt/format.h>

namespace tessera {
namespace {

/// Returns the sentence about when a message uses its route.
std::string travel_text(Schedule const& schedule, std::optional<int> step, Rank from, Rank to) {
    auto const travels = step_between(schedule, from, to);
    if (!travels) return schedule.store_and_forward() ? " Other ranks forward its data." : "";
    if (!step) return fmt::format(" Its message travels in step {}.", *travels + 1);
    return *step == *travels ? " Its message travels in this step."
                             : fmt::format(" Its message travels in step {}, not in step {}.", *travels + 1, *step + 1);
}

} // namespace

NetworkMarks marks_of(SitedSchedule const& sited, std::optional<int> step, NetworkHighlight const& highlight) {
    NetworkMarks marks;
    if (highlight.message) {
        auto const [from, to] = *highlight.message;
        marks.links = route_between(sited, from, to);
        if (!marks.links.empty())
            marks.note = fmt::format("Links with a pink border are the route from rank {} to rank {}.", from, to) +
                         travel_text(*sited.schedule, step, from, to);
    }
    if (!highlight.link) return marks;
    if (marks.links.empty()) marks.note = "The selected link has a pink border.";
    marks.links.push_back(*highlight.link);
    return marks;
}

} // namespace tessera
