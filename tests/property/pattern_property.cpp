// SPDX-License-Identifier: BSD-3-Clause
// Tessera: steps that are known by formula cost what walking every one of their messages says, link by link.
#include "libcore/network/cost.hpp"
#include "libcore/network/grid.hpp"
#include "libcore/network/link_loads.hpp"
#include "libcore/network/pattern_loads.hpp"
#include "libcore/network/step_cost.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/quality.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// A schedule that does not tell its formulas, so that everything about it is found by looking at its transfers.
class Walked final : public Schedule {
  public:
    explicit Walked(Schedule const& original) : Schedule(original.algorithm(), original.messages()), original_(original) {}

    [[nodiscard]] int steps() const override { return original_.steps(); }
    [[nodiscard]] StepKind kind(int step) const override { return original_.kind(step); }
    [[nodiscard]] bool store_and_forward() const override { return original_.store_and_forward(); }
    void sends(int position, int step, std::vector<Transfer>& out) const override { original_.sends(position, step, out); }
    void receives(int position, int step, std::vector<Transfer>& out) const override { original_.receives(position, step, out); }
    [[nodiscard]] std::vector<Block> blocks(Transfer const& transfer, int step) const override {
        return original_.blocks(transfer, step);
    }

  private:
    Schedule const& original_;
};

/// "mesh(4,1,8)", "torus(3,5)", "hypercube(4)", "crossbar(12)", "bus(7)", "cm5(19)", "fattree(3,2)": up to some 250 nodes, half of
/// the meshes with powers of two each way.
std::string random_network() {
    Index const kind = between(0, 12);
    if (kind == 10) return "cm5(" + std::to_string(between(1, 80)) + ")";
    if (kind == 11) return "cm5(" + std::to_string(Index{1} << between(0, 7)) + ")";
    if (kind == 12) return "fattree(" + std::to_string(between(2, 5)) + "," + std::to_string(between(1, 3)) + ")";
    if (kind == 0) return "crossbar(" + std::to_string(between(1, 40)) + ")";
    if (kind == 1) return "bus(" + std::to_string(between(1, 40)) + ")";
    if (kind == 2) return "hypercube(" + std::to_string(between(1, 6)) + ")";
    bool const binary = between(0, 1) == 0;
    std::string text = kind % 2 == 0 ? "mesh(" : "torus(";
    Index nodes = 1;
    for (Index d = between(1, 4); d > 0; --d) {
        Index const extent = binary ? Index{1} << between(0, 3) : between(1, 7);
        if (nodes * extent > 256) break;
        nodes *= extent;
        text += (text.back() == '(' ? "" : ",") + std::to_string(extent);
    }
    return text + ")";
}

struct PatternCase {
    std::shared_ptr<Topology const> net;
    std::shared_ptr<Schedule const> schedule;
};

/// Null where the algorithm cannot be used. One network in four has more nodes than there are ranks.
PatternCase random_pattern_case() {
    PatternCase each{make_topology(random_network()).value(), nullptr};
    AlgorithmInfo const& info = algorithms()[static_cast<std::size_t>(between(0, std::ssize(algorithms()) - 1))];
    int const nodes = each.net->nodes();
    int const ranks = between(0, 3) == 0 ? static_cast<int>(between(1, nodes)) : nodes;
    auto const messages = MessageSet::all_to_all(ranks, between(1, 1000)).value();
    auto const schedule = make_schedule(info.name, messages, ranks == nodes ? mesh_shape(*each.net) : std::nullopt);
    if (schedule) each.schedule = *schedule;
    RC_CLASSIFY(each.schedule != nullptr, std::string(info.name));
    return each;
}

void require_same(StepCost const& a, StepCost const& b) {
    RC_ASSERT(a.volume == b.volume);
    RC_ASSERT(a.max_load == b.max_load);
    RC_ASSERT(a.max_load_bytes == b.max_load_bytes);
    RC_ASSERT(a.busiest_link == b.busiest_link);
    RC_ASSERT(a.demand == b.demand);
    RC_ASSERT(a.utilisation == b.utilisation);
}

bool loads() {
    return rc::check("the loads of every link by formula are those of every message routed", [] {
        auto const [net, schedule] = random_pattern_case();
        if (!schedule) return;
        Placement const placement = Placement::row_major(schedule->size());
        auto const patterns = net->pattern_loads();
        RC_ASSERT(patterns != nullptr);
        StepCoster coster(*net, placement, nullptr);
        LoadCounter counter(*net, placement);
        Walked const walked(*schedule);
        for (int step = 0; step < schedule->steps(); ++step) {
            auto const pattern = schedule->pattern(step);
            if (!pattern) return;
            if (!patterns->knows(*pattern)) {
                RC_ASSERT(schedule->size() < net->nodes() || (net->name().starts_with("cm5") && pattern->offset != 0));
                return;
            }
            require_same(coster.cost(*schedule, step), coster.cost(walked, step));
            RC_ASSERT(patterns->messages(*pattern) == counter.count(walked, step).messages);
        }
    });
}

bool partners() {
    return rc::check("a formula says who sends to whom", [] {
        auto const drawn = random_pattern_case();
        auto const& schedule = drawn.schedule;
        if (!schedule) return;
        for (int step = 0; step < schedule->steps(); ++step) {
            auto const pattern = schedule->pattern(step);
            if (!pattern) return;
            Index transfers = 0;
            std::vector<int> busy(static_cast<std::size_t>(schedule->size()), 0);
            bool exchange = true;
            schedule->for_each_transfer(step, [&](Transfer const& transfer) {
                ++transfers;
                RC_ASSERT(transfer.bytes == pattern->bytes);
                busy[static_cast<std::size_t>(transfer.from)] = busy[static_cast<std::size_t>(transfer.to)] = 1;
                std::vector<Transfer> back;
                schedule->sends(transfer.to, step, back);
                exchange = exchange && std::ranges::count(back, transfer.from, &Transfer::to) == 1;
            });
            RC_ASSERT(transfers == pattern->transfers());
            RC_ASSERT(pattern->idle_ranks() == static_cast<int>(std::ranges::count(busy, 0)));
            if (schedule->size() > 2) RC_ASSERT(pattern->is_exchange() == exchange);
        }
    });
}

bool qualities() {
    return rc::check("the quality by formula is that of every transfer", [] {
        auto const [net, schedule] = random_pattern_case();
        if (!schedule) return;
        ScheduleQuality const a = quality_of(*schedule);
        ScheduleQuality const b = quality_of(Walked(*schedule));
        RC_ASSERT(a.steps == b.steps);
        RC_ASSERT(a.max_degree == b.max_degree);
        RC_ASSERT(a.one_port_cost == b.one_port_cost);
        RC_ASSERT(a.lower_bound == b.lower_bound);
        RC_ASSERT(a.transfers == b.transfers);
        RC_ASSERT(a.bytes_sent == b.bytes_sent);
        RC_ASSERT(a.idle_ranks == b.idle_ranks);
        RC_ASSERT(a.max_memory == b.max_memory);
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=600");
    return exit_code({loads(), partners(), qualities()});
}
