// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the grid behind ownership pictures.
#include "libcore/scene/ownership/ownership_grid.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_mappings.hpp"

using namespace tessera;

using Purity = AxisCell::Purity;

class OwnershipGridTest : public QObject {
    Q_OBJECT

  private slots:
    void every_cell_of_a_small_array_is_one_element();
    void labels_count_in_the_bounds_of_the_user();
    void neighbours_with_the_same_owner_are_known();
    void large_arrays_are_aggregated_honestly();
    void cost_does_not_depend_on_the_array();
    void several_mappings_share_a_plan();
    void long_vectors_are_wrapped();
    void lines_hold_whole_blocks();
    void sections_may_run_backwards();
    void other_dimensions_are_fixed();
    void copies_are_all_named();
    void one_rank_alone_leaves_the_others_blank();
    void empty_arrays_have_no_cells();
};

void OwnershipGridTest::every_cell_of_a_small_array_is_one_element() {
    Mapping const mapping = triangle_mapping();
    OwnershipGrid const grid(mapping, OwnershipView::of(mapping.array()), {});
    QCOMPARE(grid.rows(), 30);
    QCOMPARE(grid.columns(), 30);
    QVERIFY(!grid.is_aggregated() && !grid.has_mixed_cells() && !grid.is_wrapped());
    for (int row = 0; row < 30; ++row)
        for (int column = 0; column < 30; ++column) {
            auto const cell = grid.cell(row, column);
            QVERIFY(cell.has_value());
            QCOMPARE(cell->purity, Purity::Single);
            auto const owners = mapping.owners(Extents{row, column});
            QCOMPARE(cell->ranks, std::vector<Rank>{owners.front().rank});
        }
    QCOMPARE(grid.ranks_shown().size(), std::size_t(8));
}

void OwnershipGridTest::labels_count_in_the_bounds_of_the_user() {
    Mapping const mapping = triangle_mapping();
    OwnershipGrid const grid(mapping, OwnershipView::of(mapping.array()), {});
    QCOMPARE(grid.row_index(0), Index{1});
    QCOMPARE(grid.column_index(29), Index{30});
    Mapping const c_array = sample_mapping({6, 4}, {DistFormat::block(), {}}, {2}, StorageOrder::C);
    OwnershipGrid const c_grid(c_array, OwnershipView::of(c_array.array()), {});
    QCOMPARE(c_grid.row_index(5), Index{5});
}

void OwnershipGridTest::neighbours_with_the_same_owner_are_known() {
    Mapping const mapping = sample_mapping({6, 6}, {DistFormat::block(3), DistFormat::cyclic(2)}, {2, 2});
    OwnershipGrid const grid(mapping, OwnershipView::of(mapping.array()), {});
    std::vector<bool> rows;
    std::vector<bool> columns;
    for (int i = 0; i < 6; ++i) {
        rows.push_back(grid.same_as_next_row(i));
        columns.push_back(grid.same_as_next_column(i));
    }
    QCOMPARE(rows, (std::vector<bool>{true, true, false, true, true, false}));
    QCOMPARE(columns, (std::vector<bool>{true, false, true, false, true, false}));

    // Two cells that are mostly one rank's do not look alike: each has its own cross.
    Mapping const mixed = sample_mapping({6, 1}, {DistFormat::indirect({0, 0, 1, 0, 0, 1}), {}}, {2});
    OwnershipGrid const aggregated(mixed, OwnershipView::of(mixed.array()), {3, 1, 0});
    QCOMPARE(aggregated.cell(0, 0), aggregated.cell(1, 0));
    QVERIFY(!aggregated.same_as_next_row(0));
}

void OwnershipGridTest::large_arrays_are_aggregated_honestly() {
    // Blocks of 36 and 24 in cells of 20: four fifths of the second cell are the first rank's.
    Mapping const mapping = sample_mapping({60, 60}, {DistFormat::gen_block({36, 24}), {}}, {2});
    OwnershipGrid const grid(mapping, OwnershipView::of(mapping.array()), {20, 20, 0});
    QCOMPARE(grid.row_cell_size(), Index{20});
    QCOMPARE(grid.cell(0, 0)->purity, Purity::Single);
    QCOMPARE(grid.cell(1, 0)->purity, Purity::Mostly);
    QCOMPARE(grid.cell(1, 0)->share, 0.8);
    QCOMPARE(grid.cell(1, 0)->ranks, std::vector<Rank>{0});
    QCOMPARE(grid.cell(2, 2)->ranks, std::vector<Rank>{1});
    QVERIFY(grid.has_mixed_cells());

    // Shares multiply: 7/8 of the rows and 7/8 of the columns are 49/64; 3/4 and 3/4 are less than two thirds.
    auto const corner = [](Index first) {
        DistFormat const format = DistFormat::gen_block({first, 8 - first});
        Mapping const square = sample_mapping({8, 8}, {format, format}, {2, 2});
        return OwnershipGrid(square, OwnershipView::of(square.array()), {8, 8, 0}).cell(0, 0).value();
    };
    QCOMPARE(corner(1).purity, Purity::Mostly);
    QCOMPARE(corner(1).share, 49.0 / 64);
    QCOMPARE(corner(1).ranks, std::vector<Rank>{3});
    QCOMPARE(corner(2).purity, Purity::Several);
    QVERIFY(corner(2).ranks.empty());
}

void OwnershipGridTest::cost_does_not_depend_on_the_array() {
    Index const huge = Index{1} << 30;
    Mapping const mapping = sample_mapping({huge, huge}, {DistFormat::block(), DistFormat::cyclic(7)}, {1000, 1000});
    OwnershipView const view = OwnershipView::of(mapping.array());
    OwnershipGrid const grid(mapping, view, plan_cells({&mapping}, view, {}));
    QVERIFY(grid.rows() <= 64 && grid.columns() <= 64);
    QCOMPARE(grid.cell(0, 0)->purity, Purity::Several);
}

void OwnershipGridTest::several_mappings_share_a_plan() {
    Mapping const rows = sample_mapping({720, 90}, {DistFormat::block(), {}}, {4});
    Mapping const tiles = sample_mapping({720, 90}, {DistFormat::cyclic(36), DistFormat::block()}, {2, 2});
    auto const plan = plan_cells({&rows, &tiles}, OwnershipView::of(rows.array()), {.rows = 45, .columns = 30});
    QCOMPARE(plan, (CellPlan{18, 5, 0})); // cuts neither the blocks of 180 and 36 rows nor that of 45 columns
}

void OwnershipGridTest::long_vectors_are_wrapped() {
    Mapping const mapping = sample_mapping({26}, {DistFormat::cyclic(3)}, {4});
    OwnershipView const view = OwnershipView::of(mapping.array());
    OwnershipGrid const grid(mapping, view, plan_cells({&mapping}, view, {.rows = 9, .columns = 12}));
    QVERIFY(grid.is_wrapped());
    QCOMPARE(grid.columns(), 12); // a whole period
    QCOMPARE(grid.rows(), 3);
    QCOMPARE(grid.row_index(2), Index{25});
    for (int i = 0; i < 26; ++i) QCOMPARE(grid.cell(i / 12, i % 12)->ranks, std::vector<Rank>{(i / 3) % 4});
    QVERIFY(!grid.cell(2, 2).has_value());
    OwnershipGrid const one_line(mapping, view, plan_cells({&mapping}, view, {.rows = 9, .columns = 26}));
    QVERIFY(!one_line.is_wrapped());
    QCOMPARE(one_line.rows(), 1);
}

/// No block continues on the next line, if a line can hold whole blocks of both mappings.
void OwnershipGridTest::lines_hold_whole_blocks() {
    Mapping const pairs = sample_mapping({48}, {DistFormat::cyclic(2)}, {4});
    OwnershipView const view = OwnershipView::of(pairs.array());
    auto const line = [&](DistFormat const& format) {
        Mapping const other = sample_mapping({48}, {format}, {4});
        return plan_cells({&pairs, &other}, view, {.rows = 32, .columns = 32}).line;
    };
    QCOMPARE(line(DistFormat::cyclic(4)), Index{32});
    QCOMPARE(line(DistFormat::cyclic(6)), Index{24});
    QCOMPARE(line(DistFormat::block()), Index{24});
    QCOMPARE(line(DistFormat::cyclic(7)), Index{30}); // no line holds whole periods of both: a round number
}

void OwnershipGridTest::sections_may_run_backwards() {
    Mapping const mapping = sample_mapping({10}, {DistFormat::block()}, {5});
    OwnershipView view = OwnershipView::of(mapping.array());
    view.columns = {9, -3, 4}; // indices 10, 7, 4, 1
    OwnershipGrid const grid(mapping, view, {});
    QCOMPARE(grid.columns(), 4);
    QCOMPARE(grid.column_index(1), Index{7});
    QCOMPARE(grid.cell(0, 0)->ranks, std::vector<Rank>{4});
    QCOMPARE(grid.cell(0, 3)->ranks, std::vector<Rank>{0});
}

void OwnershipGridTest::other_dimensions_are_fixed() {
    Mapping const mapping = sample_mapping({4, 4, 4}, {DistFormat::block(), DistFormat::block(), DistFormat::block()}, {2, 2, 2});
    OwnershipView view = OwnershipView::of(mapping.array());
    QCOMPARE(*view.row_dim, 0);
    view.fixed = {0, 0, 3};
    OwnershipGrid const grid(mapping, view, {});
    QCOMPARE(grid.cell(0, 0)->ranks, std::vector<Rank>{1});
    QCOMPARE(grid.cell(3, 3)->ranks, std::vector<Rank>{7});
    Mapping const c_array = sample_mapping({4, 4, 4}, {DistFormat::block(), {}, {}}, {2}, StorageOrder::C);
    QCOMPARE(*OwnershipView::of(c_array.array()).row_dim, 1); // the last two of a C array
}

void OwnershipGridTest::copies_are_all_named() {
    Mapping const mapping = replicated_mapping();
    OwnershipGrid const grid(mapping, OwnershipView::of(mapping.array()), {});
    QCOMPARE(grid.cell(0, 0)->ranks, (std::vector<Rank>{0, 1, 2}));
    QCOMPARE(grid.cell(0, 7)->ranks, (std::vector<Rank>{3, 4, 5}));
    QCOMPARE(grid.ranks_shown().size(), std::size_t(6));
}

void OwnershipGridTest::one_rank_alone_leaves_the_others_blank() {
    Mapping const mapping = replicated_mapping();
    OwnershipView view = OwnershipView::of(mapping.array());
    view.only = 4;
    OwnershipGrid const grid(mapping, view, {});
    QVERIFY(grid.cell(0, 0)->blank);
    QVERIFY(!grid.cell(0, 7)->blank);
    QCOMPARE(grid.cell(0, 7)->ranks, std::vector<Rank>{4});
    QCOMPARE(grid.ranks_shown().size(), std::size_t(1));
    view.only = 99; // takes no part
    QVERIFY(OwnershipGrid(mapping, view, {}).cell(0, 7)->blank);
}

void OwnershipGridTest::empty_arrays_have_no_cells() {
    Mapping const mapping = sample_mapping({0, 5}, {DistFormat::block(), {}}, {2});
    OwnershipGrid const grid(mapping, OwnershipView::of(mapping.array()), {});
    QCOMPARE(grid.rows(), 0);
    QCOMPARE(grid.columns(), 5);
}

TEST_CLASS(OwnershipGridTest)
#include "ownership_grid_test.moc"
