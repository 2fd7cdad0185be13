// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PITFALLS of the paper's 32-element distributions and its Fig. 12.
#include "libcore/sets/pitfalls.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

namespace {
using TaggedList = std::vector<TaggedPitfalls>;
} // namespace

class PitfallsTest : public QObject {
    Q_OBJECT

  private slots:
    void regularDistributions_data();
    void regularDistributions();
    void coordinateTwoOfFigure6();
    void pairsOfFigure12();
    void hugeExtent();
};

void PitfallsTest::regularDistributions_data() {
    QTest::addColumn<Index>("extent");
    QTest::addColumn<Index>("block");
    QTest::addColumn<Index>("processors");
    QTest::addColumn<TaggedList>("families");
    QTest::newRow("block") << Index{32} << Index{8} << Index{4} << TaggedList{{0, {0, 7, 8, 1, 8, 4}}};
    QTest::newRow("cyclic") << Index{32} << Index{1} << Index{4} << TaggedList{{0, {0, 0, 4, 8, 1, 4}}};
    QTest::newRow("cyclic(2)") << Index{32} << Index{2} << Index{4} << TaggedList{{0, {0, 1, 8, 4, 2, 4}}};
    QTest::newRow("cyclic(3): three families")
        << Index{32} << Index{3} << Index{4}
        << TaggedList{{0, {0, 2, 12, 3, 3, 2}}, {2, {6, 8, 12, 2, 3, 2}}, {2, {30, 31, 2, 1, 3, 1}}};
    QTest::newRow("block(10): the last owns less")
        << Index{32} << Index{10} << Index{4} << TaggedList{{0, {0, 9, 10, 1, 10, 3}}, {3, {30, 31, 2, 1, 10, 1}}};
    QTest::newRow("more processors than elements") << Index{3} << Index{1} << Index{8} << TaggedList{{0, {0, 0, 1, 1, 1, 3}}};
    QTest::newRow("less than a block") << Index{3} << Index{5} << Index{2} << TaggedList{{0, {0, 2, 3, 1, 5, 1}}};
    QTest::newRow("one processor") << Index{10} << Index{4} << Index{1}
                                   << TaggedList{{0, {0, 3, 4, 2, 4, 1}}, {0, {8, 9, 2, 1, 4, 1}}};
    QTest::newRow("nothing") << Index{0} << Index{5} << Index{2} << TaggedList{};
}

void PitfallsTest::regularDistributions() {
    QFETCH(Index, extent);
    QFETCH(Index, block);
    QFETCH(Index, processors);
    QFETCH(TaggedList, families);
    QVERIFY(pitfalls_of_cyclic(extent, block, processors) == families);
}

void PitfallsTest::coordinateTwoOfFigure6() {
    std::vector<Falls> owned;
    for (auto const& [first, family] : pitfalls_of_cyclic(32, 3, 4))
        if (first <= 2 && 2 < first + family.p) owned.push_back(family.member(2 - first));
    QVERIFY((owned == std::vector<Falls>{{6, 8, 12, 2}, {30, 31, 2, 1}}));
}

void PitfallsTest::pairsOfFigure12() {
    // 32 elements, block over 4 to cyclic(2) over 8: each sender has 8 elements, so four blocks of 2, for four receivers.
    auto const block = pitfalls_of_cyclic(32, 8, 4), cyclic = pitfalls_of_cyclic(32, 2, 8);
    auto const transfers = intersect(block.front().family, cyclic.front().family);
    QCOMPARE(transfers.size(), 16u);
    for (PitfallsTransfer const& transfer : transfers) {
        QCOMPARE(transfer.target / 4, transfer.source % 2); // 0 never sends to 5
        Index const first = 8 * transfer.source + 2 * (transfer.target % 4);
        QVERIFY((transfer.sets == std::vector<Falls>{{first, first + 1, 2, 1}}));
    }
}

void PitfallsTest::hugeExtent() {
    Index const extent = (Index{1} << 62) - 1;
    auto const families = pitfalls_of_cyclic(extent, Index{1} << 40, Index{1} << 30);
    // The cycle, 2^70 elements, is never complete.
    QVERIFY((families == TaggedList{{0, {0, (Index{1} << 40) - 1, Index{1} << 40, 1, Index{1} << 40, (Index{1} << 22) - 1}},
                                    {(Index{1} << 22) - 1,
                                     {extent - (Index{1} << 40) + 1, extent - 1, (Index{1} << 40) - 1, 1, Index{1} << 40, 1}}}));
}

TEST_CLASS(PitfallsTest)
#include "pitfalls_test.moc"
