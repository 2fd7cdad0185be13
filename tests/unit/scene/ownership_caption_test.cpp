// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the words around pictures of ownership.
#include "libcore/scene/ownership/ownership_caption.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_mappings.hpp"

using namespace tessera;

class OwnershipCaptionTest : public QObject {
    Q_OBJECT

  private slots:
    void axes_are_named();
    void cells_of_several_elements_say_so();
    void blocks_of_cells_are_written_as_sections();
    void sections_keep_their_steps();
    void lines_of_a_vector_are_counted_through();
};

void OwnershipCaptionTest::axes_are_named() {
    Mapping const cube = sample_mapping({4, 6, 8}, {DistFormat::block(), {}, {}}, {2});
    OwnershipView view = OwnershipView::of(cube.array());
    view.fixed = {0, 0, 2};
    QCOMPARE(axes_caption(OwnershipGrid(cube, view, {})), "A(i,j,3): i downwards, j to the right");
    Mapping const c_array = sample_mapping({4, 6, 8}, {DistFormat::block(), {}, {}}, {2}, StorageOrder::C);
    QCOMPARE(axes_caption(OwnershipGrid(c_array, OwnershipView::of(c_array.array()), {})),
             "A[0][i][j]: i downwards, j to the right");
    Mapping const vector = sample_mapping({30}, {DistFormat::block()}, {2});
    OwnershipView const line = OwnershipView::of(vector.array());
    QCOMPARE(axes_caption(OwnershipGrid(vector, line, {})), "A(i): i to the right");
    QCOMPARE(axes_caption(OwnershipGrid(vector, line, {1, 1, 10})), "A(i): i to the right, line by line");
}

void OwnershipCaptionTest::cells_of_several_elements_say_so() {
    Mapping const mapping = sample_mapping({40, 40}, {DistFormat::block(), {}}, {2});
    OwnershipView const view = OwnershipView::of(mapping.array());
    QCOMPARE(cell_size_caption(OwnershipGrid(mapping, view, {})), "");
    QCOMPARE(cell_size_caption(OwnershipGrid(mapping, view, {4, 1, 0})), "each cell is 4 x 1 elements");
    Mapping const vector = sample_mapping({40}, {DistFormat::block()}, {2});
    QCOMPARE(cell_size_caption(OwnershipGrid(vector, OwnershipView::of(vector.array()), {1, 5, 0})), "each cell is 5 elements");
}

void OwnershipCaptionTest::blocks_of_cells_are_written_as_sections() {
    Mapping const fortran = sample_mapping({10, 10}, {DistFormat::block(), {}}, {2});
    OwnershipGrid const grid(fortran, OwnershipView::of(fortran.array()), {4, 1, 0});
    QCOMPARE(cells_caption(grid, 0, 1, 2, 2), "A(1:8,3)");
    QCOMPARE(cells_caption(grid, 2, 2, 0, 9), "A(9:10,1:10)"); // the last cell has two rows only
    Mapping const c_array = sample_mapping({10, 10}, {DistFormat::block(), {}}, {2}, StorageOrder::C);
    QCOMPARE(cells_caption(OwnershipGrid(c_array, OwnershipView::of(c_array.array()), {4, 1, 0}), 0, 1, 2, 2), "A[0:8][2]");
}

void OwnershipCaptionTest::sections_keep_their_steps() {
    Mapping const mapping = sample_mapping({20, 9}, {DistFormat::block(), {}}, {2});
    OwnershipView view = OwnershipView::of(mapping.array());
    view.rows = {1, 3, 6};     // rows 2, 5, ..., 17
    view.columns = {8, -2, 5}; // columns 9, 7, ..., 1
    OwnershipGrid const grid(mapping, view, {2, 1, 0});
    QCOMPARE(cells_caption(grid, 1, 2, 1, 3), "A(8:17:3,7:3:-2)");
    Mapping const c_array = sample_mapping({20, 9}, {DistFormat::block(), {}}, {2}, StorageOrder::C);
    QCOMPARE(cells_caption(OwnershipGrid(c_array, view, {2, 1, 0}), 1, 2, 1, 3), "A[7:17:3][6:1:-2]"); // half-open both ways
}

void OwnershipCaptionTest::lines_of_a_vector_are_counted_through() {
    Mapping const vector = sample_mapping({100}, {DistFormat::block()}, {2});
    OwnershipGrid const grid(vector, OwnershipView::of(vector.array()), {1, 2, 10});
    QCOMPARE(cells_caption(grid, 2, 2, 3, 4), "A(47:50)");
}

TEST_CLASS(OwnershipCaptionTest)
#include "ownership_caption_test.moc"
