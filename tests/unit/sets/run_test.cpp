// SPDX-License-Identifier: BSD-3-Clause
// Tessera: half-open runs.
#include "libcore/sets/run.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class RunTest : public QObject {
    Q_OBJECT

  private slots:
    void sizes();
    void intersections();
};

void RunTest::sizes() {
    QCOMPARE((Run{-3, 4}.size()), 7);
    QCOMPARE((Run{4, -3}.size()), 0);
    QVERIFY((Run{5, 5}.empty() && Run{6, 5}.empty() && !Run{5, 6}.empty()));
    QVERIFY((Run{5, 7}.contains(5) && !Run{5, 7}.contains(7)));
}

void RunTest::intersections() {
    QVERIFY((intersection(Run{0, 10}, Run{4, 20}) == Run{4, 10}));
    QVERIFY(intersection(Run{0, 4}, Run{4, 9}).empty());
    QVERIFY(intersection(Run{0, 4}, Run{7, 9}).empty());
}

TEST_CLASS(RunTest)
#include "run_test.moc"
