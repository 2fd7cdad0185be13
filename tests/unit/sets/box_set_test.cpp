// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boxes, the products of index sets.
#include "libcore/sets/box_set.hpp"
#include "tests/suite/qt_suite.hpp"

#include <array>

using namespace tessera;

class BoxSetTest : public QObject {
    Q_OBJECT

  private slots:
    void figure17();
    void noDimensionIsOnePosition();
    void emptyDimensionEmptiesTheBox();
};

void BoxSetTest::figure17() {
    // PITFALLS Fig. 17: 16x32 elements on 4x2, processor 1 to processor 1: row 0, columns 5 7 13 15 21 23 29 31.
    auto const rows = [](Falls const& falls) { return PeriodicSet::of_falls(falls); };
    BoxSet const source({rows({0, 3, 4, 1}), rows({1, 1, 2, 16})});
    BoxSet const target({rows({0, 0, 4, 4}), rows({4, 7, 8, 4})});
    BoxSet const common = intersection(source, target);
    QCOMPARE(common.count(), 8);
    QVERIFY((common.shape() == Extents{1, 8}));
    std::vector<Index> columns;
    common.for_each([&](std::span<Index const> index) {
        QCOMPARE(index[0], 0);
        columns.push_back(index[1]);
    });
    QVERIFY((columns == std::vector<Index>{5, 7, 13, 15, 21, 23, 29, 31}));
    QVERIFY((common.element(3) == Extents{0, 15}));
    QCOMPARE(common.position(std::array<Index, 2>{0, 21}), 4);
    QVERIFY(!common.contains(std::array<Index, 2>{1, 21}));
}

void BoxSetTest::noDimensionIsOnePosition() {
    BoxSet const scalar;
    int visits = 0;
    scalar.for_each([&](std::span<Index const> index) { visits += index.empty() ? 1 : 100; });
    QCOMPARE(visits, 1);
    QVERIFY(!scalar.empty() && scalar.count() == 1 && scalar.element(0).empty() && scalar.position({}) == 0);
}

void BoxSetTest::emptyDimensionEmptiesTheBox() {
    auto const all = PeriodicSet::interval({0, Index{1} << 40});
    BoxSet const box({all, all, PeriodicSet()});
    QVERIFY(box.empty());
    QCOMPARE(box.count(), 0);
    box.for_each([](std::span<Index const>) { QFAIL("an empty box has no position"); });
}

TEST_CLASS(BoxSetTest)
#include "box_set_test.moc"
