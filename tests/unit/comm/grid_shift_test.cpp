// SPDX-License-Identifier: BSD-3-Clause
// Tessera: grid shifts on the example of pC*, Table 6.2.
#include "libcore/comm/shift/grid_shift.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class GridShiftTest : public QObject {
    Q_OBJECT

  private slots:
    void table62();
    void farBeyondTheArray();
    void edges();
};

namespace {

/// Figs. 3.2 and 3.7: 8 by 8 elements, rows in blocks of 3, 1 and 4, columns in blocks of 2 and 6, on six processors.
Mapping figure37() {
    MappingSpec spec;
    spec.array.extents = {8, 8};
    spec.array.lower = {0, 0};
    spec.array.order = StorageOrder::C;
    spec.formats = {DistFormat::gen_block({3, 1, 4}), DistFormat::gen_block({2, 6})};
    spec.processors.lower = {0, 0};
    spec.processors.extents = {3, 2};
    return Mapping::make(spec).value();
}

using Runs = std::vector<ShiftRun>;

} // namespace

void GridShiftTest::table62() {
    auto const shift = GridShift::make(figure37(), {-3, -3}, ShiftEdge::Keep).value();
    QVERIFY((shift_runs(shift, 0) == Runs{{0, 6, std::nullopt, 0}}));
    QVERIFY((shift_runs(shift, 1) == Runs{{0, 18, std::nullopt, 0}}));
    QVERIFY((shift_runs(shift, 2) == Runs{{0, 2, std::nullopt, 0}}));
    QVERIFY((shift_runs(shift, 3) == Runs{{0, 1, std::nullopt, 0}, {1, 2, 0, 0}, {3, 3, 1, 0}}));
    QVERIFY((shift_runs(shift, 4) == Runs{{0, 8, std::nullopt, 0}}));
    QVERIFY((shift_runs(shift, 5) == Runs{{0, 1, std::nullopt, 0},
                                          {1, 2, 0, 2},
                                          {3, 3, 1, 6},
                                          {6, 1, std::nullopt, 0},
                                          {7, 2, 0, 4},
                                          {9, 3, 1, 12},
                                          {12, 1, std::nullopt, 0},
                                          {13, 2, 2, 0},
                                          {15, 3, 3, 0},
                                          {18, 1, std::nullopt, 0},
                                          {19, 2, 4, 0},
                                          {21, 3, 5, 0}}));
}

void GridShiftTest::farBeyondTheArray() {
    auto const shift = GridShift::make(figure37(), {0, 99}, ShiftEdge::Fill).value();
    QCOMPARE(shift.lost(), 64);
    QCOMPARE(shift.plan().totals().elements, 0);
    QCOMPARE(shift.unfilled(5).front().count(), 24);
    auto const around = GridShift::make(figure37(), {0, 16}, ShiftEdge::Torus).value();
    QCOMPARE(around.plan().totals().moved, 0);
}

void GridShiftTest::edges() {
    QVERIFY(GridShift::make(figure37(), {1, 0}, ShiftEdge::Abort).error().message.find("8 of 64") != std::string::npos);
    QVERIFY(GridShift::make(figure37(), {0, 0}, ShiftEdge::Abort).has_value());
    QVERIFY(!GridShift::make(figure37(), {1}, ShiftEdge::Keep));
    QVERIFY(shift_edge_named("torus") == ShiftEdge::Torus && !shift_edge_named("ring"));
}

TEST_CLASS(GridShiftTest)
#include "grid_shift_test.moc"
