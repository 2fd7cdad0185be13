// SPDX-License-Identifier: BSD-3-Clause
// Tessera: DimTransfer on the papers' examples and on extents nobody can walk.
#include "libcore/redist/dim_transfer.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class DimTransferTest : public QObject {
    Q_OBJECT

  private slots:
    void pitfallsFigure12();
    void cyclicToBlockOfATrillion();
    void blockToCyclicOfATrillion();
    void coprimeCyclicFormats();
    void wholeSides();
    void emptyExtent();
};

namespace {

using Entries = std::vector<DimTransfer::Entry>;

DimMapping mapped(DistFormat const& format, Index extent, Index coords) {
    return DimMapping::distributed(format, extent, coords).value();
}

Index sum(Entries const& entries) {
    Index total = 0;
    for (auto const& entry : entries) total += entry.count;
    return total;
}

} // namespace

void DimTransferTest::pitfallsFigure12() {
    DimTransfer const factor(mapped(DistFormat::block(), 32, 4), mapped(DistFormat::cyclic(2), 32, 8));
    QVERIFY((factor.row(0) == Entries{{0, 2}, {1, 2}, {2, 2}, {3, 2}})); // and so never 5
    QVERIFY((factor.row(3) == Entries{{4, 2}, {5, 2}, {6, 2}, {7, 2}}));
    QVERIFY((factor.column(5) == Entries{{1, 2}, {3, 2}}));
    QVERIFY(factor.set(0, 5).empty());
    QVERIFY((factor.set(3, 5) == PeriodicSet::interval({26, 28})));
}

void DimTransferTest::cyclicToBlockOfATrillion() {
    Index const extent = 1'000'000'000'000;
    DimTransfer const factor(mapped(DistFormat::cyclic(3), extent, 1000), mapped(DistFormat::block(), extent, 1000));
    auto const row = factor.row(0);
    QCOMPARE(std::ssize(row), 1000);
    // 333,333 whole periods of 3000 in a block of 10^9, and the rest of 1000 begins with the three of coordinate 0.
    QVERIFY((row.front() == DimTransfer::Entry{0, 1'000'002}));
    QCOMPARE(sum(row), factor.source().count(0));
}

void DimTransferTest::blockToCyclicOfATrillion() {
    Index const extent = 1'000'000'000'000;
    DimTransfer const factor(mapped(DistFormat::block(), extent, 1000), mapped(DistFormat::cyclic(3), extent, 1000));
    auto const row = factor.row(0);
    QCOMPARE(std::ssize(row), 1000);
    QVERIFY((row.front() == DimTransfer::Entry{0, 1'000'002}));
    QVERIFY((row[333] == DimTransfer::Entry{333, 1'000'000})); // its three begin at 999 of the last 1000
    QVERIFY((row[334] == DimTransfer::Entry{334, 999'999}));
    QCOMPARE(sum(row), Index{1'000'000'000});
    QCOMPARE(factor.column(7).size(), std::size_t{1000});
}

void DimTransferTest::coprimeCyclicFormats() {
    // cyclic(3) on 5 and cyclic(4) on 4 meet again after lcm(15, 16) = 240: each pair shares 3*4 of every 240.
    Index const extent = 240'000'000'000;
    DimTransfer const factor(mapped(DistFormat::cyclic(3), extent, 5), mapped(DistFormat::cyclic(4), extent, 4));
    for (Index s = 0; s < 5; ++s) {
        auto const row = factor.row(s);
        QCOMPARE(row.size(), std::size_t{4});
        for (auto const& entry : row) QCOMPARE(entry.count, Index{12'000'000'000});
    }
}

void DimTransferTest::wholeSides() {
    Index const extent = 1'000'000'000'000;
    DimTransfer const gather(mapped(DistFormat::cyclic(), extent, 3), DimMapping::whole(extent));
    QVERIFY((gather.row(0) == Entries{{0, 333'333'333'334}}));
    QVERIFY((gather.column(0) == Entries{{0, 333'333'333'334}, {1, 333'333'333'333}, {2, 333'333'333'333}}));
}

void DimTransferTest::emptyExtent() {
    DimTransfer const factor(mapped(DistFormat::block(), 0, 4), mapped(DistFormat::cyclic(2), 0, 8));
    QVERIFY(factor.row(3).empty() && factor.column(7).empty() && factor.set(0, 0).empty());
}

TEST_CLASS(DimTransferTest)
#include "dim_transfer_test.moc"
