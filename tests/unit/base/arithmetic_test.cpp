// SPDX-License-Identifier: BSD-3-Clause
// Tessera: divisions that round as stated, and products that say when they do not fit.
#include "libcore/base/arithmetic.hpp"
#include "tests/suite/qt_suite.hpp"

#include <limits>

using namespace tessera;

namespace {
constexpr Index largest = std::numeric_limits<Index>::max();
constexpr Index smallest = std::numeric_limits<Index>::min();
} // namespace

class ArithmeticTest : public QObject {
    Q_OBJECT

  private slots:
    void divisionsRoundAsNamed_data();
    void divisionsRoundAsNamed();
    void divisionsHoldAtTheLimits();
    void sumsAndProductsSayWhenTheyOverflow();
    void estimatesStopAtTheLimits();
    void productsOfExtents_data();
    void productsOfExtents();
    void lcmStopsAtTheLimit_data();
    void lcmStopsAtTheLimit();
};

void ArithmeticTest::divisionsRoundAsNamed_data() {
    QTest::addColumn<Index>("value");
    QTest::addColumn<Index>("divisor");
    QTest::addColumn<Index>("down");
    QTest::addColumn<Index>("up");
    QTest::addColumn<Index>("remainder");
    QTest::newRow("exact") << Index{12} << Index{4} << Index{3} << Index{3} << Index{0};
    QTest::newRow("positive") << Index{13} << Index{4} << Index{3} << Index{4} << Index{1};
    QTest::newRow("negative") << Index{-13} << Index{4} << Index{-4} << Index{-3} << Index{3};
    QTest::newRow("negative and exact") << Index{-12} << Index{4} << Index{-3} << Index{-3} << Index{0};
    QTest::newRow("zero") << Index{0} << Index{7} << Index{0} << Index{0} << Index{0};
    QTest::newRow("between zero and minus one") << Index{-1} << Index{7} << Index{-1} << Index{0} << Index{6};
}

void ArithmeticTest::divisionsRoundAsNamed() {
    QFETCH(Index, value);
    QFETCH(Index, divisor);
    QTEST(floor_div(value, divisor), "down");
    QTEST(ceil_div(value, divisor), "up");
    QTEST(floor_mod(value, divisor), "remainder");
}

void ArithmeticTest::divisionsHoldAtTheLimits() {
    QCOMPARE(floor_div(smallest, 1), smallest);
    QCOMPARE(ceil_div(smallest, 1), smallest);
    QCOMPARE(ceil_div(largest, 2), Index{1} << 62);
    QCOMPARE(floor_div(smallest, largest), -2);
    QCOMPARE(floor_mod(smallest, largest), largest - 1);
}

void ArithmeticTest::sumsAndProductsSayWhenTheyOverflow() {
    QCOMPARE(*checked_add(largest - 1, 1), largest);
    QVERIFY(!checked_add(largest, 1));
    QVERIFY(!checked_add(smallest, -1));
    QCOMPARE(*checked_mul(Index{1} << 31, Index{1} << 31), Index{1} << 62);
    QVERIFY(!checked_mul(Index{1} << 32, Index{1} << 31));
    QVERIFY(!checked_mul(smallest, -1));
}

void ArithmeticTest::estimatesStopAtTheLimits() {
    QCOMPARE(saturated_add(largest, 1), largest);
    QCOMPARE(saturated_add(smallest, -1), smallest);
    QCOMPARE(saturated_add(largest, smallest), -1);
    QCOMPARE(saturated_mul(largest, 2), largest);
    QCOMPARE(saturated_mul(smallest, 2), smallest);
    QCOMPARE(saturated_mul(smallest, -1), largest);
    QCOMPARE(saturated_product(Extents{Index{1} << 40, Index{1} << 40}), largest);
    QCOMPARE(saturated_product(Extents{Index{1} << 40, Index{1} << 40, 0}), 0);
    QCOMPARE(saturated_round(2.5), 3);
    QCOMPARE(saturated_round(9.3e18), largest);
    QCOMPARE(saturated_round(-9.3e18), smallest);
    QCOMPARE(saturated_round(std::numeric_limits<double>::infinity()), largest);
    QCOMPARE(saturated_round(std::numeric_limits<double>::quiet_NaN()), 0);
}

void ArithmeticTest::productsOfExtents_data() {
    Index const huge = Index{1} << 40;
    QTest::addColumn<Extents>("extents");
    QTest::addColumn<std::optional<Index>>("product");
    QTest::newRow("no dimension: one element") << Extents{} << std::optional<Index>(1);
    QTest::newRow("three dimensions") << Extents{4, 5, 6} << std::optional<Index>(120);
    QTest::newRow("too large") << Extents{huge, huge} << std::optional<Index>();
    QTest::newRow("a zero makes it fit, wherever it stands") << Extents{huge, huge, 0} << std::optional<Index>(0);
}

void ArithmeticTest::productsOfExtents() {
    QFETCH(Extents, extents);
    QTEST(checked_product(extents), "product");
}

void ArithmeticTest::lcmStopsAtTheLimit_data() {
    Index const prime = (Index{1} << 61) - 1;
    QTest::addColumn<Index>("a");
    QTest::addColumn<Index>("b");
    QTest::addColumn<Index>("limit");
    QTest::addColumn<Index>("expected");
    QTest::newRow("below the limit") << Index{4} << Index{6} << Index{100} << Index{12};
    QTest::newRow("at the limit") << Index{4} << Index{6} << Index{12} << Index{12};
    QTest::newRow("cut") << Index{4} << Index{6} << Index{11} << Index{11};
    QTest::newRow("one divides the other") << Index{5} << Index{35} << Index{100} << Index{35};
    QTest::newRow("does not fit 64 bits") << prime << prime - 1 << largest << largest;
}

void ArithmeticTest::lcmStopsAtTheLimit() {
    QFETCH(Index, a);
    QFETCH(Index, b);
    QFETCH(Index, limit);
    QTEST(lcm_up_to(a, b, limit), "expected");
}

TEST_CLASS(ArithmeticTest)
#include "arithmetic_test.moc"
