// SPDX-License-Identifier: BSD-3-Clause
// Tessera: totals from the factors, with numbers worked out by hand.
#include "libcore/redist/detail/totals_sweep.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/redist/sample_mappings.hpp"

using namespace tessera;
using namespace tessera::detail;

class TotalsSweepTest : public QObject {
    Q_OBJECT

  private slots:
    void rowsToColumns();
    void copiesShareTheWork();
};

void TotalsSweepTest::rowsToColumns() {
    // The transpose of a 2D FFT on 4 ranks: each keeps a 2x2 block and sends one to each other rank.
    PlanSide const source(samples::distributed({8, 8}, {DistFormat::block(), DistFormat::collapsed()}, {4}),
                          {CopySide{0}, CopySide{1}});
    PlanSide const target(samples::distributed({8, 8}, {DistFormat::collapsed(), DistFormat::block()}, {4}),
                          {CopySide{0}, CopySide{1}});
    std::vector<DimTransfer> const factors{{source.along(0, 8), target.along(0, 8)}, {source.along(1, 8), target.along(1, 8)}};
    QVERIFY((TotalsSweep(source, target, factors).totals(8) == RedistTotals{64, 48, 16, 12, 3, 3, 384}));
}

void TotalsSweepTest::copiesShareTheWork() {
    // Two copies of two halves, ranks (0, 1) and (2, 3), to seven others: each half has four receivers (one is shared).
    PlanSide const source(samples::replicated(14, DistFormat::block(), 2, 2), {CopySide{}});
    PlanSide const target(samples::distributed({14}, {DistFormat::block()}, {7}, {4, 5, 6, 7, 8, 9, 10}), {CopySide{}});
    std::vector<DimTransfer> const factors{{source.along(0, 14), target.along(0, 14)}};
    QVERIFY((TotalsSweep(source, target, factors).totals(1) == RedistTotals{14, 14, 0, 8, 2, 2, 14}));
}

TEST_CLASS(TotalsSweepTest)
#include "totals_sweep_test.moc"
