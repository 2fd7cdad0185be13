// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the switch of pC*'s Fig. 5.5.
#include "libcore/comm/index/merge_switch.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class MergeSwitchTest : public QObject {
    Q_OBJECT

  private slots:
    void looksWhereItPays();
    void triesAgainAfterSomePackets();
    void oneBadPacketAfterGoodOnesIsForgiven();
};

namespace {

/// A packet of 100 values, of which so many hit.
void fill(MergeSwitch& merging, int hits) {
    for (int i = 0; i < 100; ++i)
        if (merging.looks()) i < hits ? merging.hit() : merging.miss();
    merging.packet_full();
}

} // namespace

void MergeSwitchTest::looksWhereItPays() {
    for (double const threshold : {0.05, 0.45, 0.8}) {
        MergeSwitch above({.threshold = threshold}, 100);
        fill(above, static_cast<int>(threshold * 100) + 3);
        QVERIFY(above.looks());
        MergeSwitch below({.threshold = threshold}, 100);
        fill(below, static_cast<int>(threshold * 100) - 3);
        QVERIFY(!below.looks());
    }
}

void MergeSwitchTest::triesAgainAfterSomePackets() {
    MergeSwitch merging({.threshold = 0.45, .skipped = 50}, 100);
    fill(merging, 0);
    for (int packet = 0; packet < 49; ++packet) fill(merging, 100);
    QVERIFY(!merging.looks());
    fill(merging, 100);
    QVERIFY(merging.looks());
}

void MergeSwitchTest::oneBadPacketAfterGoodOnesIsForgiven() {
    MergeSwitch merging({.threshold = 0.45, .most = 2}, 100);
    fill(merging, 100);
    fill(merging, 0);
    QVERIFY(merging.looks()); // what a packet may make up for
    fill(merging, 0);
    QVERIFY(!merging.looks());
}

TEST_CLASS(MergeSwitchTest)
#include "merge_switch_test.moc"
