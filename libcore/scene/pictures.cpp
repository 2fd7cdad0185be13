// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whole pictures of messages with their headings.
#include "libcore/scene/pictures.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/scene/messages/schedule_scene.hpp"
#include "libcore/scene/network/network_traffic.hpp"
#include "libcore/scene/ownership/naming_scene.hpp"
#include "libcore/scene/ownership/ownership_scene.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

constexpr Index shortest_message = 16; // first length of the curves, in bytes
constexpr Index longest_message = Index{4} << 20;

std::string arrays_of(MultiPlan const& plan) {
    auto const plans = plan.plans();
    if (plans.size() == 1) return describe(plans[0].source().spec().array);
    return fmt::format("{} arrays", plans.size());
}

std::string movement_of(MultiPlan const& plan) {
    RedistTotals const totals = plan.totals();
    auto const moved = fmt::format("{} of {} move in {}, {}", grouped(totals.moved), counted(totals.elements, "element"),
                                   counted(totals.messages, "message"), scaled_bytes(totals.bytes_moved));
    auto const plans = plan.plans();
    if (plans.size() > 1) return moved;
    return fmt::format("{} -> {}: {}", describe(plans[0].source().spec()), describe(plans[0].target().spec()), moved);
}

std::string exchange_of(MessageSet const& messages) {
    auto const among = fmt::format("among {}", counted(messages.size(), "rank"));
    if (messages.is_all_to_all()) return "all-to-all " + among;
    return fmt::format("{} {}, {}", counted(messages.messages(), "message"), among, scaled_bytes(messages.total_bytes()));
}

Result<void> check_times(MessageSet const& messages) {
    if (messages.messages() == 0) return fail("there are no times to draw: no message has to be sent");
    return {};
}

CostChart chart_of(CostSweep sweep) {
    CostChart chart{.series = std::move(sweep.series), .observed = {}, .notes = {}};
    for (auto const& [algorithm, reason] : sweep.refusals)
        chart.notes.push_back(fmt::format("{} is missing: {}", algorithm, reason));
    return chart;
}

std::string times_on(Site const& site) {
    return fmt::format("predicted times on {}, {}", site.network(), site.machine->name);
}

Index longest_of(MessageSet const& messages) {
    Index longest = 0;
    messages.for_each([&](int, int, Index bytes) { longest = std::max(longest, bytes); });
    return longest;
}

std::string title_of(Schedule const& schedule, Site const& site) {
    return fmt::format("{} on {}", schedule.algorithm(), site.network());
}

std::string extent_of(Schedule const& schedule) {
    return fmt::format("{}; {}", exchange_of(schedule.messages()), counted(schedule.steps(), "step"));
}

ScheduleView view_of(Schedule const& schedule, std::optional<int> current) {
    ScheduleView view = ScheduleView::all(schedule);
    view.current = current;
    return view;
}

/// Returns 2, 4, 8, ... and the last number of ranks.
std::vector<int> doubling_ranks(int nodes) {
    int const last = std::min(nodes, most_ranks_compared);
    std::vector<int> ranks;
    for (int count = 2; count < last; count *= 2) ranks.push_back(count);
    if (last >= 2) ranks.push_back(last);
    return ranks;
}

} // namespace

std::vector<TitledGrid> ownership_panels(RedistPlan const& plan, std::optional<Rank> only) {
    Mapping const& source = plan.source().declared();
    Mapping const& target = plan.target().declared();
    OwnershipView view = OwnershipView::of(source.array());
    view.only = only;
    bool const same_shape = source.array().extents == target.array().extents;
    bool const still = source.spec() == target.spec();
    std::vector<Mapping const*> together{&source};
    if (same_shape) together.push_back(&target);
    CellPlan const cells = plan_cells(together, view, picture_limits(view));
    std::vector<TitledGrid> panels;
    panels.push_back({OwnershipGrid(source, view, cells), still ? "" : "from", describe(source.spec())});
    if (!still) {
        OwnershipView other = same_shape ? view : OwnershipView::of(target.array());
        other.only = only;
        CellPlan const other_cells = same_shape ? cells : plan_cells({&target}, other, picture_limits(other));
        panels.push_back({OwnershipGrid(target, other, other_cells), "to", describe(target.spec())});
    }
    return panels;
}

Scene ownership_picture(RedistPlan const& plan, std::optional<Rank> only) {
    return ownership_scene(describe(plan.source().spec().array), ownership_panels(plan, only));
}

Scene messages_picture(MultiPlan const& plan) {
    return messages_picture(plan, MessagesView::all(MessageMatrix(plan)));
}

Scene messages_picture(MultiPlan const& plan, MessagesView const& view) {
    return messages_scene(arrays_of(plan), movement_of(plan), MessageMatrix(plan), view);
}

Scene index_picture(IndexPlan const& plan) {
    std::vector<MessageMatrix::Listed> messages;
    Index const bytes = plan.mapping().array().type.bytes;
    for (IndexMessage const& message : plan.messages())
        messages.push_back({message.from, message.to, {message.elements, message.elements * bytes}});
    MessageMatrix const matrix(plan.ranks(), std::move(messages));
    IndexTotals const& totals = plan.totals();
    auto const moved =
        fmt::format("{}; {} by index ({}): {} move in {}, {}", describe(plan.mapping().spec()),
                    plan.operation() == IndexOperation::Send ? "sent" : "got", plan.lists().description(),
                    counted(totals.moved, "value"), counted(totals.messages, "message"), scaled_bytes(totals.bytes_moved));
    return beside(messages_scene(describe(plan.mapping().array()), moved, matrix, MessagesView::all(matrix)), naming_picture(plan));
}

Scene schedule_picture(Schedule const& schedule, ScheduleCost const& costs, Site const& site, std::optional<int> current) {
    auto subtitle = extent_of(schedule);
    if (site.machine && costs.time()) subtitle += fmt::format(", {} on {}", short_seconds(*costs.time()), site.machine->name);
    return schedule_scene(title_of(schedule, site), subtitle, schedule, costs.steps, view_of(schedule, current));
}

Scene schedule_picture(Schedule const& schedule, Site const& site, std::optional<int> current) {
    ScheduleView view = view_of(schedule, current);
    view.to_come = site.machine && site.machine->has_rates() ? 2 : 1;
    return schedule_scene(title_of(schedule, site), extent_of(schedule), schedule, {}, view);
}

Scene network_picture(Schedule const& schedule, Site const& site, std::optional<int> step, NetworkMarks marks) {
    // cannot fail: there is no watch that stops it
    auto const traffic = traffic_of(schedule, *site.topology, site.placement, step).value();
    return network_picture(schedule, site, traffic, step, std::move(marks));
}

Scene network_picture(Schedule const& schedule, Site const& site, NetworkTraffic const& traffic, std::optional<int> step,
                      NetworkMarks marks) {
    auto const where = fmt::format("{} on {}", schedule.algorithm(), site.network());
    NetworkCaption caption{fmt::format("{}, all {} steps", where, schedule.steps()), "in all steps together", std::move(marks)};
    if (step) {
        caption.title = fmt::format("{}, step {} of {}", where, *step + 1, schedule.steps());
        caption.when = "in this step";
    }
    return network_scene(*site.topology, traffic, caption);
}

Result<Scene> network_picture(SitedSchedule const& sited, std::optional<int> step, NetworkHighlight const& highlight,
                              Watch const& watch) {
    auto const traffic = TRY(traffic_of(*sited.schedule, *sited.site.topology, sited.site.placement, step, watch));
    return network_picture(*sited.schedule, sited.site, traffic, step, marks_of(sited, step, highlight));
}

Result<Scene> compared_network_picture(SitedSchedule const& first, SitedSchedule const& second, std::optional<int> step,
                                       NetworkHighlight const& highlight, Watch const& watch) {
    Site const& site = first.site;
    auto const its_step = step ? std::optional(std::min(*step, second.schedule->steps() - 1)) : step;
    auto traffic = TRY(traffic_of(*first.schedule, *site.topology, site.placement, step, watch));
    auto other = TRY(traffic_of(*second.schedule, *site.topology, site.placement, its_step, watch));
    use_one_scale(traffic, other, *site.topology);
    return beside(network_picture(*first.schedule, site, traffic, step, marks_of(first, step, highlight)),
                  network_picture(*second.schedule, site, other, its_step, marks_of(second, its_step, highlight)));
}

Result<Scene> cost_picture(MessageSet const& messages, Site const& site, std::vector<ObservedTimes> observed, Watch const& watch) {
    TRY(check_times(messages));
    auto sweep = TRY(cost_over_size(messages, doubling_sizes(shortest_message, longest_message), site, watch));
    CostChart chart = chart_of(std::move(sweep));
    chart.observed = std::move(observed);
    return cost_scene(times_on(site), exchange_of(messages) + ", by the length of the longest message", chart);
}

Result<Scene> cost_over_ranks_picture(MessageSet const& messages, Site const& site, Watch const& watch) {
    TRY(check_times(messages));
    std::vector<int> const ranks = doubling_ranks(site.topology->nodes());
    if (ranks.size() < 2) return fail(fmt::format("{} has too few nodes to compare numbers of ranks", site.network()));
    Index const bytes = longest_of(messages);
    int const nodes = site.topology->nodes();
    std::string const part = ranks.back() < nodes ? fmt::format(" up to {} of {}", ranks.back(), nodes) : "";
    auto sweep = TRY(cost_over_ranks(bytes, ranks, site, watch));
    CostChart chart = chart_of(std::move(sweep));
    chart.over = CostChart::Over::Ranks;
    return cost_scene(times_on(site),
                      fmt::format("all-to-all, messages of {} (the longest here), by the number of ranks{}",
                                  short_bytes(static_cast<double>(bytes)), part),
                      chart);
}

Result<Scene> file_picture(IoTask const& task, IoCandidate const& method, FileView const& view) {
    return file_picture(task, method, FileMap(method.plan), view);
}

Result<Scene> file_picture(IoTask const& task, IoCandidate const& method, FileMap const& map, FileView const& view) {
    if (view.phase && map.is_crowded())
        return fail(fmt::format("{} makes {} requests, too many to show a single step", method.name,
                                grouped(method.plan.totals().requests())));
    if (view.phase && *view.phase >= map.phases())
        return fail(fmt::format("there is no step {} of {}", *view.phase + 1, counted(map.phases(), "step")));
    std::string title = fmt::format("{}: {}", describe(task.array), method.name);
    if (view.phase) title += fmt::format(", step {} of {}", *view.phase + 1, map.phases());
    IoTotals const& totals = method.plan.totals();
    std::string subtitle = fmt::format("{}: {}, {} touched", describe(task.statement, task.array),
                                       counted(totals.requests(), "request"), short_bytes(static_cast<double>(totals.bytes())));
    if (totals.bytes() > 0) subtitle += fmt::format(", {} useful", percent_text(totals.useful, totals.bytes()));
    if (totals.sends > 0) subtitle += fmt::format(", {}", counted(totals.sends, "message"));
    return file_scene(title, subtitle, map, view);
}

} // namespace tessera
