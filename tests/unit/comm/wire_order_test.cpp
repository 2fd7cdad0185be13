// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the samples that say whether merging pays.
#include "libcore/comm/index/wire_order.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class WireOrderTest : public QObject {
    Q_OBJECT

  private slots:
    void no_element_twice();
    void repetitions_far_apart();
    void repetitions_side_by_side();
    void short_lists_are_counted();
};

namespace {

/// Element `of(i)` for every value i.
template <class Of>
double share(Index values, Of const& of) {
    std::vector<Index> indices;
    for (Index i = 0; i < values; ++i) indices.push_back(of(i));
    return repeated_share(indices);
}

} // namespace

void WireOrderTest::no_element_twice() {
    QCOMPARE(share(640'000, [](Index i) { return i; }), 0.0);
    QCOMPARE(share(640'000, [](Index i) { return i * 7 % 640'000; }), 0.0);
    QCOMPARE(share(0, [](Index i) { return i; }), 0.0);
}

void WireOrderTest::repetitions_far_apart() {
    // Every row asks for the same elements, each once: there is no repetition within a row, which is longer than a sample.
    QVERIFY(share(640'000, [](Index i) { return i % 20'000; }) > 0.2);
    QVERIFY(share(2'560'000, [](Index i) { return i % 40'000; }) > 0.1);
    QVERIFY(share(1 << 20, [](Index i) { return i % (1 << 15); }) > 0.1); // the period of a power of two
}

void WireOrderTest::repetitions_side_by_side() {
    QVERIFY(share(2'000'000, [](Index i) { return i / 2; }) >= 0.5);
}

void WireOrderTest::short_lists_are_counted() {
    QCOMPARE(share(100, [](Index i) { return i % 25; }), 0.75);
}

TEST_CLASS(WireOrderTest)
#include "wire_order_test.moc"
