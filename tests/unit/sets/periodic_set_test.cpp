// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PeriodicSet on the papers' examples and at the edges of the integers.
#include "libcore/sets/periodic_set.hpp"

#include <QTest>

using namespace tessera;

class PeriodicSetTest : public QObject {
    Q_OBJECT

  private slots:
    void cyclicWithPartialLastBlock();
    void emptySet();
    void runsMergeAcrossThePeriod();
};

namespace {
/// cyclic(block) of [0, extent) over `processors`: what coordinate `q` owns.
PeriodicSet cyclic(Index extent, Index block, Index processors, Index q) {
    return PeriodicSet::periodic(0, block * processors, {{q * block, (q + 1) * block}}, {0, extent});
}
} // namespace

void PeriodicSetTest::cyclicWithPartialLastBlock() {
    // PITFALLS Fig. 6: 32 elements, cyclic(3) over 4.
    auto const set = cyclic(32, 3, 4, 2);
    QCOMPARE(set.count(), 8);
    QVERIFY((set.falls() == std::vector<Falls>{{6, 8, 12, 2}, {30, 31, 2, 1}}));
    QVERIFY(set.contains(31) && !set.contains(32) && !set.contains(29));
    QCOMPARE(set.element(6), 30);
    QCOMPARE(set.position(18), 3);
}

void PeriodicSetTest::emptySet() {
    PeriodicSet const set;
    QVERIFY(set.empty() && set.falls().empty() && !set.contains(0) && !set.run_from(-5));
    QCOMPARE(set.count_below(7), 0);
    QVERIFY(set == PeriodicSet::interval({3, 3}));
    QVERIFY(set.complement({2, 4}) == PeriodicSet::interval({2, 4}));
}

void PeriodicSetTest::runsMergeAcrossThePeriod() {
    auto const set = PeriodicSet::periodic(0, 10, {{0, 2}, {8, 10}}, {0, 40});
    QVERIFY((*set.run_from(3) == Run{8, 12}));
    QVERIFY((set.falls() == std::vector<Falls>{{0, 1, 2, 1}, {8, 11, 10, 3}, {38, 39, 2, 1}}));
}

QTEST_APPLESS_MAIN(PeriodicSetTest)
#include "periodic_set_test.moc"
