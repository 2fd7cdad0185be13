// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of predicted times over the length of messages and the number of ranks.
#include "libcore/pipeline/cost_sweep.hpp"

#include "libcore/schedule/algorithm.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_machine.hpp"

#include <algorithm>
#include <cmath>

using namespace tessera;
using namespace tessera::testing;

class CostSweepTest : public QObject {
    Q_OBJECT

  private slots:
    void stretched_steps_equal_schedules_of_that_size();
    void irregular_messages_keep_their_proportions();
    void refusals_say_why();
    void times_over_ranks();
    void empty_messages_cost_their_starts();
    void work_stops_when_asked();
};

void CostSweepTest::stretched_steps_equal_schedules_of_that_size() {
    auto const topology = make_topology("mesh(4,4)").value();
    Machine const machine = sample_machine();
    Placement const placement = Placement::row_major(16);
    auto const sizes = doubling_sizes(16, 1 << 20);
    Site const site = Site::borrowed(*topology, placement, &machine);
    auto const sweep = cost_over_size(MessageSet::all_to_all(16, 512).value(), sizes, site).value();
    QVERIFY(sweep.series.size() >= 10);
    for (CostSeries const& series : sweep.series) {
        QCOMPARE(series.points.size(), sizes.size());
        QCOMPARE(series.at_least, series.name == "unscheduled");
        for (CostPoint const& point : series.points) {
            auto const set = MessageSet::all_to_all(16, static_cast<Index>(point.x)).value();
            auto const schedule = make_schedule(series.name, set, MeshShape{4, 4}).value();
            double const time = *cost_of(*schedule, *topology, placement, &machine)->time();
            QVERIFY2(std::abs(point.seconds - time) <= 1e-9 * time, series.name.c_str());
        }
    }
}

void CostSweepTest::irregular_messages_keep_their_proportions() {
    auto const triples = [](Index factor) {
        return std::vector<MessageSet::Triple>{{0, 1, 8 * factor}, {1, 2, 4 * factor}, {2, 0, 16 * factor}, {0, 2, 12 * factor}};
    };
    auto const topology = make_topology("crossbar(3)").value();
    Machine const machine = sample_machine();
    Placement const placement = Placement::row_major(3);
    Site const site = Site::borrowed(*topology, placement, &machine);
    auto const sweep = cost_over_size(MessageSet::of(triples(1)).value(), {16, 160, 16000}, site).value();
    for (CostSeries const& series : sweep.series)
        for (CostPoint const& point : series.points) {
            auto const set = MessageSet::of(triples(static_cast<Index>(point.x) / 16)).value();
            double const time = *cost_of(**make_schedule(series.name, set), *topology, placement, &machine)->time();
            QVERIFY2(std::abs(point.seconds - time) <= 1e-9 * time, series.name.c_str());
        }
}

void CostSweepTest::refusals_say_why() {
    auto const topology = make_topology("crossbar(6)").value();
    Machine machine = sample_machine();
    auto const messages = MessageSet::all_to_all(6, 64).value();
    Site site = Site::borrowed(*topology, Placement::row_major(6), &machine);
    auto const sweep = cost_over_size(messages, {64}, site).value();
    auto const pex = std::ranges::find(sweep.refusals, "pex", &CostSweep::Refusal::algorithm);
    QVERIFY(pex != sweep.refusals.end() && pex->reason.find("power of two") != std::string::npos);
    machine.protocols.clear();
    auto const refused = cost_over_size(messages, {64}, site);
    QVERIFY(!refused && refused.error().message.find("no rates") != std::string::npos);
    site.machine.reset();
    auto const nowhere = cost_over_size(messages, {64}, site);
    QVERIFY(!nowhere && nowhere.error().message.find("--machine") != std::string::npos);
}

void CostSweepTest::times_over_ranks() {
    auto const topology = make_topology("mesh(4,4)").value();
    Machine const machine = sample_machine();
    Site const site = Site::borrowed(*topology, Placement::row_major(16), &machine);
    auto const sweep = cost_over_ranks(1024, {1, 2, 6, 8, 16}, site).value();
    auto const pex = std::ranges::find(sweep.series, "pex", &CostSeries::name);
    QVERIFY(pex != sweep.series.end());
    QCOMPARE(pex->points.size(), std::size_t(4)); // not for 6 ranks
    auto const schedule = make_schedule("pex", MessageSet::all_to_all(8, 1024).value()).value();
    QCOMPARE(pex->points[2].x, 8.0);
    QCOMPARE(pex->points[2].seconds, *cost_of(*schedule, *topology, Placement::row_major(8), &machine)->time());
    QVERIFY(!cost_over_ranks(1024, {17}, site));
}

void CostSweepTest::empty_messages_cost_their_starts() {
    auto const topology = make_topology("mesh(4,4)").value();
    Machine const machine = sample_machine();
    Site const site = Site::borrowed(*topology, Placement::row_major(16), &machine);
    auto const over_ranks = cost_over_ranks(0, {2, 4, 16}, site).value();
    auto const pex = std::ranges::find(over_ranks.series, "pex", &CostSeries::name);
    QVERIFY(pex != over_ranks.series.end());
    for (CostPoint const& point : pex->points) QCOMPARE(point.seconds / ((point.x - 1) * machine.protocol(0).alpha), 1.0);
    auto const empty = cost_over_size(MessageSet::all_to_all(16, 0).value(), {64}, site).value();
    auto const filled = cost_over_size(MessageSet::all_to_all(16, 64).value(), {64}, site).value();
    for (std::size_t i = 0; i < filled.series.size(); ++i) QCOMPARE(empty.series[i].points, filled.series[i].points);
}

void CostSweepTest::work_stops_when_asked() {
    std::stop_source stop;
    stop.request_stop();
    auto const topology = make_topology("mesh(4,4)").value();
    Machine const machine = sample_machine();
    Site const site = Site::borrowed(*topology, Placement::row_major(16), &machine);
    auto const size = cost_over_size(MessageSet::all_to_all(16, 512).value(), {64}, site, Watch(stop.get_token()));
    QVERIFY(!size && is_stopped(size.error()));
    auto const ranks = cost_over_ranks(512, {2, 4}, site, Watch(stop.get_token()));
    QVERIFY(!ranks && is_stopped(ranks.error()));
}

TEST_CLASS(CostSweepTest)
#include "cost_sweep_test.moc"
