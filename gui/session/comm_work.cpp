// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the communication of an operation on an array.
#include "gui/session/comm_work.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/collectives/array_collective.hpp"
#include "libcore/comm/collectives/collective_schedule.hpp"
#include "libcore/comm/halo/halo_totals.hpp"
#include "libcore/pipeline/mask_request.hpp"
#include "libcore/report/messages/schedule_report.hpp"
#include "libcore/scene/messages/halo_scene.hpp"
#include "libcore/scene/messages/shift_scene.hpp"
#include "libcore/scene/pictures.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::gui {
namespace {

/// The time for scheduling and summing grows with the ranks. With more ranks only the picture is drawn.
constexpr Index mostScheduledRanks = 4096;

/// Makes and rates the schedule of an operation. Without messages, or with too many, there is none.
struct Ordered {
    ScheduleChoice const& choice;
    Watch const& watch;

    [[nodiscard]] Result<std::optional<RatedSchedule>> ordered(Result<MessageSet> messages) const {
        auto sent = TRY(std::move(messages));
        if (sent.messages() == 0 || sent.messages() > mostScheduledMessages) return std::optional<RatedSchedule>();
        auto site = TRY(siteOf(choice, sent.size()));
        auto sited = TRY(schedule_on(std::move(site), std::move(sent), choice.algorithm, watch));
        return rated(std::move(sited));
    }
    [[nodiscard]] Result<std::optional<RatedSchedule>> rated(SitedSchedule sited) const {
        return std::optional(TRY(rate(std::move(sited), watch)));
    }
};

/// Returns "; 3 steps on mesh(4,4) by pex, 2.24 ms".
std::string wayOf(std::optional<RatedSchedule> const& rated) {
    return rated ? "; " + schedule_line(*rated) : std::string();
}

Result<CommWorkPointer> haloWork(HaloPlan plan, Ordered const& order) {
    if (plan.mapping().grid().size() > mostScheduledRanks)
        return std::make_shared<CommWork const>(
            CommWork{std::move(plan), std::nullopt, "Too many ranks to total here. Use distplan comm halo."});
    auto const shares = TRY(HaloShares::make(plan, order.watch));
    auto rated = TRY(order.ordered(messages_of(plan, order.watch)));
    HaloTotals const& totals = shares.totals();
    std::string const summary =
        fmt::format("{} arrive in {}, {}; at most {} from {} per rank{}", counted(totals.elements, "element"),
                    counted(totals.messages, "message"), scaled_bytes(totals.bytes), counted(totals.most_elements, "element"),
                    counted(totals.most_partners, "rank"), wayOf(rated));
    return std::make_shared<CommWork const>(CommWork{std::move(plan), std::move(rated), summary});
}

Result<CommWorkPointer> shiftWork(GridShift shift, Ordered const& order) {
    std::optional<RatedSchedule> known;
    if (shift.mapping().grid().size() <= mostScheduledRanks) known = TRY(order.ordered(messages_of(shift)));
    RedistTotals const totals = shift.totals();
    std::string const summary =
        fmt::format("{} change owner in {}, {}; {} leave the array{}", counted(totals.moved, "element"),
                    counted(totals.messages, "message"), scaled_bytes(totals.bytes_moved), grouped(shift.lost()), wayOf(known));
    return std::make_shared<CommWork const>(CommWork{std::move(shift), std::move(known), summary});
}

std::optional<std::string> maskIn(CommChoice const& choice) {
    return choice.where.empty() ? std::nullopt : std::optional(choice.where);
}

/// Largest array whose elements are listed one by one here.
constexpr Index mostNamed = Index{1} << 24;

Result<CommWorkPointer> indexWork(CommChoice const& choice, Mapping const& mapping, std::optional<Mask> where,
                                  Ordered const& order) {
    if (mapping.volume() > mostNamed)
        return fail(fmt::format("the array has too many indices to visit here; use distplan comm {}", nameOf(choice.operation)));
    auto lists = TRY(index_lists_of(choice.indices, mapping, std::move(where), DirectoryReader("")));
    bool const sends = choice.operation == CommOperation::Send;
    auto plan = IndexPlan::make(mapping, std::move(lists), sends ? IndexOperation::Send : IndexOperation::Get);
    auto rated = TRY(order.ordered(plan.message_set(mapping.array().type.bytes)));
    IndexTotals const& totals = plan.totals();
    std::string const summary = fmt::format("{} for {}, at most {} each; {} move in {}, {}{}", counted(totals.values, "value"),
                                            counted(totals.elements, "element"), totals.most, grouped(totals.moved),
                                            counted(totals.messages, "message"), scaled_bytes(totals.bytes_moved), wayOf(rated));
    return std::make_shared<CommWork const>(CommWork{std::move(plan), std::move(rated), summary});
}

Result<CommWorkPointer> collectiveWork(CollectiveTask const& task, std::string const& name, Mapping const& mapping,
                                       Ordered const& order) {
    auto const algorithm = TRY(find_collective(task.kind, name));
    if (algorithm->make == nullptr) return fail(fmt::format("{} is part of MPI, which does not tell its steps", name));
    auto site = TRY(siteOf(order.choice, task.ranks));
    CollectivePlan const plan = make_collective(*algorithm, task);
    auto rated = TRY(order.rated({std::move(site), schedule_of(plan, task.element_bytes, collective_members(mapping.grid())), {}}));
    std::string const summary = fmt::format("{2} ({3}): {0} on {1}{4}", counted(task.elements, "element"),
                                            counted(task.ranks, "rank"), name, algorithm->summary, wayOf(rated));
    return std::make_shared<CommWork const>(CommWork{task, std::move(rated), summary});
}

} // namespace

Result<CommWorkPointer> makeCommWork(Job const& job, CommChoice const& choice, ScheduleChoice const& schedule,
                                     std::optional<Rank> root, Watch const& watch) {
    Ordered const order{schedule, watch};
    auto const mapping = TRY(Mapping::make(chosenArray(choice, job).states[choice.state]));
    auto where =
        isCollective(choice.operation) ? Result<std::optional<Mask>>(std::nullopt) : mask_of(maskIn(choice), mapping.array());
    if (!where) return fail(fmt::format("only where '{}': {}", choice.where, where.error().message));
    if (choice.operation == CommOperation::Halo) {
        HaloRequest request = choice.halo;
        request.where = maskIn(choice);
        auto plan = TRY(halo_of(request, mapping, DirectoryReader(".")));
        return haloWork(std::move(plan), order);
    }
    if (choice.operation == CommOperation::Shift) {
        ShiftRequest request = choice.shift;
        request.where = maskIn(choice);
        auto const wanted = mask_of(request.where_target, mapping.array());
        if (!wanted) return fail(fmt::format("to elements where '{}': {}", *request.where_target, wanted.error().message));
        auto shift = TRY(shift_of(request, mapping, DirectoryReader("")));
        return shiftWork(std::move(shift), order);
    }
    if (!isCollective(choice.operation)) return indexWork(choice, mapping, *std::move(where), order);
    auto const task = TRY(choice.operation == CommOperation::Reduce ? Result<CollectiveTask>(reduction_task(mapping))
                                                                    : broadcast_task(mapping, root));
    return collectiveWork(task, choice.collective, mapping, order);
}

Result<Scene> commScene(CommWork const& work, CommChoice const& choice, std::optional<Rank> only) {
    if (!work.isCollective() && !choice.onNetwork) {
        if (auto const* const halo = std::get_if<HaloPlan>(&work.plan)) return halo_picture(*halo, only);
        if (auto const* const plan = std::get_if<IndexPlan>(&work.plan)) return index_picture(*plan);
        return shift_picture(std::get<GridShift>(work.plan));
    }
    if (!work.rated) return fail("there is nothing to draw: no message has to be sent");
    if (choice.step && *choice.step >= work.steps()) return fail(fmt::format("there is no step {}", *choice.step + 1));
    auto const step = choice.step ? std::optional(static_cast<int>(*choice.step)) : std::nullopt;
    return network_picture(*work.rated->schedule, work.rated->site, step);
}

} // namespace tessera::gui
