// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of predicted times and of their layout.
#include "libcore/scene/program/cost_scene.hpp"

#include "libcore/scene/detail/log_axis.hpp"
#include "libcore/scene/program/crossovers.hpp"
#include "libcore/scene/svg.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_machine.hpp"
#include "tests/unit/support/scene_checks.hpp"

#include <cmath>

using namespace tessera;
using namespace tessera::testing;

namespace {

/// seconds = start + rate * x
CostSeries line(std::string name, double start, double rate) {
    CostSeries series{std::move(name), false, {}};
    for (double x = 1; x <= 1024; x *= 2) series.points.push_back({x, start + rate * x});
    return series;
}

} // namespace

class CostSceneTest : public QObject {
    Q_OBJECT

  private slots:
    void crossovers_of_lines();
    void ties_are_no_crossovers();
    void curves_that_coincide_are_one();
    void marks_of_both_kinds_differ();
    void names_do_not_overlap();
    void pictures_without_faults();
    void nothing_to_time();
    void labels_keep_their_distance();
    void axis_ticks();
};

void CostSceneTest::crossovers_of_lines() {
    // 100 + x and 10 + 3x meet at 45; the line between the points at 32 and 64 is straight in logarithms.
    auto const found = crossovers({line("late", 100, 1), line("early", 10, 3), line("never", 200, 5)});
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found[0].before, std::size_t(1));
    QCOMPARE(found[0].after, std::size_t(0));
    QVERIFY(std::abs(found[0].at.x - 45) < 1 && std::abs(found[0].at.seconds - 145) < 3);
    CostSeries bound = line("bound", 0.1, 0.1);
    bound.at_least = true;
    QCOMPARE(crossovers({line("late", 100, 1), line("early", 10, 3), bound}), found);
    QVERIFY(crossovers({}).empty());
}

void CostSceneTest::ties_are_no_crossovers() {
    QVERIFY(crossovers({line("a", 10, 3), line("b", 10, 3)}).empty());
    // Equal at first, then one is better: nothing crossed.
    CostSeries a = line("a", 10, 3);
    CostSeries b = a;
    for (std::size_t i = 1; i < b.points.size(); ++i) b.points[i].seconds *= 0.5;
    QVERIFY(crossovers({a, b}).empty());
}

void CostSceneTest::curves_that_coincide_are_one() {
    std::vector<CostSeries> const series{line("a", 10, 3), line("b", 20, 3), line("c", 10, 3)};
    QCOMPARE(equal_series(series), (std::vector<std::vector<std::size_t>>{{0, 2}, {1}}));
    Scene const scene = cost_scene("t", "", {.series = series, .observed = {}, .notes = {}});
    QVERIFY(says(scene, "a, c"));
    QCOMPARE(rects_of<SeriesTag>(scene).size(), std::size_t(2 * 11 + 3));
}

/// An observed time is a filled square with a ring of paper. A crossover is an open diamond, of lines.
void CostSceneTest::marks_of_both_kinds_differ() {
    std::vector<CostSeries> const series{line("a", 100, 1), line("b", 10, 3)};
    QCOMPARE(crossovers(series).size(), std::size_t{1});
    Scene const plain = cost_scene("t", "", {.series = series, .observed = {}, .notes = {}});
    Scene const scene = cost_scene("t", "", {.series = series, .observed = {{"a", {{64, 1e-4}}, "100 us"}}, .notes = {}});
    auto const filled = [](Scene const& picture) {
        return std::ranges::count_if(picture.rects,
                                     [](SceneRect const& rect) { return rect.fill == ink && rect.width == rect.height; });
    };
    QCOMPARE(filled(plain), 0);                      // a crossover has none
    QCOMPARE(filled(scene), 2);                      // the mark, and its entry in the legend
    QCOMPARE(scene.polygons.size(), std::size_t{4}); // painted over the lines of the axes
    QVERIFY(std::ranges::any_of(scene.rects, [](SceneRect const& rect) { return rect.tooltip == "a, observed at 64 B: 100 us"; }));
}

void CostSceneTest::names_do_not_overlap() {
    CostChart chart;
    for (int i = 0; i < 20; ++i) chart.series.push_back(line("algorithm-" + std::to_string(i), 10 + 0.001 * i * i, 1 + 0.002 * i));
    Scene const scene = cost_scene("Twenty alike", "", chart);
    CHECK_PICTURE(scene);
    for (int i = 0; i < 20; ++i) QVERIFY(says(scene, "algorithm-" + std::to_string(i)));
}

void CostSceneTest::pictures_without_faults() {
    auto const topology = make_topology("mesh(8,8)").value();
    Machine const machine = sample_machine();
    for (int const ranks : {2, 5, 16, 64})
        for (auto const& sizes : {doubling_sizes(16, 1 << 20), doubling_sizes(1, 64), std::vector<Index>{100}}) {
            Site const site = Site::borrowed(*topology, Placement::row_major(ranks), &machine);
            auto const sweep = cost_over_size(MessageSet::all_to_all(ranks, 1024).value(), sizes, site);
            CostChart chart{.series = sweep->series, .observed = {{"a run", {{64, 1.0}, {100, 1e-6}}}}, .notes = {"a note"}};
            CHECK_PICTURE(cost_scene("title", "subtitle", chart));
        }
    Site const site = Site::borrowed(*topology, Placement::row_major(64), &machine);
    auto const sweep = cost_over_ranks(1024, {2, 4, 8, 16, 32, 64}, site);
    Scene const scene = cost_scene("t", "", {.over = CostChart::Over::Ranks, .series = sweep->series, .observed = {}, .notes = {}});
    CHECK_PICTURE(scene);
    QVERIFY(says(scene, "ranks"));
}

void CostSceneTest::nothing_to_time() {
    QVERIFY(says(cost_scene("t", "", {}), "No times"));
    CostChart const zero{.series = {{"gen", false, {{16, 0.0}}}}, .observed = {}, .notes = {}};
    QVERIFY(says(cost_scene("t", "", zero), "No times"));
    CHECK_PICTURE(cost_scene("t", "", zero));
}

void CostSceneTest::labels_keep_their_distance() {
    QCOMPARE(detail::spread({10, 50, 30}, 5, 0, 100), (std::vector<double>{10, 50, 30}));
    QCOMPARE(detail::spread({50, 50, 50}, 10, 0, 100), (std::vector<double>{40, 50, 60}));
    QCOMPARE(detail::spread({0, 0, 12}, 10, 0, 100), (std::vector<double>{0, 10, 20}));
    QCOMPARE(detail::spread({100, 99, 20}, 10, 0, 100), (std::vector<double>{100, 90, 20}));
    QCOMPARE(detail::spread({}, 10, 0, 100), (std::vector<double>{}));
}

void CostSceneTest::axis_ticks() {
    detail::LogAxis const bytes(16, 1 << 20, 0, 640);
    QCOMPARE(bytes.powers_of_two(60), (std::vector<double>{16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576}));
    QCOMPARE(bytes.at(16), 0.0);
    QVERIFY(std::abs(bytes.at(4096) - 320) < 1e-9);
    detail::LogAxis const time(1e-3, 1, 300, 0);
    QCOMPARE(time.decimal_ticks(26).size(), std::size_t(10)); // 1, 2, 5 of three decades, and 1
    QCOMPARE(time.decimal_ticks(80).size(), std::size_t(4));
}

TEST_CLASS(CostSceneTest)
#include "cost_scene_test.moc"
