// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms of Thakur's chapter 3 as printed, run for all processors at once: each packet is the plan's message, and
// every element ends where the arithmetic of its owner says.
#include "libcore/redist/methods/method.hpp"
#include "libcore/redist/methods/printed_phase.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <map>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// Global indices of a local array, from 0.
using LocalIndices = std::vector<Index>;

/// The textbook's owner and local order, element by element.
std::vector<LocalIndices> dealt(Index extent, Index block, Index processors) {
    std::vector<LocalIndices> arrays(as_size(processors));
    for (Index i = 0; i < extent; ++i) arrays[as_size(i / block % processors)].push_back(i);
    return arrays;
}

using AllPackets = std::map<std::pair<Index, Index>, LocalIndices>;

AllPackets sent(PrintedPhase const& phase, std::vector<LocalIndices> const& arrays) {
    AllPackets packets;
    for (Index p = 0; p < phase.change.processors; ++p) {
        LocalIndices const& local = arrays[as_size(p)];
        DealtOrder const order = phase.algorithm->sends(phase.change, p);
        RC_ASSERT(order.elements == std::ssize(local));
        order.for_each([&](Index first, DealtRun const& run) {
            auto& packet = packets[{p, run.partner}];
            packet.insert(packet.end(), local.begin() + first, local.begin() + first + run.count);
        });
        auto const counts = order.counts(phase.change.processors);
        for (Index q = 0; q < phase.change.processors; ++q) RC_ASSERT(counts[as_size(q)] == std::ssize(packets[{p, q}]));
    }
    return packets;
}

void require_messages_of_plan(AllPackets const& packets, RedistPlan const& plan) {
    AllPackets expected;
    plan.for_each_message([&](Message const& message) {
        plan.box(message).for_each([&](std::span<Index const> k) { expected[{message.from, message.to}].push_back(k[0]); });
    });
    for (auto const& [pair, packet] : packets) RC_ASSERT(packet == expected[pair]);
    for (auto const& [pair, packet] : expected) RC_ASSERT(packet == packets.at(pair));
}

/// Sync: the local array is scanned, and the packets are read.
LocalIndices scanned(AllPackets const& packets, DealtOrder const& order, Index q) {
    LocalIndices local(as_size(order.elements), -1);
    std::map<Index, std::size_t> taken;
    order.for_each([&](Index first, DealtRun const& run) {
        for (Index i = first; i < first + run.count; ++i) local[as_size(i)] = packets.at({run.partner, q}).at(taken[run.partner]++);
    });
    return local;
}

/// Async: each packet is placed by itself, run after run at the distance of a period.
LocalIndices placed(AllPackets const& packets, DealtOrder const& order, Index q) {
    LocalIndices local(as_size(order.elements), -1);
    Index start = 0;
    for (DealtRun const& run : order.runs) {
        std::size_t taken = 0;
        for (Index first = start; first < order.elements; first += order.period())
            for (Index i = first; i < std::min(first + run.count, order.elements); ++i)
                local[as_size(i)] = packets.at({run.partner, q}).at(taken++);
        start += run.count;
    }
    return local;
}

int placed_at_once = 0;

void require_phase(PrintedPhase const& phase) {
    CyclicChange const& c = phase.change;
    AllPackets const packets = sent(phase, dealt(c.extent, c.x, c.processors));
    require_messages_of_plan(packets, phase.plan);
    auto const after = dealt(c.extent, c.y, c.processors);
    for (Index q = 0; q < c.processors; ++q) {
        DealtOrder const order = phase.algorithm->receives(c, q);
        RC_ASSERT(scanned(packets, order, q) == after[as_size(q)]);
        if (!order.allows_async()) continue;
        ++placed_at_once;
        RC_ASSERT(placed(packets, order, q) == after[as_size(q)]);
    }
}

MultiPlan random_change() {
    Index const processors = between(1, 9);
    Index const extent = between(1, 250);
    auto const format = [&](Index m) {
        return one_in(4) ? DistFormat::block() : one_in(4) ? DistFormat::cyclic() : DistFormat::cyclic(m);
    };
    Index const x = between(1, 12);
    bool const multiple = one_in(2);
    MappingSpec spec;
    spec.array.extents = {extent};
    spec.array.lower = {1};
    spec.processors.extents = {processors};
    spec.processors.lower = {1};
    spec.formats = {format(x)};
    Mapping from = Mapping::make(spec).value();
    spec.formats = {format(multiple ? x * between(1, 11) : between(1, 20))};
    Mapping to = Mapping::make(spec).value();
    if (one_in(2)) std::swap(from, to);
    return MultiPlan::make({RedistPlan::make(from, to).value()}).value();
}

bool printed_loops_move_the_plan() {
    static std::map<std::string_view, int> cases;
    bool const passed = rc::check("algorithms as printed move what the plan says", [] {
        MultiPlan const plan = random_change();
        for (MethodInfo const& info : methods()) {
            auto const composite = compose(info.name, plan);
            if (!composite) continue;
            auto const phases = printed_phases(*composite);
            RC_ASSERT(phases.has_value() == (info.printed != PrintedLoops::None));
            if (!phases) continue;
            for (PrintedPhase const& phase : *phases) {
                require_phase(phase);
                ++cases[phase.algorithm->name];
            }
        }
    });
    bool enough = cases.size() == 5 && placed_at_once > cases_of_tier(2000); // the generator makes what it is meant to make
    for (auto const& [name, count] : cases) enough = enough && count > cases_of_tier(150);
    return passed && enough;
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=2000");
    return exit_code({printed_loops_move_the_plan()});
}
