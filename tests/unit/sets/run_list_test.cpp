// SPDX-License-Identifier: BSD-3-Clause
// Tessera: explicit lists of runs.
#include "libcore/sets/run_list.hpp"
#include "tests/suite/qt_suite.hpp"

#include <array>

using namespace tessera;

namespace {
bool holds(RunList const& list, std::vector<Run> const& runs) {
    return std::ranges::equal(list.runs(), runs);
}
} // namespace

class RunListTest : public QObject {
    Q_OBJECT

  private slots:
    void runsBecomeCanonical();
    void wholeInnerDimensionsMakeLongRuns();
    void runsJoinAcrossRows();
    void algebraWithNothing();
};

void RunListTest::runsBecomeCanonical() {
    RunList const list({{20, 25}, {3, 3}, {0, 4}, {22, 30}, {4, 6}, {9, 2}});
    QVERIFY(holds(list, {{0, 6}, {20, 30}}));
    QCOMPARE(list.count(), 16);
    QCOMPARE(list.element(6), 20);
    QCOMPARE(list.count_below(25), 11);
    QVERIFY(list.contains(5) && !list.contains(6) && !list.contains(30));
}

void RunListTest::wholeInnerDimensionsMakeLongRuns() {
    // Planes 2..3 of a 5 x 2^20 x 2^20 array: one run, whatever the planes hold.
    Index const side = Index{1} << 20;
    auto const whole = PeriodicSet::interval({0, side});
    BoxSet const planes({PeriodicSet::interval({2, 4}), whole, whole});
    QVERIFY(holds(RunList::of(planes, std::array<Index, 3>{5, side, side}), {{2 * side * side, 4 * side * side}}));
}

void RunListTest::runsJoinAcrossRows() {
    // Columns 0, 1 and 7 of rows 0..2 of a 3x8 array: the last column of a row touches the first of the next.
    BoxSet const box({PeriodicSet::interval({0, 3}), PeriodicSet::of_runs({{0, 2}, {7, 8}})});
    QVERIFY(holds(RunList::of(box, std::array<Index, 2>{3, 8}), {{0, 2}, {7, 10}, {15, 18}, {23, 24}}));
    QVERIFY(holds(RunList::of(BoxSet(), {}), {{0, 1}}));
}

void RunListTest::algebraWithNothing() {
    RunList const none, list({{0, 4}, {8, 9}});
    QVERIFY(none.empty() && none.count() == 0 && none.count_below(5) == 0 && !none.contains(0));
    QVERIFY(intersection(none, list).empty());
    QVERIFY(holds(none.complement({2, 5}), {{2, 5}}));
    QVERIFY(list.clipped({4, 8}).empty() && list.clipped({9, 1}).empty());
    QVERIFY(none == RunList(std::vector<Run>{{3, 3}}));
}

TEST_CLASS(RunListTest)
#include "run_list_test.moc"
