// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of cutting a dimension into cells, against a walk over every index.
#include "libcore/scene/ownership/axis_cells.hpp"
#include "tests/suite/qt_suite.hpp"

#include <map>

using namespace tessera;

using Purity = AxisCell::Purity;

class AxisCellsTest : public QObject {
    Q_OBJECT

  private slots:
    void cell_sizes_are_sufficient_and_round();
    void cell_sizes_respect_changes_of_owner();
    void cells_agree_with_a_walk_over_every_index_data();
    void cells_agree_with_a_walk_over_every_index();
    void cells_that_change_owner_too_often_are_not_counted();
    void an_empty_dimension_has_no_cells();
};

void AxisCellsTest::cell_sizes_are_sufficient_and_round() {
    auto const size = [](Index extent, Index most) { return choose_cell_size({DimMapping::whole(extent)}, most); };
    QCOMPARE(size(30, 64), Index{1});
    QCOMPARE(size(64, 64), Index{1});
    QCOMPARE(size(65, 64), Index{2});
    QCOMPARE(size(1000, 64), Index{20}); // 16 would do, but 20 is rounder
    QCOMPARE(size(0, 64), Index{1});
    for (Index extent = 1; extent < 3000; ++extent) {
        Index const least = (extent + 36) / 37;
        QVERIFY(size(extent, 37) >= least && size(extent, 37) <= 2 * least);
    }
}

void AxisCellsTest::cell_sizes_respect_changes_of_owner() {
    auto const blocks = [](Index block) { return DimMapping::distributed(DistFormat::cyclic(block), 720, 4).value(); };
    QCOMPARE(choose_cell_size({blocks(180)}, 45), Index{20});
    QCOMPARE(choose_cell_size({blocks(27)}, 45), Index{27});              // rounder sizes would cut blocks
    QCOMPARE(choose_cell_size({blocks(180), blocks(36)}, 45), Index{18}); // fits both
}

void AxisCellsTest::cells_agree_with_a_walk_over_every_index_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("block");
    QTest::addColumn<int>("extent");
    QTest::addColumn<int>("cell");
    for (int extent : {1, 7, 60, 61})
        for (int cell : {1, 2, 5, 8})
            for (int block : {1, 2, 3, 7}) {
                QTest::addRow("cyclic(%d) of %d in cells of %d", block, extent, cell) << 0 << block << extent << cell;
                QTest::addRow("block of %d in cells of %d, %d coordinates", extent, cell, block) << 1 << block << extent << cell;
            }
}

void AxisCellsTest::cells_agree_with_a_walk_over_every_index() {
    QFETCH(int, kind);
    QFETCH(int, block);
    QFETCH(int, extent);
    QFETCH(int, cell);
    auto const mapping = kind == 0 ? DimMapping::distributed(DistFormat::cyclic(block), extent, 3).value()
                                   : DimMapping::distributed(DistFormat::block(), extent, block).value();
    auto const axis = cut_into_cells(mapping, cell);
    QCOMPARE(std::ssize(axis.cells), (extent + cell - 1) / cell);
    for (AxisCell const& each : axis.cells) {
        std::map<Index, Index> counts;
        for (Index i = each.indices.begin; i < each.indices.end; ++i) ++counts[mapping.owner(i)];
        Index most = 0;
        for (auto const& [owner, count] : counts) most = std::max(most, count);
        double const share = static_cast<double>(most) / static_cast<double>(each.indices.size());
        QCOMPARE(each.share, share);
        QCOMPARE(each.purity, counts.size() == 1 ? Purity::Single : share >= mostly_share ? Purity::Mostly : Purity::Several);
        QCOMPARE(counts[each.coord], most);
    }
}

void AxisCellsTest::cells_that_change_owner_too_often_are_not_counted() {
    Index const extent = Index{1} << 50;
    auto const mapping = DimMapping::distributed(DistFormat::cyclic(), extent, 2).value();
    auto const axis = cut_into_cells(mapping, extent / 8);
    QCOMPARE(axis.cells.size(), std::size_t(8));
    for (AxisCell const& cell : axis.cells) QCOMPARE(cell.purity, Purity::Several);
}

void AxisCellsTest::an_empty_dimension_has_no_cells() {
    QVERIFY(cut_into_cells(DimMapping::whole(0), 1).cells.empty());
}

TEST_CLASS(AxisCellsTest)
#include "axis_cells_test.moc"
