// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of schedules on their site: chosen, rated, compared.
#include "libcore/pipeline/rated_schedule.hpp"

#include "libcore/network/choice.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

namespace {

Site mesh_site(int rows, int columns) {
    auto topology = make_topology("mesh(" + std::to_string(rows) + "," + std::to_string(columns) + ")").value();
    return {.topology = topology, .placement = Placement::row_major(rows * columns)};
}

/// Ranks 3, 7 and 9; the last sends nothing.
MessageSet two_messages() {
    MessageSet::Triple const triples[]{{3, 7, 10}, {3, 9, 5}};
    return MessageSet::of(triples).value();
}

/// A watch whose work shall stop at once.
Watch stopped_watch() {
    std::stop_source source;
    source.request_stop();
    return Watch(source.get_token());
}

} // namespace

class RatedScheduleTest : public QObject {
    Q_OBJECT

  private slots:
    void auto_takes_what_is_chosen_and_says_why();
    void a_named_algorithm_needs_no_reason();
    void errors_are_those_of_the_algorithm();
    void steps_are_rated_like_the_whole();
    void messages_bytes_and_idle_ranks_by_hand();
    void routes_are_those_of_the_network();
    void rows_repeat_the_figures();
    void all_algorithms_are_compared_in_their_order();
    void the_fastest_come_first();
    void work_can_be_stopped();
};

void RatedScheduleTest::auto_takes_what_is_chosen_and_says_why() {
    MessageSet const messages = MessageSet::all_to_all(16, 1000).value();
    Site const site = mesh_site(4, 4);
    auto const choice = choose_algorithm(messages, site).value();
    auto const sited = schedule_on(site, messages, "auto").value();
    QCOMPARE(sited.schedule->algorithm(), choice.algorithm);
    QCOMPARE(sited.reason, choice.reason);
    QVERIFY(!sited.reason.empty());
}

void RatedScheduleTest::a_named_algorithm_needs_no_reason() {
    auto const sited = schedule_on(mesh_site(2, 2), MessageSet::all_to_all(4, 8).value(), "ipex").value();
    QCOMPARE(sited.schedule->algorithm(), std::string("ipex")); // it is told the mesh
    QVERIFY(sited.reason.empty());
}

void RatedScheduleTest::errors_are_those_of_the_algorithm() {
    QVERIFY(!schedule_on(mesh_site(1, 3), MessageSet::all_to_all(3, 8).value(), "pex"));
    QVERIFY(!schedule_on(mesh_site(1, 3), MessageSet::all_to_all(3, 8).value(), "nonsense"));
}

void RatedScheduleTest::steps_are_rated_like_the_whole() {
    auto const sited = schedule_on(mesh_site(4, 4), MessageSet::all_to_all(16, 1000).value(), "pex").value();
    auto const cost = cost_of(*sited.schedule, *sited.site.topology, sited.site.placement, nullptr).value();
    auto const first = rate_steps(sited, 0, 7).value();
    auto const rest = rate_steps(sited, 7, 100).value();
    QCOMPARE(first.size() + rest.size(), cost.steps.size());
    for (RatedStep const& each : rest) {
        StepCost const& expected = cost.steps[static_cast<std::size_t>(each.step)];
        QCOMPARE(each.cost.max_load, expected.max_load);
        QCOMPARE(each.cost.max_load_bytes, expected.max_load_bytes);
        QCOMPARE(each.messages, Index{16});
        QCOMPARE(each.bytes, Index{16000});
        QCOMPARE(each.idle_ranks, Index{0});
    }
    QVERIFY(rate_steps(sited, 15, 10)->empty());
}

void RatedScheduleTest::messages_bytes_and_idle_ranks_by_hand() {
    auto const sited = schedule_on(Site::of_ranks(3).value(), two_messages(), "coloured").value();
    auto const steps = rate_steps(sited, 0, 10).value();
    QCOMPARE(steps.size(), std::size_t{2});
    for (RatedStep const& step : steps) {
        QCOMPARE(step.messages, Index{1});
        QCOMPARE(step.idle_ranks, Index{1});
    }
    QCOMPARE(steps[0].bytes + steps[1].bytes, Index{15});
}

void RatedScheduleTest::routes_are_those_of_the_network() {
    Site const site = mesh_site(1, 3);
    auto const sited = schedule_on(site, two_messages(), "coloured").value();
    std::vector<int> expected;
    site.topology->route(0, 2, expected); // ranks 3, 7, 9 sit on nodes 0, 1, 2
    QCOMPARE(route_between(sited, 3, 9), expected);
    QVERIFY(route_between(sited, 3, 3).empty());
    QVERIFY(route_between(sited, 3, 4).empty());
}

void RatedScheduleTest::rows_repeat_the_figures() {
    auto const rated = rate(*schedule_on(mesh_site(4, 4), MessageSet::all_to_all(16, 1000).value(), "rex")).value();
    ComparedSchedule const row = compared(rated);
    QCOMPARE(row.algorithm, std::string("rex"));
    QCOMPARE(row.steps, rated.quality.steps);
    QCOMPARE(row.transfers, rated.quality.transfers);
    QCOMPARE(row.bytes_sent, rated.quality.bytes_sent);
    QCOMPARE(row.congested_bytes, rated.cost.congested_bytes);
    double most = 0;
    for (StepCost const& step : rated.cost.steps) most = std::max(most, step.max_load);
    QCOMPARE(row.max_load, most);
    QVERIFY(!row.time);
    QVERIFY(row.port_ratio > 1); // it forwards
}

void RatedScheduleTest::all_algorithms_are_compared_in_their_order() {
    std::vector<std::string> found;
    auto const rows =
        compare_algorithms(MessageSet::all_to_all(6, 100).value(), Site::of_ranks(6).value(), {}, [&](ComparedSchedule const& row) {
            found.push_back(row.algorithm);
        }).value();
    QCOMPARE(rows.size(), algorithms().size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        QCOMPARE(rows[i].algorithm, std::string(algorithms()[i].name));
        QCOMPARE(found[i], rows[i].algorithm);
        QCOMPARE(rows[i].refusal.empty(), make_schedule(rows[i].algorithm, MessageSet::all_to_all(6, 100).value()).has_value());
    }
}

void RatedScheduleTest::the_fastest_come_first() {
    auto rows = compare_algorithms(MessageSet::all_to_all(6, 100).value(), Site::of_ranks(6).value()).value();
    sort_compared(rows);
    for (std::size_t i = 1; i < rows.size(); ++i)
        QVERIFY(!rows[i].refusal.empty() ||
                (rows[i - 1].refusal.empty() && rows[i - 1].congested_bytes <= rows[i].congested_bytes));
    QVERIFY(!rows.back().refusal.empty()); // pex: six ranks are no power of two
}

void RatedScheduleTest::work_can_be_stopped() {
    Site const site = Site::of_ranks(8).value();
    MessageSet const messages = MessageSet::all_to_all(8, 100).value();
    auto const sited = schedule_on(site, messages, "gen").value();
    QVERIFY(is_stopped(schedule_on(site, messages, "auto", stopped_watch()).error()));
    QVERIFY(is_stopped(rate_steps(sited, 0, 5, stopped_watch()).error()));
    QVERIFY(is_stopped(rate(sited, stopped_watch()).error()));
    QVERIFY(is_stopped(compare_algorithms(messages, site, stopped_watch()).error()));
}

TEST_CLASS(RatedScheduleTest)
#include "rated_schedule_test.moc"
