// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping addressed by the axes of a copy.
#include "libcore/redist/detail/plan_side.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/redist/sample_mappings.hpp"

using namespace tessera;
using namespace tessera::detail;

class PlanSideTest : public QObject {
    Q_OBJECT

  private slots:
    void permutedAxes();
    void absentAxis();
    void holders();
};

namespace {

/// A(4,6) by (block,cyclic) on 2x3, read as A(j, 5-i); the middle axis is the other side's.
PlanSide side() {
    return {samples::distributed({4, 6}, {DistFormat::block(), DistFormat::cyclic()}, {2, 3}, {10, 11, 12, 2, 1, 0}),
            {CopySide{1, 5, -1}, std::nullopt, CopySide{0, 0, 1}}};
}

} // namespace

void PlanSideTest::permutedAxes() {
    PlanSide const a = side();
    QVERIFY((a.coords(5) == Extents{2, 0, 1})); // position 5 is coordinates (1, 2)
    QCOMPARE(a.position_of(Extents{2, 0, 1}, 0), Index{5});
    QCOMPARE(a.along(0, 6).owner(0), Index{2}); // column 5
    QCOMPARE(a.along(0, 6).owner(1), Index{1});
    QCOMPARE(a.processor_dim(0), std::optional(1));
    BoxSet const box({PeriodicSet::interval({0, 2}), PeriodicSet::interval({0, 1}), PeriodicSet::interval({1, 3})});
    QVERIFY((a.image(box) == BoxSet({PeriodicSet::interval({1, 3}), PeriodicSet::interval({4, 6})})));
}

void PlanSideTest::absentAxis() {
    PlanSide const a = side();
    QVERIFY(a.along(1, 1) == DimMapping::whole(1));
    QVERIFY(!a.processor_dim(1));
    QCOMPARE(a.coord(5, 1), Index{0});
}

void PlanSideTest::holders() {
    PlanSide const a = side();
    QVERIFY((a.holders() == std::vector<Rank>{0, 1, 2, 10, 11, 12}));
    QCOMPARE(a.holder(0), std::optional(Index{5}));
    QVERIFY(!a.holder(3));
}

TEST_CLASS(PlanSideTest)
#include "plan_side_test.moc"
