// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of link loads and of the cost model, on cases small enough for paper and pencil.
#include "libcore/network/cost.hpp"

#include "libcore/network/link_loads.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/quality.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/network/sample_sets.hpp"

#include <algorithm>
#include <cmath>

using namespace tessera;

namespace {

std::shared_ptr<Schedule const> schedule(char const* algorithm, MessageSet messages) {
    auto made = make_schedule(algorithm, std::move(messages));
    if (!made) qFatal("%s: %s", algorithm, made.error().message.c_str());
    return *made;
}

std::shared_ptr<Schedule const> all_to_all(char const* algorithm, int ranks, Index bytes) {
    return schedule(algorithm, *MessageSet::all_to_all(ranks, bytes));
}

Result<ScheduleCost> cost_on(char const* net, Schedule const& schedule, Machine const* machine) {
    Net const topology = network(net);
    return cost_of(schedule, *topology, Placement::row_major(schedule.size()), machine);
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

} // namespace

class CostTest : public QObject {
    Q_OBJECT

  private slots:
    void loads_count_messages_and_bytes();
    void loads_are_cleared_between_steps();
    void bundles_and_capacities_divide_the_load();
    void pex_on_the_delta_by_hand();
    void contention_slows_pex_on_a_larger_mesh();
    void protocol_follows_the_message_size();
    void lex_on_the_cm5_gives_loads_only();
    void lex_needs_its_rate();
    void saturation_is_asked_for_where_links_are_shared();
    void several_messages_of_one_rank_start_one_after_another();
    void forwarded_data_is_packed_again();
    void empty_messages_cost_their_starts();
    void an_empty_set_costs_nothing();
    void the_impact_compares_with_a_free_network();
    void cdt_models();
};

void CostTest::loads_count_messages_and_bytes() {
    Net const line = network("mesh(1,4)");
    Placement const placement = Placement::row_major(4);
    std::vector<Transfer> const transfers{{0, 3, 100}, {1, 2, 10}, {3, 2, 7}};
    LoadCounter counter(*line, placement);
    StepLoads const& loads = counter.count(transfers);
    auto const on = [&](int from, int to) {
        auto const links = line->links();
        auto const link = std::ranges::find_if(links, [&](Link const& l) { return l.from == from && l.to == to; });
        auto const number = static_cast<std::size_t>(link - links.begin());
        return std::pair(loads.messages[number], loads.bytes[number]);
    };
    QCOMPARE(on(0, 1), std::pair(Index{1}, Index{100}));
    QCOMPARE(on(1, 2), std::pair(Index{2}, Index{110}));
    QCOMPARE(on(2, 3), std::pair(Index{1}, Index{100}));
    QCOMPARE(on(3, 2), std::pair(Index{1}, Index{7})); // the other direction does not contend
    QCOMPARE(on(2, 1), std::pair(Index{0}, Index{0}));
    QCOMPARE(loads.max_load, 2.0);
    QCOMPARE(loads.max_load_bytes, 110.0);
    QCOMPARE(line->links()[static_cast<std::size_t>(loads.busiest)].from, 1);
}

void CostTest::loads_are_cleared_between_steps() {
    Net const line = network("mesh(1,4)");
    Placement const placement = Placement::row_major(4);
    LoadCounter counter(*line, placement);
    std::vector<Transfer> const heavy{{0, 3, 100}};
    std::vector<Transfer> const light{{3, 2, 7}};
    std::ignore = counter.count(heavy);
    StepLoads const& loads = counter.count(light);
    QCOMPARE(loads.max_load_bytes, 7.0);
    QCOMPARE(std::ranges::count_if(loads.messages, [](Index n) { return n > 0; }), 1);
}

void CostTest::bundles_and_capacities_divide_the_load() {
    auto const graph = topology_from_json(R"({"schema": "tessera.graph/1", "nodes": 2, "links": [
        {"from": 0, "to": 1, "width": 2, "capacity": 4}]})",
                                          "fast.json");
    QVERIFY(graph);
    Placement const placement = Placement::row_major(2);
    std::vector<Transfer> const transfers{{0, 1, 80}};
    LoadCounter counter(**graph, placement);
    StepLoads const& loads = counter.count(transfers);
    QCOMPARE(loads.max_load, 0.5);
    QCOMPARE(loads.max_load_bytes, 10.0);
}

/// 4x4: f(i) = 2^floor(lg max(i mod 4, i / 4)) is at most 2, and two messages fit a link of the Delta: T = 15 (alpha + L beta_ex).
void CostTest::pex_on_the_delta_by_hand() {
    Machine const machine = delta();
    auto const cost = cost_on("mesh(4,4)", *all_to_all("pex", 16, 1024), &machine);
    QVERIFY(cost);
    QCOMPARE(cost->steps.size(), std::size_t{15});
    double const step = 75e-6 + 1024 * 0.35e-6;
    for (StepCost const& each : cost->steps) QVERIFY(near(*each.time, step));
    QVERIFY(near(*cost->total_time, 15 * step)); // 6.501 ms
    QCOMPARE(cost->congestion_impact, 1.0);
    double const loads[] = {1, 2, 2, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    for (std::size_t i = 0; i < 15; ++i) QCOMPARE(cost->steps[i].max_load, loads[i]);
    QCOMPARE(cost->steps[0].demand, 0.5); // one message takes half of a link's rate
    QCOMPARE(cost->steps[0].utilisation, 0.5);
    QCOMPARE(cost->steps[1].demand, 1.0);
}

/// 8x8, step 4: f = 4, so the links need twice the time of the messages: alpha + 4 L beta_sat.
void CostTest::contention_slows_pex_on_a_larger_mesh() {
    Machine const machine = delta();
    auto const cost = cost_on("mesh(8,8)", *all_to_all("pex", 64, 1024), &machine);
    QVERIFY(cost);
    StepCost const& fourth = cost->steps[3];
    QCOMPARE(fourth.max_load, 4.0);
    QCOMPARE(fourth.demand, 2.0);
    QCOMPARE(fourth.utilisation, 1.0);
    QVERIFY(near(*fourth.time, 75e-6 + 4 * 1024 * 0.175e-6));
    QVERIFY(near(*fourth.time_alone, 75e-6 + 1024 * 0.35e-6));
    QVERIFY(cost->congestion_impact > 1.3 && cost->congestion_impact < 2.0);
}

void CostTest::protocol_follows_the_message_size() {
    Machine const machine = delta();
    auto const below = cost_on("crossbar(4)", *all_to_all("pex", 4, 1535), &machine);
    auto const from = cost_on("crossbar(4)", *all_to_all("pex", 4, 1536), &machine);
    QVERIFY(near(*below->total_time, 3 * (75e-6 + 1535 * 0.35e-6)));
    QVERIFY(near(*from->total_time, 3 * (150e-6 + 1536 * 0.2e-6)));
}

/// Each node of the CM-5 hangs on two links, over which P - 1 messages arrive (Thakur 4.2.1, which rounds the fraction up). The
/// paper gives no rates for it, so there is no time.
void CostTest::lex_on_the_cm5_gives_loads_only() {
    Machine cm5;
    cm5.name = "CM-5";
    for (int const ranks : {16, 32, 64}) {
        auto const net = QString("cm5(%1)").arg(ranks);
        auto const cost = cost_on(qPrintable(net), *all_to_all("lex", ranks, 512), &cm5);
        QVERIFY(cost);
        QVERIFY(!cost->total_time);
        for (StepCost const& step : cost->steps) {
            QVERIFY(!step.time);
            QCOMPARE(std::ceil(step.max_load), std::ceil((ranks - 1) / 2.0));
            QCOMPARE(step.max_load_bytes, 512 * (ranks - 1) / 2.0);
        }
    }
}

void CostTest::lex_needs_its_rate() {
    Machine const machine = delta();
    auto const cost = cost_on("mesh(4,4)", *all_to_all("lex", 16, 1024), &machine);
    QVERIFY(cost && !cost->total_time && !cost->steps[0].time);
    QCOMPARE(cost->steps[0].max_load_bytes, cost_on("mesh(4,4)", *all_to_all("lex", 16, 1024), nullptr)->steps[0].max_load_bytes);
    QCOMPARE(cost->lack, std::string("the machine profile of Delta has no beta_s for messages of 1024 bytes"));
}

/// A profile measured on one node knows no beta_sat; where no link carries more than a port it is not needed.
void CostTest::saturation_is_asked_for_where_links_are_shared() {
    Machine machine = delta();
    for (Protocol& protocol : machine.protocols) protocol.beta_sat.reset();
    auto const free = cost_on("crossbar(16)", *all_to_all("pex", 16, 1024), &machine);
    QVERIFY(free);
    QVERIFY(near(*free->total_time, 15 * (75e-6 + 1024 * 0.35e-6)));
    auto const shared = cost_on("mesh(4,4)", *all_to_all("pex", 16, 1024), &machine);
    QVERIFY(shared && !shared->total_time);
    QVERIFY(shared->lack.find("has no beta_sat") != std::string::npos);
}

void CostTest::several_messages_of_one_rank_start_one_after_another() {
    Machine const machine = delta();
    auto const cost = cost_on("crossbar(5)", *all_to_all("unscheduled", 5, 100), &machine);
    QVERIFY(cost);
    QCOMPARE(cost->steps[0].volume.sends, Index{4});
    QCOMPARE(cost->steps[0].volume.sent_bytes, Index{400});
    QVERIFY(near(*cost->total_time, 4 * 75e-6 + 400 * 0.35e-6));
}

/// rex on 8 ranks: 3 exchanges of 4 L; pex: 7 of L. Each is packed once and unpacked once.
void CostTest::forwarded_data_is_packed_again() {
    Machine machine = delta();
    machine.copy = 1e-9;
    auto const rex = cost_on("hypercube(3)", *all_to_all("rex", 8, 1000), &machine);
    auto const pex = cost_on("hypercube(3)", *all_to_all("pex", 8, 1000), &machine);
    QVERIFY(near(*rex->packing_time, 3 * 2 * 4000 * 1e-9));
    QVERIFY(near(*pex->packing_time, 7 * 2 * 1000 * 1e-9));
    QVERIFY(near(*pex->time(), *pex->total_time + *pex->packing_time));
}

/// MPI sends an empty message too: it has no bytes, but a start.
void CostTest::empty_messages_cost_their_starts() {
    Machine machine = delta();
    for (Protocol& protocol : machine.protocols) protocol.beta_s = protocol.beta_ex;
    for (AlgorithmInfo const& info : algorithms()) {
        if (info.needs == AlgorithmInfo::Needs::Mesh) continue;
        std::string const name(info.name);
        auto const schedule = all_to_all(name.c_str(), 16, 0);
        auto const filled = all_to_all(name.c_str(), 16, 1);
        QVERIFY2(validate(*schedule), name.c_str());
        auto const one_byte = cost_on("mesh(4,4)", *filled, &machine);
        auto const cost = cost_on("mesh(4,4)", *schedule, &machine);
        QVERIFY2(cost && cost->total_time, name.c_str());
        double starts = 0;
        for (StepCost const& step : one_byte->steps) starts += static_cast<double>(step.volume.sends) * 75e-6;
        QVERIFY2(near(*cost->total_time, starts) && starts > 0, name.c_str());
        QCOMPARE(cost->congested_bytes, 0.0);
        auto const quality = quality_of(*schedule);
        QCOMPARE(quality.transfers, quality_of(*filled).transfers);
        QCOMPARE(quality.bytes_sent, Index{0});
    }
}

void CostTest::an_empty_set_costs_nothing() {
    Machine const machine = delta();
    auto const cost = cost_on("crossbar(1)", *all_to_all("pex", 1, 8), &machine);
    QVERIFY(cost);
    QCOMPARE(*cost->total_time, 0.0);
    QCOMPARE(cost->congestion_impact, 1.0);
    QCOMPARE(cost->congested_bytes, 0.0);
}

/// On a bus of eight all messages of a step share one link: eight times the bytes of a port.
void CostTest::the_impact_compares_with_a_free_network() {
    auto const bus = cost_on("bus(8)", *all_to_all("pex", 8, 1000), nullptr);
    QCOMPARE(bus->congestion_impact, 8.0);
    QCOMPARE(bus->congested_bytes, 7 * 8000.0);
    QCOMPARE(bus->steps[0].demand, 8.0);
    QCOMPARE(bus->steps[0].utilisation, 1.0);
    auto const crossbar = cost_on("crossbar(8)", *all_to_all("pex", 8, 1000), nullptr);
    QCOMPARE(crossbar->congestion_impact, 1.0);
}

/// CDT section 3.1 and 3.2: M is 8 for S = R = 8, and 25 with the prototype's set-up; 2 S + R + 1 for S = 8, R = 4.
void CostTest::cdt_models() {
    Machine sp1;
    sp1.t_m = 383e-6;
    sp1.t_w = 1.8e-6;
    QVERIFY(near(cdt_cost(sp1, 8, 8, 8000, false)->all_to_all, 8 * 383e-6 + 1000 * 1.8e-6));
    QVERIFY(near(cdt_cost(sp1, 8, 8, 8000, true)->all_to_all, 25 * 383e-6 + 1000 * 1.8e-6));
    QVERIFY(near(cdt_cost(sp1, 8, 4, 6000, true)->all_to_all, (2 * 8 + 4 + 1) * 383e-6 + 1000 * 1.8e-6));
    QVERIFY(near(cdt_cost(sp1, 8, 8, 8000, false)->centralized, 15 * 383e-6 + 16 * 1000 * 1.8e-6));
    QVERIFY(!cdt_cost(Machine{}, 8, 8, 8000, false));
}

TEST_CLASS(CostTest)
#include "cost_test.moc"
