// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of small pictures of who owns what.
#include "libcore/scene/detail/owner_cells.hpp"

#include "libcore/scene/palette.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_mappings.hpp"

#include <algorithm>
#include <cmath>

using namespace tessera;

class OwnerCellsTest : public QObject {
    Q_OBJECT

  private slots:
    void many_blocks_keep_their_colours();
    void all_owners_are_seen();
    void the_square_is_filled_data();
    void the_square_is_filled();
};

namespace {

Scene picture_of(Mapping const& mapping) {
    Scene scene;
    detail::add_owner_cells(scene, mapping, {10, 20, 96, 8});
    return scene;
}

bool has_color(Scene const& scene, Color color) {
    return std::ranges::find(scene.rects, color, &SceneRect::fill) != scene.rects.end();
}

} // namespace

/// Sixteen blocks in a picture of eight cells were grey.
void OwnerCellsTest::many_blocks_keep_their_colours() {
    Scene const scene = picture_of(sample_mapping({512, 512}, {DistFormat::block(), {}}, {16}));
    for (Rank rank = 0; rank < 16; ++rank) QVERIFY(has_color(scene, rank_color(rank)));
    QVERIFY(!has_color(scene, neutral));
}

/// A(8) on P(2,3), three copies: who holds the first half was told by its first copy.
void OwnerCellsTest::all_owners_are_seen() {
    Scene const scene = picture_of(replicated_mapping());
    for (Rank rank = 0; rank < 6; ++rank) QVERIFY(has_color(scene, rank_color(rank)));
    QVERIFY(std::ranges::any_of(scene.rects, [](SceneRect const& rect) { return rect.tooltip == "ranks 0, 1, 2"; }));
}

void OwnerCellsTest::the_square_is_filled_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("block"); // cyclic in both
    QTest::newRow("an element each") << 5 << 8 << 1;
    QTest::newRow("pixels of several owners") << 100 << 37 << 3;
    QTest::newRow("large blocks") << 96 << 96 << 24;
}

void OwnerCellsTest::the_square_is_filled() {
    QFETCH(int, rows);
    QFETCH(int, columns);
    QFETCH(int, block);
    Scene const scene = picture_of(sample_mapping({rows, columns}, {DistFormat::cyclic(block), DistFormat::cyclic(block)}, {2, 3}));
    double area = 0;
    for (SceneRect const& rect : scene.rects) {
        QVERIFY(rect.x >= 10 - 1e-9 && rect.y >= 20 - 1e-9);
        QVERIFY(rect.x + rect.width <= 106 + 1e-9 && rect.y + rect.height <= 116 + 1e-9);
        area += rect.width * rect.height;
    }
    QVERIFY(std::abs(area - 96 * 96) < 1e-6);
}

TEST_CLASS(OwnerCellsTest)
#include "owner_cells_test.moc"
