// SPDX-License-Identifier: BSD-3-Clause
// Tessera: walks over index sets.
#include "libcore/sets/run_walk.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

namespace {
PeriodicSet const family = PeriodicSet::periodic(0, 10, {{0, 2}, {5, 6}}, {1, 36});

std::vector<Run> rest(RunWalk walk) {
    std::vector<Run> runs;
    for (; !walk.done(); walk.next()) runs.push_back(walk.run());
    return runs;
}
} // namespace

class RunWalkTest : public QObject {
    Q_OBJECT

  private slots:
    void wholeWalk();
    void beginsAnywhere();
    void intervalsAreOneRun();
    void seekGoesForwardOnly();
};

void RunWalkTest::wholeWalk() {
    QVERIFY(
        (rest(RunWalk(family)) == std::vector<Run>{{1, 2}, {5, 6}, {10, 12}, {15, 16}, {20, 22}, {25, 26}, {30, 32}, {35, 36}}));
    QVERIFY(RunWalk(PeriodicSet()).done());
}

void RunWalkTest::beginsAnywhere() {
    QVERIFY((rest(RunWalk(family, 31)) == std::vector<Run>{{31, 32}, {35, 36}}));
    QVERIFY((RunWalk(family, 7).run() == Run{10, 12}));
    QVERIFY((RunWalk(family, -100).run() == Run{1, 2}));
    QVERIFY(RunWalk(family, 36).done());
}

void RunWalkTest::intervalsAreOneRun() {
    auto const interval = PeriodicSet::interval({-5, Index{1} << 40});
    QVERIFY((rest(RunWalk(interval, 7)) == std::vector<Run>{{7, Index{1} << 40}}));
}

void RunWalkTest::seekGoesForwardOnly() {
    RunWalk walk(family, 5);
    walk.seek(3);
    QVERIFY((walk.run() == Run{5, 6})); // not back
    walk.seek(11);
    QVERIFY((walk.run() == Run{11, 12})); // the next one, its begin cut
    walk.seek(22);
    QVERIFY((walk.run() == Run{25, 26})); // further than the next one, into a gap
    walk.seek(31);
    QVERIFY((walk.run() == Run{31, 32}));
    walk.seek(36);
    QVERIFY(walk.done());
}

TEST_CLASS(RunWalkTest)
#include "run_walk_test.moc"
