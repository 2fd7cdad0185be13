// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of messages in motion: a case for paper and pencil, and random ones beside a simulation in small steps of time.
#include "libcore/network/step_motion.hpp"

#include "libcore/schedule/algorithm.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/network/sample_sets.hpp"

#include <cmath>
#include <fmt/format.h>

using namespace tessera;

namespace {

std::shared_ptr<Schedule const> order_of(char const* algorithm, MessageSet messages) {
    auto made = make_schedule(algorithm, std::move(messages));
    if (!made) qFatal("%s: %s", algorithm, made.error().message.c_str());
    return *made;
}

/// Two clusters of six nodes, between which two links are each half as fast again.
Net two_clusters() {
    std::string links;
    for (int node = 0; node < 12; ++node) links += fmt::format(R"({{"from": {}, "to": {}}}, )", node, 12 + node / 6);
    auto made = topology_from_json(fmt::format(R"({{"schema": "tessera.graph/1", "nodes": 12, "switches": 2,
            "links": [{}{{"from": 12, "to": 13, "width": 2, "capacity": 1.5}}]}})",
                                               links),
                                   "two clusters");
    if (!made) qFatal("%s", made.error().message.c_str());
    return *made;
}

Site site_on(char const* net, int ranks, Machine const* machine = nullptr) {
    Site site;
    site.topology = network(net);
    site.placement = Placement::row_major(ranks);
    if (machine != nullptr) site.machine = std::make_shared<Machine const>(*machine);
    return site;
}

StepMotion motion_of(Schedule const& schedule, int step, Site const& site) {
    auto motion = StepMotion::of(schedule, step, site);
    if (!motion) qFatal("%s", motion.error().message.c_str());
    return *std::move(motion);
}

/// Two messages of 100 bytes in one step, which meet on the middle link of a line of four.
StepMotion two_that_meet() {
    std::vector<MessageSet::Triple> const triples{{0, 2, 100}, {1, 3, 100}};
    std::vector<Rank> const ranks{0, 1, 2, 3};
    return motion_of(*order_of("unscheduled", *MessageSet::of(triples, ranks)), 0, site_on("mesh(1,4)", 4));
}

bool close_to(double a, double b, double scale = 0) {
    return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), scale});
}

/// Calls visit(step, site, schedule) for the steps of random exchanges on several networks, with a machine and without.
template <class Visit>
void for_each_random_step(Visit const& visit) {
    std::mt19937 random(16);
    Machine const machine = delta_with_beta_s();
    char const* const nets[] = {"mesh(3,4)", "torus(3,4)", "fattree(4,2)", "bus(12)", "crossbar(12)", "cm5(16)", "hypercube(4)"};
    char const* const orders[] = {"unscheduled", "gen", "pex"};
    for (int number = 0; number < 36; ++number) {
        int const ranks = number % 3 == 2 ? 8 : 12;
        auto const schedule = order_of(orders[number % 3], sample_set(number / 3, ranks, random));
        Site site = site_on(nets[number % 7], ranks, number % 2 == 0 ? &machine : nullptr);
        if (number % 8 == 5) site.topology = two_clusters();
        site.placement = *Placement::make("random:5", ranks, *site.topology);
        for (int step = 0; step < schedule->steps(); ++step) visit(*schedule, step, site);
    }
}

/// What has passed each stage of each message after so many small steps of time, in which no stage passes more than its share.
std::vector<std::vector<double>> simulated(StepMotion const& motion, Site const& site, double time, int ticks) {
    auto const links = site.topology->links();
    double const link_rate = site.machine ? *site.machine->protocol(motion.cost().volume.longest).beta_sat : 1;
    std::vector<double> bytes_of(links.size(), 0);
    for (MovingMessage const& each : motion.messages())
        for (int const link : each.route) bytes_of[as_size(link)] += static_cast<double>(each.transfer.bytes);
    std::vector<std::vector<double>> passed;
    for (MovingMessage const& each : motion.messages()) passed.emplace_back(each.ends.size(), 0.0);
    for (int tick = 0; tick < ticks; ++tick)
        for (std::size_t m = 0; m < passed.size(); ++m) {
            MovingMessage const& each = motion.messages()[m];
            auto const bytes = static_cast<double>(each.transfer.bytes);
            for (std::size_t stage = 0; stage < passed[m].size(); ++stage) {
                double rate = bytes / each.ends[0]; // of its port
                if (stage > 0) {
                    auto const link = as_size(each.route[stage - 1]);
                    double const capacity = static_cast<double>(links[link].width) * links[link].capacity / link_rate;
                    rate = capacity * bytes / bytes_of[link];
                }
                double const there = stage == 0 ? bytes : passed[m][stage - 1];
                passed[m][stage] = std::min(there, passed[m][stage] + rate * time / ticks);
            }
        }
    return passed;
}

} // namespace

class StepMotionTest : public QObject {
    Q_OBJECT

  private slots:
    void two_messages_share_a_link();
    void parcels_wait_and_move();
    void a_way_without_waiting_is_one_leg();
    void messages_start_first();
    void loads_and_times_are_those_of_the_model();
    void a_simulation_in_small_steps_agrees();
    void parcels_wait_where_bytes_do();
    void too_many_messages_are_refused();
};

void StepMotionTest::two_messages_share_a_link() {
    StepMotion const motion = two_that_meet();
    QCOMPARE(motion.duration(), 200.0);
    QCOMPARE(motion.messages()[0].ends, (std::vector<double>{100, 100, 200}));
    QCOMPARE(motion.messages()[1].ends, (std::vector<double>{100, 200, 200}));
    auto const middle = as_size(motion.messages()[0].route[1]);
    LinkMoment const half = motion.links_at(50)[middle];
    QCOMPARE(half.coming, 100.0);
    QCOMPARE(half.waiting, 50.0);
    QCOMPARE(half.passed, 50.0);
    QCOMPARE(half.busy, 1.0);
    LinkMoment const late = motion.links_at(150)[middle];
    QCOMPARE(late.coming, 0.0);
    QCOMPARE(late.waiting, 50.0);
    QCOMPARE(late.passed, 150.0);
    auto const last = as_size(motion.messages()[1].route[1]);
    QCOMPARE(motion.links_at(50)[last].busy, 0.5); // it gets what the middle lets through
    QCOMPARE(motion.links_at(200)[middle].busy, 0.0);
}

void StepMotionTest::parcels_wait_and_move() {
    MovingMessage const message = two_that_meet().messages()[0];
    QCOMPARE(legs_of(message, 0, 4), (std::vector<ParcelLeg>{{0, 1, 0, 25}, {1, 2, 25, 50}}));
    QCOMPARE(legs_of(message, 3, 4), (std::vector<ParcelLeg>{{0, 1, 75, 100}, {1, 2, 150, 200}}));
}

void StepMotionTest::a_way_without_waiting_is_one_leg() {
    MovingMessage const message = two_that_meet().messages()[1];
    // It waits before the middle link, and passes the last one as it comes.
    QCOMPARE(legs_of(message, 1, 4), (std::vector<ParcelLeg>{{0, 2, 50, 100}}));
}

void StepMotionTest::messages_start_first() {
    Machine const machine = slow_start();
    auto const schedule = order_of("pex", *MessageSet::all_to_all(4, 1000));
    StepMotion const motion = motion_of(*schedule, 0, site_on("mesh(2,2)", 4, &machine));
    QCOMPARE(motion.start(), 1e-3);
    for (LinkMoment const& each : motion.links_at(1e-3)) QCOMPARE(each.passed, 0.0);
    QCOMPARE(motion.duration(), 2e-3);
    for (LinkMoment const& each : motion.links_at(2e-3)) QCOMPARE(each.coming + each.waiting, 0.0);
}

void StepMotionTest::loads_and_times_are_those_of_the_model() {
    int contended = 0;
    for_each_random_step([&](Schedule const& schedule, int step, Site const& site) {
        StepMotion const motion = motion_of(schedule, step, site);
        auto const cost = cost_of(schedule, site);
        QVERIFY(cost);
        StepCost const& predicted = cost->steps[as_size(step)];
        QVERIFY(close_to(motion.duration(), predicted.time.value_or(predicted.congested_bytes())));
        LoadCounter counter(*site.topology, site.placement);
        StepLoads const& loads = counter.count(schedule, step);
        bool const saturated = predicted.busiest_link >= 0 && predicted.demand >= 1;
        contended += predicted.demand > 1 ? 1 : 0;
        for (double const share : {-0.1, 0.0, 0.01, 0.3, 0.5, 0.77, 0.999, 1.0, 1.5}) {
            double const time = motion.start() + share * (motion.duration() - motion.start());
            auto const moments = motion.links_at(time);
            for (std::size_t link = 0; link < moments.size(); ++link) {
                LinkMoment const& each = moments[link];
                auto const bytes = static_cast<double>(loads.bytes[link]);
                QVERIFY(close_to(each.coming + each.waiting + each.passed, bytes, bytes));
                QVERIFY(each.waiting >= -1e-9 * bytes && each.busy <= 1 + 1e-9);
            }
            if (saturated && 0 <= share && share < 0.9) QVERIFY(close_to(moments[as_size(predicted.busiest_link)].busy, 1));
        }
    });
    QVERIFY(contended > 20);
}

void StepMotionTest::a_simulation_in_small_steps_agrees() {
    constexpr int ticks = 400;
    int seen = 0;
    for_each_random_step([&](Schedule const& schedule, int step, Site const& site) {
        if (++seen % 9 != 0) return;
        StepMotion const motion = motion_of(schedule, step, site);
        double const whole = motion.duration() - motion.start();
        for (double const share : {0.25, 0.6}) {
            auto const passed = simulated(motion, site, share * whole, ticks);
            for (std::size_t m = 0; m < passed.size(); ++m) {
                MovingMessage const& each = motion.messages()[m];
                for (std::size_t stage = 0; stage < passed[m].size(); ++stage)
                    QVERIFY(std::abs(passed[m][stage] - each.passed(stage, share * whole)) <=
                            0.01 * static_cast<double>(each.transfer.bytes) * whole / each.ends[0]);
            }
        }
    });
    QVERIFY(seen > 50);
}

/// No message has more than one parcel more or less before a link than it has bytes there.
void StepMotionTest::parcels_wait_where_bytes_do() {
    constexpr int parcels = 16;
    for_each_random_step([&](Schedule const& schedule, int step, Site const& site) {
        StepMotion const motion = motion_of(schedule, step, site);
        for (MovingMessage const& each : motion.messages()) {
            double const time = 0.4 * each.end();
            std::vector<int> gone(each.route.size() + 1, 0); // by stage
            for (int parcel = 0; parcel < parcels; ++parcel) {
                auto const legs = legs_of(each, parcel, parcels);
                QCOMPARE(legs.front().first, std::size_t{0});
                QCOMPARE(legs.back().end, each.route.size());
                QVERIFY(close_to(legs.back().ends, each.end() * (parcel + 1) / parcels));
                for (std::size_t leg = 0; leg < legs.size(); ++leg) {
                    QVERIFY(legs[leg].begins < legs[leg].ends);
                    if (leg > 0) QCOMPARE(legs[leg].first, legs[leg - 1].end);
                    if (leg > 0) QVERIFY(legs[leg].begins >= legs[leg - 1].ends);
                    for (std::size_t link = legs[leg].first; link < legs[leg].end; ++link) gone[link + 1] += legs[leg].ends <= time;
                }
            }
            for (std::size_t stage = 1; stage < gone.size(); ++stage) {
                double const share = each.passed(stage, time) / static_cast<double>(each.transfer.bytes);
                QVERIFY(std::abs(share - static_cast<double>(gone[stage]) / parcels) <= 1.0 / parcels + 1e-9);
            }
        }
    });
}

void StepMotionTest::too_many_messages_are_refused() {
    auto const schedule = order_of("unscheduled", *MessageSet::all_to_all(160, 8));
    auto const motion = StepMotion::of(*schedule, 0, site_on("crossbar(160)", 160));
    QVERIFY(!motion);
    QCOMPARE(motion.error().message, std::string("step 1 has 25 440 messages, too many to follow; the most is 20 000"));
}

TEST_CLASS(StepMotionTest)
#include "step_motion_test.moc"
