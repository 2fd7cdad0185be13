// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the layout of schedules.
#include "libcore/scene/messages/schedule_scene.hpp"

#include "libcore/network/cost.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/scene/svg.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/scene_checks.hpp"

#include <set>

using namespace tessera;

namespace {

std::shared_ptr<Schedule const> all_to_all(std::string const& algorithm, int ranks) {
    return make_schedule(algorithm, MessageSet::all_to_all(ranks, 1024).value()).value();
}

Machine one_protocol_machine() {
    Machine machine;
    machine.name = "sample";
    machine.protocols = {{0, 1e-4, 2e-7, 2e-7, 2e-7, 1e-7}};
    return machine;
}

std::vector<StepCost> costs_of(Schedule const& schedule, char const* topology, Machine const* machine) {
    return cost_of(schedule, *make_topology(topology).value(), Placement::row_major(schedule.size()), machine)->steps;
}

} // namespace

class ScheduleSceneTest : public QObject {
    Q_OBJECT

  private slots:
    void cells_name_the_partner();
    void idle_ranks_stay_blank();
    void tags_cover_every_rank_and_step();
    void the_current_step_is_framed();
    void steps_as_wide_as_their_time();
    void many_ranks_and_steps_share_cells();
    void figures_to_come_have_their_room();
    void pictures_without_faults_data();
    void pictures_without_faults();
    void nothing_to_send();
};

void ScheduleSceneTest::cells_name_the_partner() {
    auto const schedule = all_to_all("pex", 8);
    Scene const scene = schedule_scene("pex", "", *schedule, {}, ScheduleView::all(*schedule));
    auto const cells = rects_of<StepsTag>(scene);
    for (SceneRect const& cell : cells) {
        auto const& [ranks, steps] = std::get<StepsTag>(cell.tag);
        if (ranks.size() != 1) continue; // a bar
        int const partner = static_cast<int>(ranks.begin) ^ (static_cast<int>(steps.begin) + 1);
        QVERIFY(cell.fill == rank_color(partner));
        QVERIFY(std::ranges::any_of(scene.texts, [&](SceneText const& text) {
            return text.text == std::to_string(partner) && std::abs(text.x - cell.x - cell.width / 2) < 0.01 &&
                   std::abs(text.y - cell.y - cell.height / 2) < 0.01;
        }));
    }
}

void ScheduleSceneTest::idle_ranks_stay_blank() {
    std::vector<MessageSet::Triple> const triples{{0, 1, 100}, {2, 3, 50}, {3, 0, 20}};
    std::vector<Rank> const ranks{0, 1, 2, 3, 7};
    auto const schedule = make_schedule("coloured", MessageSet::of(triples, ranks).value()).value();
    Scene const scene = schedule_scene("coloured", "", *schedule, {}, ScheduleView::all(*schedule));
    std::vector<Transfer> transfers;
    int idle = 0;
    for (int position = 0; position < 5; ++position)
        for (int step = 0; step < schedule->steps(); ++step) {
            transfers.clear();
            schedule->sends(position, step, transfers);
            schedule->receives(position, step, transfers);
            Rank const rank = schedule->messages().rank(position);
            SceneTag const tag = StepsTag{{rank, rank + 1}, {step, step + 1}};
            auto const rect = std::ranges::find(scene.rects, tag, &SceneRect::tag);
            QVERIFY(rect != scene.rects.end());
            QCOMPARE(rect->tooltip.ends_with("idle"), transfers.empty());
            if (!transfers.empty()) continue;
            QVERIFY(rect->fill == detail::blank);
            ++idle;
        }
    QVERIFY(idle > 0);
    QVERIFY(says(scene, "Ranks are idle for"));
}

void ScheduleSceneTest::tags_cover_every_rank_and_step() {
    for (auto const& [algorithm, ranks] : {std::pair("gen", 7), std::pair("pex", 256), std::pair("lex", 9)}) {
        auto const schedule = all_to_all(algorithm, ranks);
        Scene const scene = schedule_scene("s", "", *schedule, {}, ScheduleView::all(*schedule));
        std::set<std::pair<Index, Index>> seen;
        for (SceneRect const& rect : rects_of<StepsTag>(scene)) {
            auto const& [drawn, steps] = std::get<StepsTag>(rect.tag);
            if (drawn.size() == ranks) continue; // a bar
            for (Index r = drawn.begin; r < drawn.end; ++r)
                for (Index s = steps.begin; s < steps.end; ++s) seen.insert({r, s});
            SceneRect const* const hit = scene.hit(rect.x + rect.width / 2, rect.y + rect.height / 2);
            QVERIFY(hit != nullptr && hit->tag == rect.tag);
        }
        QCOMPARE(std::ssize(seen), Index{ranks} * schedule->steps());
    }
}

void ScheduleSceneTest::the_current_step_is_framed() {
    auto const schedule = all_to_all("pex", 64);
    ScheduleView view = ScheduleView::all(*schedule);
    Scene const without = schedule_scene("pex", "", *schedule, {}, view);
    view.current = 41;
    Scene const with = schedule_scene("pex", "", *schedule, {}, view);
    QCOMPARE(with.lines.size(), without.lines.size() + 4);
    QVERIFY(std::ranges::any_of(with.texts, [](SceneText const& text) { return text.text == "42" && text.bold; }));
    SceneTag const tag = StepsTag{{0, 1}, {41, 42}};
    auto const cell = std::ranges::find(with.rects, tag, &SceneRect::tag);
    QVERIFY(cell != with.rects.end());
    QCOMPARE(std::ranges::count_if(
                 with.lines, [&](SceneLine const& line) { return line.width == 2.5 && line.x1 == cell->x && line.x2 == line.x1; }),
             1);
}

void ScheduleSceneTest::steps_as_wide_as_their_time() {
    auto const schedule = all_to_all("pex", 16);
    Machine const machine = one_protocol_machine();
    auto const costs = costs_of(*schedule, "mesh(1,16)", &machine);
    ScheduleView view = ScheduleView::all(*schedule);
    view.as_long_as_time = true;
    Scene const scene = schedule_scene("pex", "", *schedule, costs, view);
    double total = 0;
    for (StepCost const& cost : costs) total += *cost.time;
    QVERIFY(*costs.front().time < *costs.back().time);
    for (SceneRect const& rect : rects_of<StepsTag>(scene)) {
        if (std::get<StepsTag>(rect.tag).ranks.size() != 1) continue;
        QVERIFY(std::abs(rect.width - view.width * *costs[static_cast<std::size_t>(std::get<StepsTag>(rect.tag).steps.begin)].time /
                                          total) < 1e-9);
    }
    QVERIFY(says(scene, "the width is its time") && says(scene, "time: most"));
    CHECK_PICTURE(scene);
}

void ScheduleSceneTest::many_ranks_and_steps_share_cells() {
    auto const schedule = all_to_all("pex", 1024);
    Scene const scene = schedule_scene("pex", "", *schedule, {}, ScheduleView::all(*schedule));
    QVERIFY(says(scene, "Each cell covers 16 ranks and 11 steps"));
    QVERIFY(scene.rects.size() < 64 * 96 + 1000);
    auto const large = all_to_all("gen", 4096);
    Scene const sampled = schedule_scene("gen", "", *large, {}, ScheduleView::all(*large));
    QVERIFY(says(sampled, "(sampled)"));
    QVERIFY(says(sampled, "No rank is idle"));
}

void ScheduleSceneTest::figures_to_come_have_their_room() {
    auto const schedule = all_to_all("pex", 8);
    Machine const machine = one_protocol_machine();
    for (int const rows : {1, 2}) { // loads; loads and times
        auto const costs = costs_of(*schedule, "mesh(2,4)", rows == 2 ? &machine : nullptr);
        ScheduleView view = ScheduleView::all(*schedule);
        Scene const with = schedule_scene("pex", "", *schedule, costs, view);
        view.to_come = rows;
        Scene const before = schedule_scene("pex", "", *schedule, {}, view);
        QCOMPARE(before.height, with.height);
        QCOMPARE(before.width, with.width);
        QCOMPARE(before.rects.front().y, with.rects.front().y);
        auto const waits = [](SceneText const& text) { return text.text.ends_with(": being counted"); };
        QCOMPARE(std::ranges::count_if(before.texts, waits), rows);
        QVERIFY(std::ranges::none_of(with.texts, waits));
    }
}

void ScheduleSceneTest::pictures_without_faults_data() {
    QTest::addColumn<QString>("algorithm");
    QTest::addColumn<int>("ranks");
    for (char const* const algorithm : {"lex", "gen", "bruck", "centralized", "unscheduled", "pex-gen"})
        for (int const ranks : {2, 3, 7, 16, 33, 65, 100, 200}) QTest::addRow("%s %d", algorithm, ranks) << algorithm << ranks;
}

void ScheduleSceneTest::pictures_without_faults() {
    QFETCH(QString, algorithm);
    QFETCH(int, ranks);
    auto const schedule = all_to_all(algorithm.toStdString(), ranks);
    Machine const machine = one_protocol_machine();
    auto const costs = costs_of(*schedule, "hypercube(8)", &machine);
    for (bool const timed : {false, true})
        for (auto const shade : {ScheduleView::Shade::Partner, ScheduleView::Shade::Bytes}) {
            ScheduleView view = ScheduleView::all(*schedule);
            view.as_long_as_time = timed;
            view.shade = shade;
            view.current = schedule->steps() / 2;
            CHECK_PICTURE(schedule_scene("title", "subtitle", *schedule, costs, view));
        }
}

void ScheduleSceneTest::nothing_to_send() {
    for (char const* const algorithm : {"lex", "gen", "coloured"}) {
        auto const schedule = all_to_all(algorithm, 1);
        Scene const scene = schedule_scene("s", "", *schedule, {}, ScheduleView::all(*schedule));
        QVERIFY(says(scene, "No steps"));
        CHECK_PICTURE(scene);
    }
}

TEST_CLASS(ScheduleSceneTest)
#include "schedule_scene_test.moc"
