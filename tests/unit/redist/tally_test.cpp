// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a tally sorts, merges and forgets.
#include "libcore/redist/detail/tally.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;
using detail::Tally;

class TallyTest : public QObject {
    Q_OBJECT

  private slots:
    void sortsAndMerges();
    void mergesWhileItGrows();
};

void TallyTest::sortsAndMerges() {
    Tally tally;
    tally.add(5, 2);
    tally.add(1, 0);
    tally.add(3, 4);
    tally.add(5, 1);
    QVERIFY((tally.take() == std::vector<DimTransfer::Entry>{{3, 4}, {5, 3}}));
    QVERIFY(tally.take().empty());
}

void TallyTest::mergesWhileItGrows() {
    Tally tally;
    for (Index i = 0; i < 1000; ++i) tally.add(i % 100, 1);
    auto const entries = tally.take();
    QCOMPARE(entries.size(), std::size_t{100});
    for (auto const& entry : entries) QCOMPARE(entry.count, Index{10});
}

TEST_CLASS(TallyTest)
#include "tally_test.moc"
