// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a collective plan as a schedule, which can be drawn, loaded on links and priced like any other.
#include "libcore/comm/collectives/collective_schedule.hpp"

#include "libcore/base/try.hpp"
#include "libcore/schedule/table_schedule.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace tessera {
namespace {

using detail::Hop;

/// Assigns messages to steps. Each message is the next part of all bytes that its two ranks exchange.
class HopList {
  public:
    explicit HopList(Index element_bytes) : element_bytes_(element_bytes) {}

    void add(int from, int to, Index elements) {
        Index const bytes = elements * element_bytes_;
        Index& sent = sent_[{from, to}];
        hops_.push_back({step_, from, to, {from, to, sent, bytes}});
        sent += bytes;
    }
    void end_step() { ++step_; }

    /// Adds a multicast as a tree of ceil(lg P) steps: rank v, counted from the sender, gets the data in step floor(lg v).
    void add_tree(CollectiveStep const& step, int ranks) {
        CollectiveMove const& move = step.moves.front();
        for (int known = 1; known < ranks; known *= 2, end_step())
            for (int v = 0; v < known && v + known < ranks; ++v)
                add((move.from + v) % ranks, (move.from + v + known) % ranks, move.elements.size());
    }

    /// Returns the total bytes of each pair of ranks as messages. `members`: real rank by position.
    [[nodiscard]] MessageSet messages(std::vector<Rank> const& members) const {
        std::vector<MessageSet::Triple> triples;
        for (auto const& [pair, bytes] : sent_)
            triples.push_back({members[as_size(pair.first)], members[as_size(pair.second)], bytes});
        return MessageSet::of(triples, members).value(); // cannot fail: each pair occurs once, and the sizes were counted
    }
    [[nodiscard]] std::vector<Hop> take() { return std::move(hops_); }

  private:
    Index element_bytes_;
    int step_ = 0;
    std::vector<Hop> hops_;
    std::map<std::pair<int, int>, Index> sent_;
};

/// Finds steps in which a rank sends to one rank while it receives from another. Cost: the moves of the steps.
class PassingOn {
  public:
    explicit PassingOn(int ranks) : partner_(as_size(ranks), nobody) {}

    [[nodiscard]] bool is_in(CollectiveStep const& step) {
        for (CollectiveMove const& move : step.moves) {
            int& to = partner_[as_size(move.from)];
            to = to == nobody || to == move.to ? move.to : several;
        }
        bool const found = std::ranges::any_of(step.moves, [&](CollectiveMove const& move) {
            int const next = partner_[as_size(move.to)];
            return next != nobody && next != move.from;
        });
        for (CollectiveMove const& move : step.moves) partner_[as_size(move.from)] = nobody;
        return found;
    }

  private:
    static constexpr int nobody = -1;
    static constexpr int several = -2;
    std::vector<int> partner_; // indexed by rank: the rank that it sends to
};

/// Returns the time of all steps of the plan. The schedule contains repeated steps once.
double time_of(CollectivePlan const& plan, ScheduleCost const& cost, Machine const& machine) {
    if (std::ranges::all_of(plan.steps, [](CollectiveStep const& step) { return step.times == 1; })) return cost.time().value_or(0);
    double time = 0;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        double const packing = static_cast<double>(cost.steps[i].volume.copied_bytes) * machine.copy.value_or(0);
        time += static_cast<double>(plan.steps[i].times) * (cost.steps[i].time.value_or(0) + packing);
    }
    return time;
}

std::shared_ptr<Schedule const> schedule_of(CollectivePlan const& plan, Index element_bytes, std::span<Rank const> members,
                                            bool with_multicasts) {
    HopList hops(element_bytes);
    PassingOn passing(plan.ranks);
    bool passing_on = false;
    for (CollectiveStep const& step : plan.steps) {
        if (step.multicast) {
            if (with_multicasts) hops.add_tree(step, plan.ranks);
            continue;
        }
        for (CollectiveMove const& move : step.moves) hops.add(move.from, move.to, move.elements.size());
        hops.end_step();
        passing_on = passing_on || passing.is_in(step);
    }
    std::vector<Rank> ranks(members.begin(), members.end());
    if (ranks.empty()) {
        ranks.resize(as_size(plan.ranks));
        std::iota(ranks.begin(), ranks.end(), 0);
    }
    MessageSet messages = hops.messages(ranks);
    StepKind const kind = passing_on ? StepKind::SendReceive : StepKind::Gather;
    return std::make_shared<detail::TableSchedule>(std::string(plan.algorithm), std::move(messages), hops.take(), kind);
}

} // namespace

std::shared_ptr<Schedule const> schedule_of(CollectivePlan const& plan, Index element_bytes, std::span<Rank const> members) {
    return schedule_of(plan, element_bytes, members, true);
}

Result<CollectiveCost> cost_of(CollectivePlan const& plan, Index element_bytes, Site const& site) {
    if (!site.machine || !site.machine->has_rates()) return fail(Machine::lack_of_rates(site.machine_name()));
    auto const all = TRY(cost_of(*schedule_of(plan, element_bytes), site));
    if (!all.lack.empty()) return fail(all.lack);
    CollectiveCost cost{.time = time_of(plan, all, *site.machine), .time_multicast = std::nullopt};
    Index const multicasts = std::ranges::count_if(plan.steps, &CollectiveStep::multicast);
    if (multicasts == 0) return cost;
    auto const others = TRY(cost_of(*schedule_of(plan, element_bytes, {}, false), site));
    Index const bytes = plan.elements * element_bytes;
    auto const one = TRY(time_alone(*site.machine, StepKind::Gather, {1, bytes, bytes, bytes}));
    double const packing = static_cast<double>(bytes) * site.machine->copy.value_or(0);
    cost.time_multicast = others.time().value_or(0) + static_cast<double>(multicasts) * (one + packing);
    return cost;
}

} // namespace tessera
