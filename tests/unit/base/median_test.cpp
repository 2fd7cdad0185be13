// SPDX-License-Identifier: BSD-3-Clause
// Tessera: medians of odd and even numbers of values, and of none.
#include "libcore/base/median.hpp"
#include "libcore/base/require.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class MedianTest : public QObject {
    Q_OBJECT

  private slots:
    void it_is_the_value_in_the_middle();
    void no_value_has_no_median();
};

void MedianTest::it_is_the_value_in_the_middle() {
    QCOMPARE(median_of({7}), 7.0);
    QCOMPARE(median_of({3, 1, 2}), 2.0);
    QCOMPARE(median_of({9, 1, 5, 3}), 5.0);
    QCOMPARE(median_of({4, 4, 1, 8, 8}), 4.0);
}

void MedianTest::no_value_has_no_median() {
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(median_of({})));
}

TEST_CLASS(MedianTest)
#include "median_test.moc"
