// SPDX-License-Identifier: BSD-3-Clause
// Tessera: out-of-core local arrays cut into slabs.
#include "libcore/io/slabs.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class SlabsTest : public QObject {
    Q_OBJECT

  private slots:
    void columnsOfTable53();
    void stencilsReuseColumns();
    void largeColumnsAreCut();
    void tooLittleMemory();
};

void SlabsTest::columnsOfTable53() {
    auto const slabs = Slabs::make({2048, 32}, {0, 1}, {}, 16 * 2048);
    QCOMPARE(slabs->count(), Index{2});
    QVERIFY((slabs->box(1) == std::vector<Run>{{0, 2048}, {16, 32}}));
}

void SlabsTest::stencilsReuseColumns() {
    // 5.5.3: of the shadow, two columns are in memory already.
    auto const slabs = Slabs::make({8, 10}, {0, 1}, {{1, 1}, {1, 1}}, 10 * 6);
    QCOMPARE(slabs->count(), Index{3});
    QVERIFY((slabs->with_shadow(1) == std::vector<Run>{{-1, 9}, {3, 9}}));
    QVERIFY((slabs->fresh(0) == std::vector<Run>{{-1, 9}, {-1, 5}}));
    QVERIFY((slabs->fresh(1) == std::vector<Run>{{-1, 9}, {5, 9}}));
    QVERIFY((slabs->shape() == Extents{8, 4}));
}

void SlabsTest::largeColumnsAreCut() {
    auto const slabs = Slabs::make({8, 10}, {1, 0}, {}, 5);
    QCOMPARE(slabs->count(), Index{16});
    QVERIFY((slabs->box(3) == std::vector<Run>{{1, 2}, {5, 10}}));
}

void SlabsTest::tooLittleMemory() {
    auto const slabs = Slabs::make({8, 10}, {0, 1}, {{1, 1}, {1, 1}}, 8);
    QVERIFY(!slabs);
    QCOMPARE(slabs.error().message, std::string("a slab of one index with its shadow has 9 elements, and only 8 fit in memory"));
}

TEST_CLASS(SlabsTest)
#include "slabs_test.moc"
