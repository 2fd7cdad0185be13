// SPDX-License-Identifier: BSD-3-Clause
// Tessera: FALLS intersections on the PITFALLS paper's examples and at the edges.
#include "libcore/sets/falls.hpp"
#include "tests/property/falls_oracle.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;
using namespace tessera::oracle;

namespace {
using List = std::vector<Falls>;
constexpr Index huge = Index{1} << 61;
} // namespace

class FallsTest : public QObject {
    Q_OBJECT

  private slots:
    void blocks();
    void periodOfOneBlock();
    void periodOfSeveralBlocks();
    void pairsInFrontOfTheFirstHit();
    void emptyAndSingleBlocks();
    void columnsOfFigure17();
    void hugeStrides();
};

void FallsTest::blocks() {
    Falls const falls{6, 8, 12, 2};
    QCOMPARE(falls.length(), 3);
    QCOMPARE(falls.count(), 6);
    QVERIFY((falls.block(1) == Run{18, 21}));
}

void FallsTest::periodOfOneBlock() {
    // Fig. 8: period 8, m1 = m2 = 1; 16 pairs, four of which meet.
    Falls const a{0, 3, 8, 4}, b{2, 3, 8, 4};
    QVERIFY((intersect_every_pair(a, b) == List{{2, 3, 2, 1}, {10, 11, 2, 1}, {18, 19, 2, 1}, {26, 27, 2, 1}}));
    QVERIFY((intersect_by_period(a, b) == List{{2, 3, 8, 4}}));
    QVERIFY((intersect_pruned(a, b) == List{{2, 3, 8, 4}}));
}

void FallsTest::periodOfSeveralBlocks() {
    // Fig. 10: m1 = 1, m2 = 4, and one pair of each period meets.
    Falls const a{0, 3, 16, 2}, b{2, 3, 4, 8};
    QVERIFY((intersect_pruned(a, b) == List{{2, 3, 16, 2}}));
    QVERIFY((intersect_pruned(b, a) == List{{2, 3, 16, 2}}));
    QVERIFY((intersect_by_period(a, b) == List{{2, 3, 16, 2}}));
}

void FallsTest::pairsInFrontOfTheFirstHit() {
    // m1 = 3, m2 = 2. Block 0 of b first meets block 2 of a, whose class begins there; block 1 meets block 3 of a, one period
    // behind its block 0, which has no partner. The printed windows lose such classes.
    Falls const a{0, 0, 2, 12}, b{3, 4, 3, 8};
    List const expected{{4, 4, 6, 4}, {6, 6, 6, 3}};
    QVERIFY(intersect_by_period(a, b) == expected);
    QVERIFY(intersect_pruned(a, b) == expected);
    QCOMPARE(intersect_every_pair(a, b).size(), 7u);
}

void FallsTest::emptyAndSingleBlocks() {
    Falls const none{}, line{5, 40, 1, 1}, family{0, 1, 10, 5};
    QVERIFY(intersect_pruned(none, family).empty() && intersect_by_period(family, none).empty());
    QVERIFY(!intersects(none, family) && !intersects(family, none));
    List const expected{{10, 11, 2, 1}, {20, 21, 2, 1}, {30, 31, 2, 1}, {40, 40, 1, 1}};
    QVERIFY(intersect_pruned(line, family) == expected);
    QVERIFY(intersect_by_period(family, line) == expected);
    QVERIFY(intersects(line, family) && intersects(family, line));
    QVERIFY((!intersects({2, 9, 1, 1}, family) && !intersects(family, {42, 99, 1, 1})));
}

void FallsTest::columnsOfFigure17() {
    // Processor 1 of the cyclic source dimension, coordinate 1 of the cyclic(4) target dimension, 32 columns.
    QVERIFY((intersect_pruned({1, 1, 2, 16}, {4, 7, 8, 4}) == List{{5, 5, 8, 4}, {7, 7, 8, 4}}));
}

void FallsTest::hugeStrides() {
    // The period, lcm(2^61, 2^61 - 1), fits no 64-bit integer; nothing repeats before it, so nothing needs it.
    Falls const a{0, 9, huge, 2}, b{1, 4, huge - 1, 2};
    List const expected{{1, 4, 4, 1}, {huge, huge + 3, 4, 1}};
    QVERIFY(intersect_every_pair(a, b) == expected);
    QVERIFY(intersect_pruned(a, b) == expected);
    QVERIFY(intersects(a, b));
    // Multiples of 2^30 and of 2^30 - 1 first meet at their product, the last block of both; no walk could find it.
    Index const many = Index{1} << 30;
    Falls const even{0, 0, many, many}, odd{many - 1, many - 1, many - 1, many};
    QVERIFY(intersects(even, odd) && intersects(odd, even));
    QVERIFY((!intersects({0, 0, many, many - 1}, odd) && !intersects({1, 1, many, many - 1}, {2, 2, many, many})));
}

TEST_CLASS(FallsTest)
#include "falls_test.moc"
