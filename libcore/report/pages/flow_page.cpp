// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an animated page of a redistribution, for any browser and without network access.
#include "libcore/report/pages/flow_page.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/report/detail/chart_columns.hpp"
#include "libcore/report/detail/pages.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/pages/html_page.hpp"
#include "libcore/scene/messages/flight_paths.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tessera {
namespace {

constexpr int most_steps_told = 4096; // with more steps, only their number is written

/// Writes [from, to, begin and end in steps, the rectangles before and after as x, y, width, height].
void write_path(JsonWriter& json, FlightPath const& path, double least_steps) {
    json.begin_array();
    json.value(Index{path.from});
    json.value(Index{path.to});
    json.value(Index{path.steps.first});
    json.value(std::max(path.steps.last + 1.0, path.steps.first + least_steps));
    detail::write_pixel_rect(json, path.source);
    detail::write_pixel_rect(json, path.target);
    json.end_array();
}

/// Writes the ranks and their colours.
void write_colors(JsonWriter& json, std::vector<FlightPath> const& paths) {
    std::set<Rank> ranks;
    for (FlightPath const& path : paths) ranks.insert({path.from, path.to});
    json.key("colors");
    json.begin_object();
    for (Rank const rank : ranks) json.entry(std::to_string(rank), hex(rank_color(rank)));
    json.end_object();
}

/// Returns "Step 2 of 7: 4 messages, 2.0 KiB".
std::string step_text(Schedule const& schedule, int step) {
    Index messages = 0;
    Index bytes = 0;
    schedule.for_each_transfer(step, [&](Transfer const& transfer) {
        ++messages;
        bytes += transfer.bytes;
    });
    return fmt::format("Step {} of {}: {}, {}", step + 1, schedule.steps(), counted(messages, "message"), scaled_bytes(bytes));
}

void write_steps(JsonWriter& json, Schedule const& schedule, Watch const& watch) {
    json.key("steps");
    json.begin_list();
    for (int step = 0; step < std::min(schedule.steps(), most_steps_told) && !watch.stopped(); ++step)
        json.value(step_text(schedule, step));
    json.end_array();
}

std::string note_of(DataFlow const& flow) {
    if (!flow.sampled) return "";
    return fmt::format("Not all pieces are shown, only those of {} of {}.", grouped(flow.messages_shown),
                       counted(flow.messages, "message"));
}

void write_flow(JsonWriter& json, RedistPlan const& plan, Schedule const& schedule) {
    auto const panels = ownership_panels(plan);
    Scene const picture = ownership_scene(describe(plan.source().array()), panels);
    DataFlow const flow =
        data_flow(plan, largest_messages(plan), slice_of(panels[0].grid), slice_of(panels[1].grid), steps_of(schedule));
    auto const paths = flight_paths(flow, picture, panels);
    json.entry("note", note_of(flow));
    json.entry("length", flow.length());
    json.key("target");
    json.begin_array();
    detail::write_pixel_rect(json, plot_of(picture, panels[1].grid, 1));
    json.end_array();
    write_colors(json, paths);
    json.key("flights");
    json.begin_list();
    for (FlightPath const& path : paths) write_path(json, path, flow.flight_steps());
    json.end_array();
    json.entry("picture", to_inline_svg(picture));
}

} // namespace

Result<std::string> flow_page(RedistPlan const& plan, Schedule const& schedule, Site const& site, Watch const& watch) {
    if (plan.map().reshapes())
        return fail("the elements of a reshape are no rectangles of both pictures; draw them without --animate");
    if (plan.totals().moved == 0) return fail("there is nothing to play: no element moves");
    auto const costs = TRY(cost_of(schedule, site, watch));
    Scene const chart = schedule_picture(schedule, costs, site, std::nullopt);
    std::string const title = fmt::format("{}: {} to {}", describe(plan.source().array()), describe(plan.source().spec()),
                                          describe(plan.target().spec()));
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    json.begin_object();
    json.entry("schema", "tessera.flow-page/1");
    json.entry("title", title);
    json.entry("algorithm", schedule.algorithm());
    write_flow(json, plan, schedule);
    write_steps(json, schedule, watch);
    detail::write_chart_columns(json, chart, schedule.steps());
    json.entry("chart", to_inline_svg(chart));
    json.end_object();
    if (watch.stopped()) return stopped_error();
    std::string const script = fmt::format("{}{}", detail::pages_played_js, detail::pages_flow_js);
    return html_page({detail::pages_played_css, title, detail::pages_played_html, "flow", text, script});
}

} // namespace tessera
