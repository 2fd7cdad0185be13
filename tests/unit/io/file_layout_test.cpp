// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays in files, and sections of them.
#include "libcore/io/file_layout.hpp"
#include "libcore/io/file_run_walk.hpp"
#include "libcore/io/file_section.hpp"
#include "tests/suite/qt_suite.hpp"

#include <array>

using namespace tessera;

namespace {

PeriodicSet triplet_from_0(Index first, Index last, Index step = 1) {
    return PeriodicSet::interval({0, (last - first) / step + 1}).affine_image(step, first);
}

/// Fortran order, in one piece behind a header of 128 bytes.
FileLayout matrix_behind_header(Index rows, Index columns) {
    return *FileLayout::make({{rows, columns}, {0, 1}, {rows, columns}}, 4, 128);
}

std::vector<Run> runs(FileSection const& section) {
    std::vector<Run> all;
    for (FileRunWalk walk(section); !walk.done(); walk.next()) all.push_back(walk.run());
    return all;
}

} // namespace

class FileLayoutTest : public QObject {
    Q_OBJECT

  private slots:
    void onePiece();
    void chunks();
    void table();
    void scalarsAndNothing();
    void mistakes();
    void hugeFiles();
    void runsJoinWhereColumnsAreWhole();
};

void FileLayoutTest::onePiece() {
    FileLayout const layout = matrix_behind_header(4, 3);
    QCOMPARE(layout.positions(), Index{12});
    QCOMPARE(*layout.position(std::array<Index, 2>{1, 2}), Index{9});
    QCOMPARE(layout.byte(9), Index{164});
    QCOMPARE(layout.slab_positions(), Index{4});
    QVERIFY((layout.bytes({0, 12}) == Run{128, 176}));
    QVERIFY((layout.positions_in({130, 137}) == Run{1, 3}));
    std::vector<std::vector<Run>> boxes;
    layout.for_each_box({2, 11}, [&](FileBox const& box) { boxes.push_back(box.ranges); });
    QVERIFY((boxes == std::vector<std::vector<Run>>{{{2, 4}, {0, 1}}, {{0, 4}, {1, 2}}, {{0, 3}, {2, 3}}}));
}

void FileLayoutTest::chunks() {
    // A 5 x 4 C array in chunks of 2 x 3: three by two chunks, the last column of chunks with 2 x 2 of padding.
    FileLayout const layout = *FileLayout::make({{5, 4}, {1, 0}, {2, 3}}, 8, 1000);
    QCOMPARE(layout.positions(), Index{36});
    QCOMPARE(*layout.position(std::array<Index, 2>{3, 3}), Index{3 * 6 + 3});
    QVERIFY(!layout.index(7).has_value());
    QVERIFY((*layout.index(9) == Extents{1, 3}));
    QCOMPARE(layout.slab_positions(), Index{12});
    QVERIFY((layout.chunk_in(5) == Extents{2, 1}));
}

void FileLayoutTest::table() {
    FileLayout const layout = *FileLayout::make({{6}, {0}, {2}}, 4, {{Index{64}, std::nullopt, Index{40}}});
    QCOMPARE(layout.positions(), Index{4}); // of the two chunks that are stored
    QCOMPARE(*layout.position(std::array<Index, 1>{4}), Index{0});
    QVERIFY(!layout.position(std::array<Index, 1>{2}).has_value());
    QCOMPARE(layout.byte(3), Index{68});
    QCOMPARE(layout.gapless_end(0), Index{2});
    QVERIFY((runs(FileSection(layout)) == std::vector<Run>{{0, 2}, {2, 4}}));
    QCOMPARE(FileSection(layout).missing(), Index{2});
}

void FileLayoutTest::scalarsAndNothing() {
    FileLayout const scalar = *FileLayout::make({{}, {}, {}}, 8, 16);
    QCOMPARE(scalar.positions(), Index{1});
    QVERIFY((runs(FileSection(scalar)) == std::vector<Run>{{0, 1}}));
    FileLayout const nothing = *FileLayout::make({{3, 0}, {0, 1}, {3, 1}}, 8, 16);
    QCOMPARE(nothing.positions(), Index{0});
    QVERIFY(runs(FileSection(nothing)).empty());
}

void FileLayoutTest::mistakes() {
    QVERIFY(!FileLayout::make({{Index{1} << 40, Index{1} << 22}, {0, 1}, {Index{1} << 40, Index{1} << 22}}, 8));
    QVERIFY(!FileLayout::make({{4}, {0}, {4}}, 8, -1));
    auto const overlap = FileLayout::make({{6}, {0}, {2}}, 4, {{Index{64}, Index{0}, Index{68}}});
    QVERIFY(!overlap);
    QCOMPARE(overlap.error().message,
             std::string("chunk 2 begins at byte 68, but the first free byte is 72: chunks may not overlap"));
}

void FileLayoutTest::hugeFiles() {
    Index const n = Index{1} << 30;
    FileSection const section(*FileLayout::make({{n, n}, {0, 1}, {1 << 20, 1 << 10}}, 2),
                              BoxSet({triplet_from_0(0, n - 1, 2), triplet_from_0(5, n - 1, 3)}));
    QCOMPARE(section.count(), n / 2 * ((n - 6) / 3 + 1));
    QCOMPARE(section.run_count(), section.count());
    Index const middle = section.count() / 2;
    QCOMPARE(section.count_below(section.element(middle)), middle);
}

void FileLayoutTest::runsJoinWhereColumnsAreWhole() {
    FileLayout const layout = matrix_behind_header(4096, 4096);
    QCOMPARE(FileSection(layout).run_count(), Index{1});
    QCOMPARE(FileSection(layout, BoxSet({triplet_from_0(0, 4095), triplet_from_0(3, 9)})).run_count(), Index{1});
    QCOMPARE(FileSection(layout, BoxSet({triplet_from_0(0, 99), triplet_from_0(0, 99)})).run_count(), Index{100});
    QCOMPARE(FileSection(layout, BoxSet({triplet_from_0(0, 4095, 2), triplet_from_0(0, 99)})).run_count(), Index{204800});
    // The end of a column and the begin of the next one touch.
    auto const ends = PeriodicSet::of_runs({{0, 1}, {4095, 4096}});
    QCOMPARE(FileSection(layout, BoxSet({ends, triplet_from_0(0, 9)})).run_count(), Index{11});
}

TEST_CLASS(FileLayoutTest)
#include "file_layout_test.moc"
