// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of a file's cells, against a walk over every position and every request; and of the picture made of them.
#include "libcore/scene/files/file_scene.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/io/file_sections.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <random>

using namespace tessera;

namespace {

/// Numbers that differ from run to run of no test.
class Dice {
  public:
    Index to(Index last) { return static_cast<Index>(random_() % static_cast<unsigned>(last + 1)); }

  private:
    std::mt19937 random_{11};
};

std::shared_ptr<Fad const> random_fad(Dice& dice) {
    Index const rows = 1 + dice.to(30);
    Index const columns = 1 + dice.to(30);
    std::vector<BoxSet> boxes;
    for (int rank = 0; rank < 3; ++rank) {
        Index const row = 1 + dice.to(rows - 1);
        Index const column = 1 + dice.to(columns - 1);
        boxes.push_back(BoxSet({triplet(row, rows, 1 + dice.to(3)), triplet(column, columns, 1 + dice.to(2))}));
    }
    return fad_of(matrix(rows, columns), 3, [&](Index p) { return boxes[static_cast<std::size_t>(p)]; });
}

IoSettings random_settings(Dice& dice) {
    IoSettings settings;
    settings.access = static_cast<Access>(dice.to(2));
    settings.direct = static_cast<DirectUnit>(dice.to(1));
    settings.sieve.buffer_bytes = 4 + dice.to(200);
    settings.domains.kind = static_cast<DomainKind>(dice.to(2));
    settings.domains.aggregators = 1 + dice.to(2);
    return settings;
}

/// The same, by walking.
FileCell walked(FileMap const& map, Run positions) {
    FileCell cell;
    cell.positions = positions;
    std::vector<Index> demands(3, 0);
    for (Index at = positions.begin; at < positions.end; ++at) {
        bool wanted = false;
        for (Fad::Member const& member : map.plan().fad().members()) {
            if (!member.section.contains(at)) continue;
            wanted = true;
            ++demands[static_cast<std::size_t>(member.rank)];
        }
        cell.wanted += wanted ? 1 : 0;
        Index times = 0;
        map.plan().for_each_request([&](IoRequest const& request) { times += request.bytes.contains(4 * at) ? 1 : 0; });
        cell.touched += times > 0 ? 1 : 0;
        cell.accesses += times;
    }
    for (Rank rank = 0; rank < 3; ++rank)
        if (demands[static_cast<std::size_t>(rank)] > 0) cell.demands.emplace_back(rank, demands[static_cast<std::size_t>(rank)]);
    return cell;
}

void check_lines(FileMap const& map, FileLines const& lines) {
    Index next = lines.positions.begin;
    for (auto const& cells : lines.lines)
        for (FileCell const& cell : cells) {
            QCOMPARE(cell.positions.begin, next);
            next = cell.positions.end;
            FileCell const expected = walked(map, cell.positions);
            QCOMPARE(cell.wanted, expected.wanted);
            QCOMPARE(cell.touched, expected.touched);
            QCOMPARE(cell.accesses, expected.accesses);
            QCOMPARE(cell.demands, expected.demands);
        }
    QCOMPARE(next, lines.positions.end);
}

} // namespace

class FileMapTest : public QObject {
    Q_OBJECT
  private slots:
    void cells_are_counted();
    void lines_end_with_slabs();
    void large_files_cost_no_more();
    void domains_of_cells();
    void crowded_plans_have_no_phases();
    void a_phase_is_framed();
    void a_position_is_marked();
    void nothing_is_wanted();
};

void FileMapTest::cells_are_counted() {
    Dice dice;
    for (int i = 0; i < 200; ++i) {
        auto const plan = IoPlan::make(random_fad(dice), IoDirection::Read, random_settings(dice));
        QVERIFY(plan.has_value());
        FileMap const map(*plan, 1 + dice.to(6), 8 + dice.to(20));
        check_lines(map, map.detail());
        if (map.overview()) check_lines(map, *map.overview());
        for (FileRequest const& each : map.requests())
            if (!each.request.bytes.empty() && plan->settings().access != Access::Direct)
                QVERIFY(each.positions.begin >= map.detail().positions.begin && each.positions.end <= map.detail().positions.end);
    }
}

void FileMapTest::lines_end_with_slabs() {
    auto const fad = fad_of(matrix(100, 90), 1, [](Index) { return BoxSet({triplet(1, 100), triplet(1, 90)}); });
    auto const plan = IoPlan::make(fad, IoDirection::Read, {});
    FileMap const map(*plan, 20, 100);
    QCOMPARE(map.detail().line, Index{500});
    QCOMPARE(map.detail().cell, Index{5});
    QVERIFY(!map.overview());
}

void FileMapTest::large_files_cost_no_more() {
    // A terabyte, of which a few columns are wanted.
    Index const side = Index{1} << 19;
    auto const fad = fad_of(matrix(side, side), 4, [&](Index p) {
        return BoxSet({triplet(1, side), triplet(1000 + p, 1000 + p)});
    });
    auto const plan = IoPlan::make(fad, IoDirection::Read, {});
    FileMap const map(*plan);
    QVERIFY(map.overview());
    QCOMPARE(map.detail().positions, (Run{999 * side, 1003 * side}));
    QVERIFY(map.detail().lines.size() <= 20 && map.detail().lines.front().size() <= 200);
}

void FileMapTest::domains_of_cells() {
    auto const fad = fad_of(matrix(8, 8), 2, [](Index) { return BoxSet({triplet(1, 8), triplet(1, 8)}); });
    IoSettings settings;
    settings.domains = {DomainKind::BlockCyclic, FileUnit::Slab, 0, 1, 2, {}};
    auto const plan = IoPlan::make(fad, IoDirection::Read, settings);
    FileMap const map(*plan);
    auto const& cells = map.detail().lines.front(); // each an element
    QCOMPARE(cells.at(7).aggregator, std::optional<Rank>(0));
    QCOMPARE(cells.at(8).aggregator, std::optional<Rank>(1));
    FileMap const coarse(*plan, 1, 3); // cells of several columns
    QVERIFY(coarse.detail().lines.front().front().shared_domain);
}

void FileMapTest::crowded_plans_have_no_phases() {
    Index const side = 2048;
    auto const fad = fad_of(matrix(side, side), 2, [&](Index p) { return BoxSet({triplet(1 + p, side, 2), triplet(1, side)}); });
    auto const plan = IoPlan::make(fad, IoDirection::Read, {Access::Direct, DirectUnit::Element, {}, {}});
    FileMap const map(*plan);
    QVERIFY(map.is_crowded());
    QCOMPARE(map.phases(), Index{0});
    FileCell const& cell = map.detail().lines.front().front();
    QCOMPARE(cell.touched, cell.wanted);
}

void FileMapTest::a_phase_is_framed() {
    auto const fad = fad_of(matrix(16, 4), 2, [](Index p) { return BoxSet({triplet(1, 16), triplet(1 + 2 * p, 2 + 2 * p)}); });
    IoSettings settings;
    settings.sieve.buffer_bytes = 64;
    settings.domains.aggregators = 2;
    auto const plan = IoPlan::make(fad, IoDirection::Read, settings);
    FileMap const map(*plan);
    QCOMPARE(map.phases(), Index{2});
    Scene const all = file_scene("t", "", map, {});
    Scene const second = file_scene("t", "", map, {.phase = 1});
    QVERIFY(all.lines.empty());
    QCOMPARE(second.lines.size(), std::size_t{10}); // a frame for each of two requests, and what each rank keeps of its own
    auto const hits = [](SceneRect const& rect) { return std::holds_alternative<BytesTag>(rect.tag); };
    auto const cell = std::ranges::find_if(all.rects, hits);
    QVERIFY(cell != all.rects.end());
    QCOMPARE(std::get<BytesTag>(cell->tag).rank, Index{0}); // rank 0 alone
}

void FileMapTest::a_position_is_marked() {
    auto const fad = fad_of(matrix(16, 4), 2, [](Index p) { return BoxSet({triplet(1, 16), triplet(1 + 2 * p, 2 + 2 * p)}); });
    FileMap const map(*IoPlan::make(fad, IoDirection::Read, {}));
    Scene const plain = file_scene("t", "", map, {});
    Scene const marked = file_scene("t", "", map, {.marked = 9});
    QCOMPARE(marked.lines.size(), plain.lines.size() + 8); // a white frame and a black one on it
    SceneLine const& top = marked.lines[plain.lines.size() + 4];
    SceneRect const* const below = marked.hit((top.x1 + top.x2) / 2, top.y1 + 10);
    QVERIFY(below != nullptr);
    QVERIFY(std::holds_alternative<BytesTag>(below->tag));
    QVERIFY(std::get<BytesTag>(below->tag).bytes.contains(9));
    Index const bytes = fad->layout().element_bytes();
    auto const told = fmt::format("Thick frame: bytes {} to {}.", 9 * bytes, 10 * bytes - 1);
    QVERIFY(std::ranges::any_of(marked.texts, [&](SceneText const& text) { return text.text == told; }));
}

void FileMapTest::nothing_is_wanted() {
    auto const fad = fad_of(matrix(16, 4), 2, [](Index) { return BoxSet({PeriodicSet(), triplet(1, 2)}); });
    auto const plan = IoPlan::make(fad, IoDirection::Read, {});
    FileMap const map(*plan);
    QVERIFY(map.is_empty());
    QCOMPARE(file_scene("t", "", map, {}).texts.back().text, std::string("No rank needs any part of this file."));
}

TEST_CLASS(FileMapTest)
#include "file_map_test.moc"
