// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an animated page of messages on network links, for any browser.
#include "libcore/report/pages/network_page.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/detail/chart_columns.hpp"
#include "libcore/report/detail/pages.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/pages/html_page.hpp"
#include "libcore/scene/network/network_moment.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace tessera {
namespace {

/// Times within a step are integers in this fraction of its duration, which is shorter text than seconds.
constexpr double parts_of_a_step = 100'000;

void write_number(JsonWriter& json, double pixels) {
    json.value(std::round(pixels * 100) / 100);
}

void write_points(JsonWriter& json, std::vector<ScenePoint> const& points) {
    json.begin_array();
    for (ScenePoint const& point : points)
        for (double const each : point) write_number(json, each);
    json.end_array();
}

void write_way(JsonWriter& json, LinkPath const& way) {
    json.begin_array();
    for (auto const& piece : way.pieces()) write_points(json, piece);
    json.end_array();
}

/// Writes the data of a step as JSON.
class StepWriter {
  public:
    StepWriter(JsonWriter& json, NetworkMotion const& moving)
        : json_(json), moving_(moving), motion_(moving.motion()),
          part_(motion_.duration() > 0 ? parts_of_a_step / motion_.duration() : 0) {}

    void write(std::string const& text) {
        json_.begin_object();
        json_.entry("text", text);
        json_.entry("lasts", motion_.duration());
        json_.entry("starts", part(0));
        write_ways();
        write_messages();
        write_dots();
        write_queues();
        write_links();
        write_ranks();
        json_.end_object();
    }

  private:
    /// Converts a time since the start of the messages to parts of the step.
    [[nodiscard]] Index part(double time) const { return std::llround((time + motion_.start()) * part_); }

    void write_ways() {
        json_.key("ways");
        json_.begin_array();
        for (LinkPath const& way : moving_.ways()) write_way(json_, way);
        json_.end_array();
    }

    /// Writes [bytes, and for each stage the time at which the last byte has passed].
    void write_messages() {
        json_.key("messages");
        json_.begin_array();
        for (MovingMessage const& message : motion_.messages()) {
            json_.begin_array();
            json_.value(message.transfer.bytes);
            for (double const end : message.ends) json_.value(part(end));
            json_.end_array();
        }
        json_.end_array();
    }

    /// Writes [colour, leaves, begins, ends, way, queue, begins, ends, way, queue, ..].
    void write_dots() {
        json_.key("dots");
        json_.begin_array();
        for (MotionDot const& dot : moving_.dots()) {
            json_.begin_array();
            json_.value(hex(rank_color(moving_.sender(dot))));
            json_.value(part(dot.leaves));
            for (std::size_t leg = 0; leg < dot.legs.size(); ++leg) {
                json_.value(part(dot.legs[leg].begins));
                json_.value(part(dot.legs[leg].ends));
                json_.value(static_cast<Index>(dot.ways[leg]));
                json_.value(static_cast<Index>(dot.queues[leg]));
            }
            json_.end_array();
        }
        json_.end_array();
    }

    /// Writes [x, y, the direction of the link as x and y, message, its link, message, its link, ..].
    void write_queues() {
        json_.key("queues");
        json_.begin_array();
        for (MotionQueue const& queue : moving_.queues()) {
            json_.begin_array();
            for (double const each : {queue.begin[0], queue.begin[1], queue.along[0], queue.along[1]}) write_number(json_, each);
            for (auto const& [message, link] : queue.messages) {
                json_.value(static_cast<Index>(message));
                json_.value(static_cast<Index>(link));
            }
            json_.end_array();
        }
        json_.end_array();
    }

    /// Writes [link, until, share of its capacity, until, share, ..]; spells are contiguous from the start of the step, then the
    /// link is idle.
    void write_links() {
        auto const load_periods = motion_.load_periods();
        json_.key("links");
        json_.begin_array();
        for (std::size_t link = 0; link < load_periods.size(); ++link) {
            if (load_periods[link].empty()) continue;
            json_.begin_array();
            json_.value(static_cast<Index>(link));
            for (StepMotion::LoadPeriod const& spell : load_periods[link]) {
                json_.value(part(spell.until));
                json_.value(std::round(1000 * spell.busy) / 1000);
            }
            json_.end_array();
        }
        json_.end_array();
    }

    /// Writes [x, y, side, the messages that the rank sends], then the same for received messages.
    void write_ranks() {
        for (bool const sends : {true, false}) {
            std::map<int, std::vector<Index>> messages;
            for (std::size_t i = 0; i < motion_.messages().size(); ++i) {
                Transfer const& transfer = motion_.messages()[i].transfer;
                messages[sends ? transfer.from : transfer.to].push_back(static_cast<Index>(i));
            }
            json_.key(sends ? "senders" : "receivers");
            json_.begin_array();
            for (auto const& [position, theirs] : messages) {
                SceneRect const& node = moving_.node(position);
                json_.begin_array();
                for (double const each : {node.x, node.y, node.width}) write_number(json_, each);
                for (Index const each : theirs) json_.value(each);
                json_.end_array();
            }
            json_.end_array();
        }
    }

    JsonWriter& json_;
    NetworkMotion const& moving_;
    StepMotion const& motion_;
    double part_;
};

std::string words_of(StepMotion const& motion, int step, int steps) {
    Index bytes = 0;
    for (MovingMessage const& each : motion.messages()) bytes += each.transfer.bytes;
    return fmt::format("Step {} of {}: {}, {}", step + 1, steps, counted(std::ssize(motion.messages()), "message"),
                       scaled_bytes(bytes));
}

/// Writes the pieces of the path of each link.
void write_link_ways(JsonWriter& json, Topology const& topology, Scene const& picture) {
    LinkPaths const ways(topology, picture);
    json.key("ways");
    json.begin_list();
    for (int link = 0; link < static_cast<int>(topology.links().size()); ++link) write_way(json, ways.of(link));
    json.end_array();
}

/// Writes the colours and widths of links by their share of capacity, in hundredths.
void write_link_looks(JsonWriter& json) {
    json.key("looks");
    json.begin_array();
    for (int percent = 0; percent <= 100; ++percent) {
        LinkStyle const look = style_of_link(percent / 100.0);
        json.value(hex(look.color));
        write_number(json, look.width);
    }
    json.end_array();
}

Result<void> write_steps(JsonWriter& json, Schedule const& schedule, Site const& site, Run steps, Scene const& picture,
                         Watch const& watch) {
    Index dots = 0;
    json.key("steps");
    json.begin_list();
    for (Index step = steps.begin; step < steps.end; ++step) {
        if (watch.stopped()) return stopped_error();
        watch.report(step - steps.begin, steps.size());
        auto motion = TRY(StepMotion::of(schedule, static_cast<int>(step), site));
        std::string const words = words_of(motion, static_cast<int>(step), schedule.steps());
        NetworkMotion const moving(std::move(motion), schedule, site, picture);
        dots += std::ssize(moving.dots());
        if (dots > most_page_dots)
            return fail(fmt::format("a page cannot play all {} steps; --step N plays one of them", schedule.steps()));
        StepWriter(json, moving).write(words);
    }
    json.end_array();
    return {};
}

} // namespace

Result<std::string> network_page(Schedule const& schedule, Site const& site, std::optional<int> step, Watch const& watch) {
    if (schedule.steps() == 0) return fail("there is nothing to play: no message has to be sent");
    TRY(check_links(*site.topology));
    auto const costs = TRY(cost_of(schedule, site, watch));
    int const first = step.value_or(0);
    auto const one = TRY(StepMotion::of(schedule, first, site));
    std::string const title = fmt::format("{} on {}", schedule.algorithm(), site.network());
    bool const timed = site.machine != nullptr && site.machine->has_rates();
    Scene const picture = resting_network_picture(
        schedule, site, title, timed ? "times on " + site.machine->name : "no times: the loads alone", dot_legend(one));
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    json.begin_object();
    json.entry("schema", "tessera.network-page/1");
    json.entry("title", title);
    json.entry("timed", timed);
    write_link_looks(json);
    write_link_ways(json, *site.topology, picture);
    TRY(write_steps(json, schedule, site, {first, step ? first + 1 : schedule.steps()}, picture, watch));
    json.entry("picture", to_inline_svg(picture));
    Scene const chart = schedule_picture(schedule, costs, site, std::nullopt);
    json.entry("first", Index{first});
    detail::write_chart_columns(json, chart, schedule.steps());
    json.entry("chart", to_inline_svg(chart));
    json.end_object();
    std::string const script = fmt::format("{}\n{}", detail::pages_played_js, detail::pages_network_js);
    return html_page({detail::pages_played_css, title, detail::pages_played_html, "network", text, script});
}

} // namespace tessera
