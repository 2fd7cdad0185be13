// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan draw --view network with --moment or --animate.
#include "cli/distplan/draw_motion.hpp"

#include "cli/distplan/subcommands.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/base/time_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/pages/network_page.hpp"
#include "libcore/scene/network/network_moment.hpp"
#include "libcore/scene/network/network_traffic.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

Result<NetworkMoment> share_of_step(Arguments const& arguments, std::string_view text, SitedSchedule const& sited) {
    auto const percent = parse_number(text.substr(0, text.size() - 1));
    if (!percent || *percent < 0 || *percent > 100) return fail(fmt::format("--moment: '{}' is not from 0% to 100%", text));
    auto const step = TRY(drawn_step(arguments, *sited.schedule));
    if (arguments.has("step") && !step) return fail("--moment is for one step, and cannot be used together with --step all");
    int const chosen = step ? *step : busiest_step(*sited.schedule, *sited.site.topology, sited.site.placement);
    return NetworkMoment{chosen, static_cast<double>(*percent) / 100};
}

Result<NetworkMoment> moment_of(Arguments const& arguments, std::string_view text, SitedSchedule const& sited, Watch const& watch) {
    if (text.ends_with('%')) return share_of_step(arguments, text, sited);
    auto const time = parse_seconds(text);
    if (!time)
        return fail(fmt::format("--moment: '{}' is neither a share of a step, such as 40%, nor a time, such as 150us", text));
    if (arguments.has("step"))
        return fail("--moment: a time is counted from the first step; leave out --step, or write a share such as 40%");
    if (!sited.site.machine) return fail("--moment: a time needs --machine; without it write a share of a step, such as 40%");
    auto const cost = TRY(cost_of(*sited.schedule, sited.site, watch));
    if (!cost.lack.empty()) return fail("--moment: " + cost.lack + "; say a share of a step, such as 40%");
    return moment_after(cost, *time);
}

} // namespace

Result<Scene> draw_moment(Arguments const& arguments, std::string_view moment, SitedSchedule const& sited,
                          NetworkHighlight const& highlight, Watch const& watch) {
    auto const when = TRY(moment_of(arguments, moment, sited, watch));
    auto scene = network_picture_at(*sited.schedule, sited.site, when, marks_of(sited, when.step, highlight));
    auto const second = arguments.text("beside");
    if (!scene || !second) return scene;
    auto const other = TRY(schedule_on(sited.site, sited.schedule->messages(), *second, watch));
    // The second picture shows the same time, or the same share of the same step.
    auto const then = moment.ends_with('%') ? when : TRY(moment_of(arguments, moment, other, watch));
    auto const picture = TRY(network_picture_at(*other.schedule, other.site, then, marks_of(other, then.step, highlight)));
    return beside(*std::move(scene), picture);
}

Result<std::string> network_page_of(Tool const& tool, Watch const& watch) {
    auto const sited = TRY(drawn_schedule(tool, watch));
    auto const step = TRY(drawn_step(tool.arguments, *sited.schedule));
    return network_page(*sited.schedule, sited.site, step, watch);
}

} // namespace tessera::cli
