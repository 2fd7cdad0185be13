// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies between arrays, legal and not.
#include "libcore/mapping/copy_map.hpp"
#include "tests/suite/qt_suite.hpp"

#include <limits>
#include <string>
#include <utility>

using namespace tessera;

class CopyMapTest : public QObject {
    Q_OBJECT

  private slots:
    void identity();
    void sections();
    void transposition();
    void scalarSubscripts();
    void reshapes_data();
    void reshapes();
    void reshapesInOrder();
    void reshapeErrors();
    void errors_data();
    void errors();
};

void CopyMapTest::identity() {
    auto const map = CopyMap::identity(Extents{3, 0, 5});
    QVERIFY((map.extents() == Extents{3, 0, 5}));
    QVERIFY(map.axes[2].source == CopySide({2, 0, 1}) && map.axes[2].source == map.axes[2].target);
    QVERIFY(map.validate(Extents{3, 0, 5}, Extents{3, 0, 5}));
    QVERIFY(map.validate(Extents{4, 7, 5}, Extents{3, 1, 9})); // a corner of larger arrays
}

void CopyMapTest::sections() {
    std::vector<CopyMap::Range> const ranges{{1, 3, 4}, {9, -2, 5}};
    auto const map = CopyMap::section(ranges);
    QVERIFY((map.extents() == Extents{4, 5}));
    QVERIFY(map.validate(Extents{11, 10}, Extents{11, 10}));
    QVERIFY(!map.validate(Extents{10, 10}, Extents{11, 10})); // 1 + 3*3 = 10
    QVERIFY(!map.validate(Extents{11, 10}, Extents{11, 9}));  // starts at 9
}

void CopyMapTest::transposition() {
    // B(j,i) = A(i,j)
    CopyMap const map{{{4, CopySide{0, 0, 1}, CopySide{1, 0, 1}}, {6, CopySide{1, 0, 1}, CopySide{0, 0, 1}}}};
    QVERIFY(map.validate(Extents{4, 6}, Extents{6, 4}));
    QVERIFY(!map.validate(Extents{6, 4}, Extents{6, 4}));
}

void CopyMapTest::scalarSubscripts() {
    // B(i) = A(i,3)
    CopyMap const map{{{4, CopySide{0, 0, 1}, CopySide{0, 0, 1}}, {1, CopySide{1, 2, 1}, std::nullopt}}};
    QVERIFY(map.validate(Extents{4, 3}, Extents{4}));
}

namespace {

ArraySpec shaped(Extents extents, StorageOrder order = StorageOrder::Fortran) {
    ArraySpec array;
    array.extents = std::move(extents);
    array.lower.assign(array.extents.size(), order == StorageOrder::C ? 0 : 1);
    array.order = order;
    return array;
}

} // namespace

void CopyMapTest::reshapes_data() {
    QTest::addColumn<Extents>("source");
    QTest::addColumn<Extents>("target");
    QTest::addColumn<DimGroups>("sourceGroups");
    QTest::addColumn<DimGroups>("targetGroups");
    QTest::newRow("a split") << Extents{64, 128} << Extents{64, 8, 16} << DimGroups{1, 1} << DimGroups{1, 2};
    QTest::newRow("a merge") << Extents{8, 16, 5} << Extents{128, 5} << DimGroups{2, 1} << DimGroups{1, 1};
    QTest::newRow("no common border") << Extents{4, 6} << Extents{6, 4} << DimGroups{2} << DimGroups{2};
    QTest::newRow("a border inside") << Extents{4, 6, 7, 2} << Extents{3, 8, 2, 7} << DimGroups{2, 2} << DimGroups{2, 2};
    QTest::newRow("ones in front") << Extents{1, 1, 6} << Extents{6} << DimGroups{3} << DimGroups{1};
    QTest::newRow("ones behind") << Extents{6} << Extents{2, 3, 1, 1} << DimGroups{1} << DimGroups{4};
    QTest::newRow("one element") << Extents{1} << Extents{1, 1} << DimGroups{1} << DimGroups{2};
    QTest::newRow("no elements") << Extents{0, 5} << Extents{3, 2, 0} << DimGroups{2} << DimGroups{3};
}

void CopyMapTest::reshapes() {
    QFETCH(Extents, source);
    QFETCH(Extents, target);
    QFETCH(DimGroups, sourceGroups);
    QFETCH(DimGroups, targetGroups);
    auto const map = CopyMap::reshape(shaped(source), shaped(target)).value();
    QVERIFY(map.reshapes());
    QCOMPARE(map.source_groups, sourceGroups);
    QCOMPARE(map.target_groups, targetGroups);
    QVERIFY(map.validate(source, target));
    QCOMPARE(map.extents(), grouped_extents(target, targetGroups));
}

/// Groups begin at the fastest dimension of each array: the first in Fortran's order, the last in C's.
void CopyMapTest::reshapesInOrder() {
    auto const in_c = CopyMap::reshape(shaped({5, 8, 16}, StorageOrder::C), shaped({5, 128}, StorageOrder::C)).value();
    QCOMPARE(in_c.source_groups, (DimGroups{1, 2}));
    auto const across = CopyMap::reshape(shaped({128, 5}), shaped({5, 8, 16}, StorageOrder::C)).value();
    QCOMPARE(across.target_groups, (DimGroups{1, 2}));
    QCOMPARE(across.axes[0], (CopyAxis{5, CopySide{1, 0, 1}, CopySide{0, 0, 1}}));
    QCOMPARE(across.axes[1], (CopyAxis{128, CopySide{0, 0, 1}, CopySide{1, 0, 1}}));
}

void CopyMapTest::reshapeErrors() {
    auto const other = CopyMap::reshape(shaped({4, 6}), shaped({5, 5}));
    QCOMPARE(other.error().message, std::string("A has 25 elements, but A has 24; a reshape needs the same number"));
    Index const large = Index{1} << 40;
    QCOMPARE(CopyMap::reshape(shaped({large, large}), shaped({large, large})).error().message,
             std::string("A has too many elements for a reshape"));
    CopyMap map = CopyMap::identity(Extents{24});
    map.source_groups = {2};
    map.target_groups = {1};
    QVERIFY(map.validate(Extents{4, 6}, Extents{24}));
    QCOMPARE(map.validate(Extents{4, 3, 2}, Extents{24}).error().message,
             std::string("the groups of the source do not add up to its 3 dimensions"));
}

Q_DECLARE_METATYPE(tessera::CopyMap)

void CopyMapTest::errors_data() {
    QTest::addColumn<CopyMap>("map");
    auto const add = [](char const* message, std::vector<CopyAxis> axes) { QTest::newRow(message) << CopyMap{std::move(axes)}; };
    CopySide const first{0, 0, 1};
    CopySide const second{1, 0, 1};
    add("dimension 1 of the source is named twice", {{4, first, first}, {4, first, second}});
    add("dimension 2 of the target is never named", {{4, first, first}, {1, second, std::nullopt}});
    add("dimension 3 of the target does not exist; it has 2 dimensions", {{4, first, first}, {4, second, CopySide{2, 0, 1}}});
    add("dimension 0 of the source does not exist; it has 2 dimensions", {{4, first, first}, {4, CopySide{-1, 0, 1}, second}});
    add("dimension 2 of the source: the step is 0", {{4, first, first}, {4, CopySide{1, 0, 0}, second}});
    add("dimension 2 of the target: index -1 (counted from 0) lies outside its 4 indices",
        {{4, first, first}, {4, second, CopySide{1, 2, -1}}});
    add("dimension 2 of the target: index 5 (counted from 0) lies outside its 4 indices",
        {{4, first, first}, {4, second, CopySide{1, 2, 1}}});
    add("dimension 2 of the target: index beyond 64 bits (counted from 0) lies outside its 4 indices",
        {{4, first, first}, {4, second, CopySide{1, 2, std::numeric_limits<Index>::max()}}});
    add("an axis of 4 indices names no dimension of the source; only one index can do so",
        {{4, first, first}, {4, std::nullopt, second}});
    add("an axis of 0 indices names no dimension of the target; only one index can do so",
        {{4, first, first}, {0, second, std::nullopt}}); // a sum of nothing
    add("an axis of the copy has -1 indices; it must have 0 or more", {{4, first, first}, {-1, second, second}});
}

void CopyMapTest::errors() {
    QFETCH(CopyMap, map);
    auto const ok = map.validate(Extents{4, 4}, Extents{4, 4});
    QVERIFY(!ok);
    QCOMPARE(ok.error().message.c_str(), QTest::currentDataTag());
}

TEST_CLASS(CopyMapTest)
#include "copy_map_test.moc"
