// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies between arrays, legal and not.
#include "libcore/mapping/copy_map.hpp"
#include "tests/suite/qt_suite.hpp"

#include <limits>

using namespace tessera;

class CopyMapTest : public QObject {
    Q_OBJECT

  private slots:
    void identity();
    void sections();
    void transposition();
    void scalarSubscripts();
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
