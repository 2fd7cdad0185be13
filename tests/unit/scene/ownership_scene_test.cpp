// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the layout of ownership pictures.
#include "libcore/scene/ownership/ownership_scene.hpp"

#include "libcore/scene/palette.hpp"
#include "libcore/scene/svg.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_mappings.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

using namespace tessera;

class OwnershipSceneTest : public QObject {
    Q_OBJECT

  private slots:
    void every_element_lies_under_its_rank();
    void neighbouring_cells_of_one_rank_are_one_rectangle();
    void copies_share_a_cell();
    void everything_lies_on_the_paper();
    void the_legend_names_every_rank();
    void large_pictures_stay_small();
    void lines_stand_below_each_other();
    void the_same_job_gives_the_same_bytes();
    void a_thousand_blocks_are_seen();
    void pictures_beside_each_other_are_coloured_alike();
    void several_owners_mix_their_colours();

  private:
    static Scene scene_of(std::vector<Mapping> const& mappings) {
        std::vector<TitledGrid> panels;
        for (Mapping const& mapping : mappings) {
            OwnershipView const view = OwnershipView::of(mapping.array());
            panels.push_back(
                {OwnershipGrid(mapping, view, plan_cells({&mapping}, view, picture_limits(view))), "from", "(block,cyclic)"});
        }
        return ownership_scene("A(30,30)", panels);
    }
    static std::vector<SceneRect> cells_of(Scene const& scene) {
        std::vector<SceneRect> cells;
        std::ranges::copy_if(scene.rects, std::back_inserter(cells),
                             [](SceneRect const& rect) { return std::holds_alternative<CellsTag>(rect.tag); });
        return cells;
    }
};

/// They were a plain grey: the shades go from the first processor to the last, from light to dark.
void OwnershipSceneTest::a_thousand_blocks_are_seen() {
    Scene const scene = scene_of({sample_mapping({1000, 1000}, {DistFormat::block(), {}}, {1000})});
    auto cells = cells_of(scene);
    std::ranges::stable_sort(cells, {}, &SceneRect::y);
    QVERIFY(std::ranges::none_of(cells, [](SceneRect const& cell) { return cell.fill == neutral; }));
    QVERIFY(std::ranges::is_sorted(cells, std::greater(), [](SceneRect const& cell) { return luminance(cell.fill); }));
    QVERIFY(luminance(cells.front().fill) > 0.3 && luminance(cells.back().fill) < 0.05);
    QVERIFY(std::ranges::any_of(scene.texts, [](SceneText const& text) { return text.text == "place of rank 999"; }));
}

/// Alone the one of few owners would show ranks.
void OwnershipSceneTest::pictures_beside_each_other_are_coloured_alike() {
    Mapping const blocks = sample_mapping({960, 960}, {DistFormat::block(), DistFormat::block()}, {8, 8});
    Mapping const cards = sample_mapping({960, 960}, {DistFormat::cyclic(), DistFormat::block()}, {8, 8});
    auto const first = [](Scene const& scene) { return cells_of(scene).front().fill; };
    QVERIFY(first(scene_of({blocks})) == rank_color(0));
    QVERIFY(first(scene_of({blocks, cards})) == place_color(0, 0));
}

/// Two elements to a cell, of two owners.
void OwnershipSceneTest::several_owners_mix_their_colours() {
    Scene const scene = scene_of({sample_mapping({128, 64}, {DistFormat::cyclic(), {}}, {2})});
    Color const mean = blend(rank_color(0), rank_color(1), 0.5);
    for (SceneRect const& cell : cells_of(scene)) {
        QVERIFY(std::abs(cell.fill.red - mean.red) <= 1 && std::abs(cell.fill.green - mean.green) <= 1);
        QVERIFY(cell.tooltip.ends_with("several ranks"));
    }
}

void OwnershipSceneTest::every_element_lies_under_its_rank() {
    Mapping const mapping = triangle_mapping();
    Scene const scene = scene_of({mapping});
    auto const cells = cells_of(scene);
    double left = 1e9;
    double top = 1e9;
    double right = 0;
    for (SceneRect const& cell : cells) {
        left = std::min(left, cell.x);
        top = std::min(top, cell.y);
        right = std::max(right, cell.x + cell.width);
    }
    double const side = (right - left) / 30;
    for (int row = 0; row < 30; ++row)
        for (int column = 0; column < 30; ++column) {
            SceneRect const* const hit = scene.hit(left + side * (column + 0.5), top + side * (row + 0.5));
            QVERIFY(hit != nullptr);
            Rank const owner = mapping.owners(Extents{row, column}).front().rank;
            QCOMPARE(std::get<CellsTag>(hit->tag).rank, Index{owner});
            QVERIFY(hit->fill == rank_color(owner));
            QVERIFY(std::get<CellsTag>(hit->tag).rows.contains(row));
            QVERIFY(std::get<CellsTag>(hit->tag).columns.contains(column));
        }
}

/// So that an index before is above the same index after; matrices stand side by side.
void OwnershipSceneTest::lines_stand_below_each_other() {
    auto const places = [](Extents const& extents, std::vector<DistFormat> const& formats, Extents const& grid) {
        Mapping const mapping = sample_mapping(extents, formats, grid);
        std::vector<std::pair<double, double>> corners(2, {1e9, 1e9}); // of the panels
        for (SceneRect const& cell : cells_of(scene_of({mapping, mapping}))) {
            auto& [x, y] = corners[as_size(std::get<CellsTag>(cell.tag).panel)];
            x = std::min(x, cell.x);
            y = std::min(y, cell.y);
        }
        return corners;
    };
    auto const lines = places({24}, {DistFormat::block()}, {4});
    QCOMPARE(lines[0].first, lines[1].first);
    QVERIFY(lines[0].second < lines[1].second);
    auto const matrices = places({24, 24}, {DistFormat::block(), DistFormat::block()}, {2, 2});
    QCOMPARE(matrices[0].second, matrices[1].second);
    QVERIFY(matrices[0].first < matrices[1].first);
}

void OwnershipSceneTest::neighbouring_cells_of_one_rank_are_one_rectangle() {
    QCOMPARE(cells_of(scene_of({sample_mapping({30, 30}, {DistFormat::block(), DistFormat::block()}, {2, 2})})).size(),
             std::size_t(4));
    auto const triangle = cells_of(scene_of({triangle_mapping()}));
    QCOMPARE(triangle.size(), std::size_t(4 * 6)); // four blocks of rows, six blocks of five columns
    QCOMPARE(triangle.front().tooltip, "A(1:8,1:5): rank 0");
}

void OwnershipSceneTest::copies_share_a_cell() {
    // A vector: two blocks, each with a line for each of its three copies.
    auto const lines = cells_of(scene_of({replicated_mapping()}));
    QCOMPARE(lines.size(), std::size_t(2 * (1 + 3)));
    QCOMPARE(std::get<CellsTag>(lines[2].tag).rank, Index{1});
    QCOMPARE(lines[2].tooltip, "A(1:4): ranks 0, 1, 2");
    QVERIFY(lines[2].x == lines[1].x && lines[2].y == lines[1].y + lines[1].height);

    // A matrix: every cell of its own, the copies side by side.
    MappingSpec spec = replicated_mapping().spec();
    spec.array.lower = {1, 1};
    spec.array.extents = {8, 5};
    auto const cells = cells_of(scene_of({Mapping::make(spec).value()}));
    QCOMPARE(cells.size(), std::size_t(8 * 5 * (1 + 3)));
    QCOMPARE(cells[2].tooltip, "A(1,1): ranks 0, 1, 2");
    QVERIFY(cells[2].y == cells[1].y && cells[2].x == cells[1].x + cells[1].width);
}

void OwnershipSceneTest::everything_lies_on_the_paper() {
    Mapping const wide = sample_mapping({16, 400}, {DistFormat::cyclic(), DistFormat::block()}, {4, 8});
    Mapping const long_vector = sample_mapping({1000}, {DistFormat::cyclic(3)}, {50});
    for (Scene const& scene :
         {scene_of({triangle_mapping(), triangle_mapping()}), scene_of({wide, wide, wide}), scene_of({long_vector}),
          scene_of({replicated_mapping()}), scene_of({sample_mapping({0, 5}, {DistFormat::block(), {}}, {2})})}) {
        for (SceneRect const& rect : scene.rects) {
            QVERIFY(rect.x >= 0 && rect.y >= 0);
            QVERIFY(rect.x + rect.width <= scene.width && rect.y + rect.height <= scene.height);
        }
        for (SceneText const& text : scene.texts) QVERIFY(text.x >= 0 && text.x <= scene.width && text.y <= scene.height);
        QVERIFY(scene.width < 1300);
    }
}

void OwnershipSceneTest::the_legend_names_every_rank() {
    Scene const scene = scene_of({triangle_mapping()});
    std::set<Index> ranks;
    for (SceneRect const& rect : scene.rects)
        if (std::holds_alternative<LegendTag>(rect.tag)) ranks.insert(std::get<LegendTag>(rect.tag).rank);
    QCOMPARE(ranks, (std::set<Index>{0, 1, 2, 3, 4, 5, 6, 7}));
    auto const says = [&](char const* words) { return std::ranges::count(scene.texts, words, &SceneText::text) == 1; };
    QVERIFY(says("rank 0: 120 elements"));
    QVERIFY(says("rank 7: 75 elements"));
}

void OwnershipSceneTest::large_pictures_stay_small() {
    Index const huge = 1'000'000;
    Scene const scene = scene_of({sample_mapping({huge, huge}, {DistFormat::block(), DistFormat::block()}, {1000, 1000})});
    QVERIFY(scene.rects.size() <= 64 * 64 + 64);
    QVERIFY(to_svg(scene).size() < 2'000'000);
}

void OwnershipSceneTest::the_same_job_gives_the_same_bytes() {
    QCOMPARE(to_svg(scene_of({triangle_mapping()})), to_svg(scene_of({triangle_mapping()})));
}

TEST_CLASS(OwnershipSceneTest)
#include "ownership_scene_test.moc"
