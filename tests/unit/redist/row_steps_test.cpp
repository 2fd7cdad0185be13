// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the prices of the two ways to count a row, against the steps that these ways take.
#include "libcore/redist/detail/row_steps.hpp"
#include "libcore/sets/run_walk.hpp"
#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <array>

using namespace tessera;

class RowStepsTest : public QObject {
    Q_OBJECT

  private slots:
    void runs_data();
    void runs();
    void far_runs_are_cheap();
};

namespace {

DimMapping mapped(DistFormat const& format, Index extent, Index coords) {
    return DimMapping::distributed(format, extent, coords).value();
}

/// One step for each run, and one for each segment of the partner that it meets beyond whole periods.
double counted_steps(PeriodicSet const& set, Run range, DimMapping const& partner) {
    double steps = 0;
    for (RunWalk walk(set, range.begin); !walk.done() && walk.run().begin < range.end; walk.next()) {
        Run const run = intersection(walk.run(), range);
        steps += 1;
        for (Index x = run.begin + run.size() / partner.period() * partner.period(); x < run.end; steps += 1)
            x = std::min(partner.segment_at(x).run.end, run.end);
    }
    return steps;
}

} // namespace

void RowStepsTest::runs_data() {
    QTest::addColumn<Index>("width");
    QTest::addColumn<Index>("coords");
    QTest::addColumn<Index>("partner_width");
    QTest::addColumn<Index>("partner_coords");
    for (auto const& [a, p, b, q] :
         {std::array<Index, 4>{3, 512, 5, 511}, {5, 511, 3, 512}, {20, 8, 3, 16}, {1, 100, 1, 99}, {30, 4, 1, 50}, {7, 3, 200, 3}})
        QTest::addRow("cyclic(%d) on %d, cyclic(%d) on %d", int(a), int(p), int(b), int(q)) << a << p << b << q;
}

void RowStepsTest::runs() {
    QFETCH(Index, width);
    QFETCH(Index, coords);
    QFETCH(Index, partner_width);
    QFETCH(Index, partner_coords);
    Index const extent = 200'000;
    DimMapping const partner = mapped(DistFormat::cyclic(partner_width), extent, partner_coords);
    PeriodicSet const set = mapped(DistFormat::cyclic(width), extent, coords).owned(1);
    double const counted = counted_steps(set, {0, extent}, partner);
    double const estimated = detail::steps_by_runs(set, {0, extent}, partner);
    QVERIFY2(estimated <= 1.5 * counted && counted <= 2.0 * estimated + 2,
             qPrintable(QStringLiteral("%1 estimated, %2 counted").arg(estimated).arg(counted)));
}

void RowStepsTest::far_runs_are_cheap() {
    Index const extent = 1'000'000'000;
    DimMapping const partner = mapped(DistFormat::cyclic(5), extent, 511);
    PeriodicSet const set = mapped(DistFormat::cyclic(3), extent, 512).owned(0);
    Run const joint{0, Index{512} * 3 * 511 * 5};
    QVERIFY(50 * detail::steps_by_runs(set, joint, partner) < detail::steps_by_segments(joint, partner));
}

TEST_CLASS(RowStepsTest)
#include "row_steps_test.moc"
