// SPDX-License-Identifier: BSD-3-Clause
// Tessera: DimMapping on the papers' tables, at the edges of the integers, and on what HPF forbids.
#include "libcore/mapping/dim_mapping.hpp"

#include "libcore/base/arithmetic.hpp"
#include "tests/suite/qt_suite.hpp"

#include <limits>
#include <map>

using namespace tessera;

class DimMappingTest : public QObject {
    Q_OBJECT

  private slots:
    void thakurTables();
    void thakurTable31Block();
    void thakurTable31Cyclic();
    void blockOwnsOneSegmentEach();
    void evenBlocks_data();
    void evenBlocks();
    void evenOnBillionCoordinates();
    void genBlockWithEmptyBlocks();
    void indirect();
    void whole();
    void emptyDimension();
    void oneOwnerHasOneSegment();
    void preimageReducesTheStride();
    void preimageOfOneIndex();
    void countsThroughAnAlignment();
    void hugeExtents();
    void millionCoordinates();
    void equality();
    void errors_data();
    void errors();
};

namespace {

DimMapping make(DistFormat const& format, Index extent, Index coords) {
    auto const dim = DimMapping::distributed(format, extent, coords);
    if (!dim) qFatal("%s", dim.error().message.c_str());
    return *dim;
}

/// What a coordinate owns, counted from 1 as the thesis does.
std::vector<Index> row(DimMapping const& dim, Index coord) {
    std::vector<Index> result;
    auto const owned = dim.owned(coord);
    for (Index k = 0; k < owned.count(); ++k) result.push_back(owned.element(k) + 1);
    return result;
}

using Row = std::vector<Index>;

// Thakur, section 3.2: ceiling division and ceiling remainder.
Index cd(Index j, Index k) {
    return (j + k - 1) / k;
}
Index cr(Index j, Index k) {
    return j - k * cd(j, k);
}

/// The three conversions of Table 3.1 for global index g, all but the processor counted from 1.
struct Conversion {
    Index processor = 0;
    Index local = 0;
    Index global = 0; // from processor and local
};

bool agrees(DimMapping const& dim, Index g, Conversion expected) {
    auto const owned = dim.owned(expected.processor);
    return dim.owner(g - 1) == expected.processor && expected.global == g && owned.position(g - 1) + 1 == expected.local &&
           owned.element(expected.local - 1) + 1 == g;
}

} // namespace

void DimMappingTest::thakurTables() {
    auto const block = make(DistFormat::block(), 26, 4);
    QCOMPARE(row(block, 0), (Row{1, 2, 3, 4, 5, 6, 7}));
    QCOMPARE(row(block, 1), (Row{8, 9, 10, 11, 12, 13, 14}));
    QCOMPARE(row(block, 2), (Row{15, 16, 17, 18, 19, 20, 21}));
    QCOMPARE(row(block, 3), (Row{22, 23, 24, 25, 26}));
    auto const cyclic = make(DistFormat::cyclic(), 26, 4);
    QCOMPARE(row(cyclic, 0), (Row{1, 5, 9, 13, 17, 21, 25}));
    QCOMPARE(row(cyclic, 1), (Row{2, 6, 10, 14, 18, 22, 26}));
    QCOMPARE(row(cyclic, 2), (Row{3, 7, 11, 15, 19, 23}));
    QCOMPARE(row(cyclic, 3), (Row{4, 8, 12, 16, 20, 24}));
    auto const cyclic3 = make(DistFormat::cyclic(3), 26, 4);
    QCOMPARE(row(cyclic3, 0), (Row{1, 2, 3, 13, 14, 15, 25, 26}));
    QCOMPARE(row(cyclic3, 1), (Row{4, 5, 6, 16, 17, 18}));
    QCOMPARE(row(cyclic3, 2), (Row{7, 8, 9, 19, 20, 21}));
    QCOMPARE(row(cyclic3, 3), (Row{10, 11, 12, 22, 23, 24}));
}

void DimMappingTest::thakurTable31Block() {
    for (Index n = 1; n <= 40; ++n)
        for (Index p = 1; p <= 9; ++p)
            for (Index m = cd(n, p); m <= cd(n, p) + 3; ++m) {
                auto const dim = make(DistFormat::block(m), n, p);
                for (Index g = 1; g <= n; ++g) {
                    Index const processor = cd(g, m) - 1;
                    Index const local = m + cr(g, m);
                    QVERIFY(agrees(dim, g, {processor, local, local + m * processor}));
                }
            }
}

void DimMappingTest::thakurTable31Cyclic() {
    for (Index n = 1; n <= 40; ++n)
        for (Index p = 1; p <= 9; ++p)
            for (Index m = 1; m <= 8; ++m) {
                auto const dim = make(DistFormat::cyclic(m), n, p);
                for (Index g = 1; g <= n; ++g) {
                    Index const processor = (cd(g, m) - 1) % p;
                    // The cycle term is ((g-1)/(mP))*m; the printed (g/(mP))*m is wrong at the end of each cycle.
                    Index const local = (g - 1) % m + 1 + (g - 1) / (m * p) * m;
                    Index const global = (local - 1) % m + 1 + (p * ((local - 1) / m) + processor) * m;
                    QVERIFY(agrees(dim, g, {processor, local, global}));
                    // The table's own column for CYCLIC.
                    if (m == 1) QVERIFY(agrees(dim, g, {(g - 1) % p, (g - 1) / p + 1, ((g - 1) / p) * p + processor + 1}));
                }
            }
}

void DimMappingTest::blockOwnsOneSegmentEach() {
    auto const dim = make(DistFormat::block(), 10, 8); // block(2): three coordinates are left without
    QCOMPARE(dim.period(), 10);
    QCOMPARE(dim.segments_per_period(), 5);
    QCOMPARE(dim.count(4), 2);
    QCOMPARE(dim.count(5), 0);
    QVERIFY(dim.owned(7).empty());
    QVERIFY((dim.segment_at(7).run == Run{6, 8}));
}

/// PETSc's PetscSplitOwnership, its mirror image, and the borders floor(c*n/P).
void DimMappingTest::evenBlocks_data() {
    QTest::addColumn<int>("extent");
    QTest::addColumn<QList<int>>("first");
    QTest::addColumn<QList<int>>("last");
    QTest::addColumn<QList<int>>("floor");
    QTest::newRow("10 on 4") << 10 << QList{3, 3, 2, 2} << QList{2, 2, 3, 3} << QList{2, 3, 2, 3};
    QTest::newRow("11 on 4") << 11 << QList{3, 3, 3, 2} << QList{2, 3, 3, 3} << QList{2, 3, 3, 3};
    QTest::newRow("12 on 4") << 12 << QList{3, 3, 3, 3} << QList{3, 3, 3, 3} << QList{3, 3, 3, 3};
    QTest::newRow("5 on 3") << 5 << QList{2, 2, 1} << QList{1, 2, 2} << QList{1, 2, 2};
    QTest::newRow("3 on 5: more processors than indices")
        << 3 << QList{1, 1, 1, 0, 0} << QList{0, 0, 1, 1, 1} << QList{0, 1, 0, 1, 1};
    QTest::newRow("5 on 1") << 5 << QList{5} << QList{5} << QList{5};
    QTest::newRow("nothing on 2") << 0 << QList{0, 0} << QList{0, 0} << QList{0, 0};
}

void DimMappingTest::evenBlocks() {
    QFETCH(int, extent);
    QFETCH(QList<int>, first);
    QFETCH(QList<int>, last);
    QFETCH(QList<int>, floor);
    auto const blocks = [&](QList<int> const& sizes) {
        return make(DistFormat::gen_block({sizes.begin(), sizes.end()}), extent, sizes.size());
    };
    auto const even = [&](std::optional<EvenRule> rule) { return make(DistFormat::even(rule), extent, first.size()); };
    QVERIFY(even(std::nullopt) == blocks(first));
    QVERIFY(even(EvenRule::First) == blocks(first));
    QVERIFY(even(EvenRule::Last) == blocks(last));
    QVERIFY(even(EvenRule::Floor) == blocks(floor));
}

/// No list of blocks is made: 10^9 coordinates would not fit the memory.
void DimMappingTest::evenOnBillionCoordinates() {
    Index const coords = 1'000'000'000;
    Index const extent = 4'000'000'000'000'000'007;
    for (EvenRule const rule : {EvenRule::First, EvenRule::Last, EvenRule::Floor}) {
        auto const dim = make(DistFormat::even(rule), extent, coords);
        QCOMPARE(dim.segments_per_period(), coords);
        for (Index const coord : {Index{0}, Index{6}, Index{7}, coords / 2, coords - 8, coords - 1}) {
            QVERIFY(dim.count(coord) == 4'000'000'000 || dim.count(coord) == 4'000'000'001);
            QVERIFY(dim.owned(coord).is_interval());
            Run const own = dim.owned(coord).bounds();
            QVERIFY(dim.owner(own.begin) == coord && dim.owner(own.end - 1) == coord);
            QVERIFY(own.end == extent || dim.owner(own.end) == coord + 1);
        }
    }
    QCOMPARE(make(DistFormat::even(EvenRule::First), extent, coords).count(6), 4'000'000'001);
    QCOMPARE(make(DistFormat::even(EvenRule::First), extent, coords).count(7), 4'000'000'000);
    QCOMPARE(make(DistFormat::even(EvenRule::Last), extent, coords).count(coords - 8), 4'000'000'000);
    QCOMPARE(make(DistFormat::even(EvenRule::Last), extent, coords).count(coords - 7), 4'000'000'001);
    QCOMPARE(make(DistFormat::even(EvenRule::Floor), extent, coords).count(coords - 1), 4'000'000'001);
}

void DimMappingTest::genBlockWithEmptyBlocks() {
    auto const dim = make(DistFormat::gen_block({0, 3, 0, 4, 0}), 7, 5);
    QCOMPARE(row(dim, 1), (Row{1, 2, 3}));
    QCOMPARE(row(dim, 3), (Row{4, 5, 6, 7}));
    for (Index const c : {0, 2, 4}) QCOMPARE(dim.count(c), 0);
    QCOMPARE(dim.segments_per_period(), 2);
}

void DimMappingTest::indirect() {
    auto const dim = make(DistFormat::indirect({2, 2, 0, 2, 0, 0, 0}), 7, 4);
    QCOMPARE(row(dim, 0), (Row{3, 5, 6, 7}));
    QCOMPARE(row(dim, 2), (Row{1, 2, 4}));
    QCOMPARE(dim.segments_per_period(), 4);
    QCOMPARE(dim.count(1), 0);
    QCOMPARE(dim.count(2), 3);
}

void DimMappingTest::whole() {
    auto const dim = DimMapping::whole(9);
    QCOMPARE(dim.coords(), 1);
    QCOMPARE(dim.owner(8), 0);
    QCOMPARE(dim.count(0), 9);
    QVERIFY((dim.owned(0) == PeriodicSet::interval({0, 9})));
    QVERIFY((dim.segment_at(4).run == Run{0, 9}));
}

void DimMappingTest::emptyDimension() {
    for (auto const& format : {DistFormat::block(), DistFormat::block(3), DistFormat::cyclic(), DistFormat::cyclic(3),
                               DistFormat::gen_block({0, 0}), DistFormat::indirect({})}) {
        auto const dim = make(format, 0, 2);
        QCOMPARE(dim.segments_per_period(), 0);
        QCOMPARE(dim.period(), 1);
        QVERIFY(dim.owned(1).empty() && dim.count(1) == 0);
        QVERIFY(dim == dim.preimage(5, 2, 0));
    }
    QCOMPARE(DimMapping::whole(0).count(0), 0);
}

void DimMappingTest::oneOwnerHasOneSegment() {
    for (auto const& dim : {make(DistFormat::cyclic(3), 100, 1), make(DistFormat::cyclic(), 100, 5).preimage(3, 10, 9),
                            make(DistFormat::cyclic(), 100, 5).preimage(98, -5, 20)}) {
        QCOMPARE(dim.segments_per_period(), 1);
        QCOMPARE(dim.period(), dim.extent());
        QCOMPARE(dim.owned(dim.owner(0)).count(), dim.extent());
    }
}

void DimMappingTest::preimageReducesTheStride() {
    Index const extent = 1'000'000'000'000'000'000;
    auto const dim = make(DistFormat::cyclic(4), extent, 3); // period 12
    Index const stride = 12'000'000'000 - 1;                 // like -1
    auto const strided = dim.preimage(5, stride, 80'000'000);
    QCOMPARE(strided.period(), 12);
    QCOMPARE(strided.segments_per_period(), 4); // 1,0,2,1: the first and the last would join across the period
    QCOMPARE(strided.owner(0), 1);
    QCOMPARE(strided.owner(2), 0);
    QCOMPARE(strided.owner(6), 2);
    QCOMPARE(strided.count(0) + strided.count(1) + strided.count(2), 80'000'000);
}

void DimMappingTest::preimageOfOneIndex() {
    auto const dim = make(DistFormat::block(), 10, 5);
    for (Index const step : {Index{1}, Index{-7}, std::numeric_limits<Index>::max(), std::numeric_limits<Index>::min()}) {
        auto const one = dim.preimage(9, step, 1);
        QCOMPARE(one.owner(0), 4);
        QCOMPARE(one.period(), 1);
    }
}

void DimMappingTest::countsThroughAnAlignment() {
    // Coelho's rows: the template's blocks of 17 seen through i -> 2*i hold 8, 9, 8 and 5 of 30.
    auto const rows = make(DistFormat::block(), 68, 4).preimage(1, 2, 30);
    QCOMPARE(rows.count(0), 8);
    QCOMPARE(rows.count(3), 5);
    auto const listed = make(DistFormat::gen_block({17, 17, 17, 17}), 68, 4).preimage(1, 2, 30);
    QVERIFY(listed == rows);
    QCOMPARE(listed.count(0), 8);
    QCOMPARE(listed.count(1), 9);
}

void DimMappingTest::hugeExtents() {
    Index const extent = std::numeric_limits<Index>::max();
    auto const block = make(DistFormat::block(), extent, 3);
    QCOMPARE(block.owner(extent - 1), 2);
    QVERIFY((block.segment_at(extent - 1).run == Run{2 * ceil_div(extent, 3), extent}));
    auto const reversed = block.preimage(extent - 1, -1, extent);
    QCOMPARE(reversed.owner(0), 2);
    QCOMPARE(reversed.owner(extent - 1), 0);
    QCOMPARE(reversed.count(0), block.count(0));
    auto const cyclic = make(DistFormat::cyclic(extent / 3), extent, 3); // the period is just short of the extent
    QCOMPARE(cyclic.owner(extent - 1), 0);
    QCOMPARE(cyclic.preimage(extent - 1, -(extent / 2), 3).owner(1), cyclic.owner(extent - 1 - extent / 2));
    QCOMPARE(make(DistFormat::cyclic(extent - 1), extent, 1000).count(1), 1); // m*P does not fit 64 bits
}

void DimMappingTest::millionCoordinates() {
    Index const coords = 1'000'000;
    auto const dim = make(DistFormat::cyclic(3), 1'000'000'000'000'000, coords);
    QCOMPARE(dim.segments_per_period(), coords);
    QCOMPARE(dim.owner(2'999'999), coords - 1);
    QCOMPARE(dim.count(coords - 1), 999'999'999); // 333333333 full cycles of three; the rest of 10^6 ends before
    QCOMPARE(dim.preimage(7, 3'000'000, 300'000'000).segments_per_period(), 1);
}

void DimMappingTest::equality() {
    QVERIFY(make(DistFormat::block(), 12, 4) == make(DistFormat::cyclic(3), 12, 4));
    QVERIFY(make(DistFormat::block(), 12, 4) == make(DistFormat::gen_block({3, 3, 3, 3}), 12, 4));
    QVERIFY(!(make(DistFormat::block(), 12, 4) == make(DistFormat::block(4), 12, 4)));
    QVERIFY(!(make(DistFormat::block(4), 12, 4) == make(DistFormat::block(4), 12, 3)));
    QVERIFY(!(DimMapping::whole(4) == DimMapping::whole(5)));
    // Periods 10^6 and 10^12 over an extent that no walk could compare.
    Index const extent = 4'000'000'000'000'000'000;
    QVERIFY(!(make(DistFormat::cyclic(500'000), extent, 2) == make(DistFormat::cyclic(500'000'000'000), extent, 2)));
}

void DimMappingTest::errors_data() {
    QTest::addColumn<QString>("message");
    QTest::newRow("block too small") << "block(6) on 4 processors covers 24 of 26 indices; use block(7) or larger, or cyclic(6)";
    QTest::newRow("block(0)") << "block(0): the block size must be 1 or more";
    QTest::newRow("cyclic(-2)") << "cyclic(-2): the block size must be 1 or more";
    QTest::newRow("sizes short") << "gen_block: the sizes sum to 25, but the dimension has 26 indices; they must be equal";
    QTest::newRow("sizes long") << "gen_block: the first 3 sizes exceed the 26 indices of the dimension; the sizes must sum to 26";
    QTest::newRow("size negative") << "gen_block: size 2 is -1; sizes must be 0 or more";
    QTest::newRow("sizes missing")
        << "gen_block: the number of sizes is 3, but there are 4 processors; give one size per processor";
    QTest::newRow("owners missing")
        << "indirect: the number of owners is 2, but the dimension has 26 indices; give one owner per index";
    QTest::newRow("owner outside") << "indirect: owner 26 is coordinate 4; coordinates here are 0 to 3, counted from 0";
}

void DimMappingTest::errors() {
    Index const huge = std::numeric_limits<Index>::max();
    std::vector<Index> owners(26, 3);
    owners.back() = 4;
    std::map<QString, DistFormat> const formats{
        {"block too small", DistFormat::block(6)},
        {"block(0)", DistFormat::block(0)},
        {"cyclic(-2)", DistFormat::cyclic(-2)},
        {"sizes short", DistFormat::gen_block({7, 7, 7, 4})},
        {"sizes long", DistFormat::gen_block({7, 7, huge, huge})},
        {"size negative", DistFormat::gen_block({7, -1, 7, 13})},
        {"sizes missing", DistFormat::gen_block({13, 13, 0})},
        {"owners missing", DistFormat::indirect({0, 1})},
        {"owner outside", DistFormat::indirect(owners)},
    };
    QFETCH(QString, message);
    auto const dim = DimMapping::distributed(formats.at(QTest::currentDataTag()), 26, 4);
    QVERIFY(!dim);
    QCOMPARE(QString::fromStdString(dim.error().message), message);
}

TEST_CLASS(DimMappingTest)
#include "dim_mapping_test.moc"
