// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of pictures made of characters.
#include "libcore/scene/ansi.hpp"

#include "libcore/scene/palette.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_mappings.hpp"

#include <fmt/format.h>

using namespace tessera;

class AnsiTest : public QObject {
    Q_OBJECT

  private slots:
    void plain_cells_are_numbers_with_labels();
    void colors_sit_behind_the_numbers();
    void aggregated_cells_are_marked();
    void wide_arrays_lose_their_gaps_before_their_elements();
    void labels_do_not_touch();
    void pictures_stand_side_by_side();

  private:
    static std::string plain(Mapping const& mapping, CellPlan plan) {
        OwnershipGrid const grid(mapping, OwnershipView::of(mapping.array()), plan);
        std::string text;
        for (auto const& line : paint_cells(grid, false, ColorDepth::None).lines) text += line.text + "\n";
        return text;
    }
};

void AnsiTest::plain_cells_are_numbers_with_labels() {
    Mapping const mapping = sample_mapping({4, 6}, {DistFormat::block(), DistFormat::cyclic(2)}, {2, 2});
    QCOMPARE(plain(mapping, {}), "  1   3   5\n"
                                 "1 0 0 1 1 0 0\n"
                                 "2 0 0 1 1 0 0\n"
                                 "3 2 2 3 3 2 2\n"
                                 "4 2 2 3 3 2 2\n");
}

void AnsiTest::colors_sit_behind_the_numbers() {
    Mapping const mapping = sample_mapping({2, 1}, {DistFormat::block(), {}}, {2});
    OwnershipGrid const grid(mapping, OwnershipView::of(mapping.array()), {});
    Color const color = rank_color(1);
    Color const number = text_color_on(color);
    auto const deep = paint_cells(grid, false, ColorDepth::TrueColor);
    QCOMPARE(deep.lines[2].text, fmt::format("2 \x1b[48;2;{};{};{}m\x1b[38;2;{};{};{}m1 \x1b[0m", color.red, color.green,
                                             color.blue, number.red, number.green, number.blue));
    QCOMPARE(deep.lines[2].width, 4);
    auto const palette = paint_cells(grid, false, ColorDepth::Palette256);
    QCOMPARE(palette.lines[2].text,
             fmt::format("2 \x1b[48;5;{}m\x1b[38;5;{}m1 \x1b[0m", palette256_index(color), palette256_index(number)));
}

void AnsiTest::aggregated_cells_are_marked() {
    Mapping const blocks = sample_mapping({60, 60}, {DistFormat::gen_block({36, 24}), {}}, {2});
    QCOMPARE(plain(blocks, {20, 30, 0}), "   1\n"
                                         " 1 0 0\n"
                                         "21 0~0~\n"
                                         "41 1 1\n");
    Mapping const cyclic = sample_mapping({60, 60}, {DistFormat::cyclic(), {}}, {3});
    QCOMPARE(plain(cyclic, {60, 30, 0}), "   1\n"
                                         " 1 ::::\n");
}

void AnsiTest::wide_arrays_lose_their_gaps_before_their_elements() {
    Mapping const mapping = sample_mapping({8, 60}, {DistFormat::block(), {}}, {4});
    auto const view = OwnershipView::of(mapping.array());
    auto const wide = fit_cells(mapping, view, 130);
    QVERIFY(!wide.tight);
    auto const narrow = fit_cells(mapping, view, 80);
    QVERIFY(narrow.tight);
    QCOMPARE(OwnershipGrid(mapping, view, plan_cells({&mapping}, view, narrow.limits)).columns(), 60);
    auto const tiny = fit_cells(mapping, view, 40);
    QVERIFY(!tiny.tight);
    OwnershipGrid const grid(mapping, view, plan_cells({&mapping}, view, tiny.limits));
    QCOMPARE(grid.column_cell_size(), Index{4});
    QVERIFY(paint_cells(grid, tiny.tight, ColorDepth::None).width() <= 40);
}

void AnsiTest::labels_do_not_touch() {
    Mapping const mapping = sample_mapping({1, 30}, {{}, DistFormat::cyclic()}, {3});
    QCOMPARE(plain(mapping, {}).substr(0, 62), "  1   3   5   7   9   11  13  15  17  19  21  23  25  27  29\n1");
}

void AnsiTest::pictures_stand_side_by_side() {
    TextPicture const left{{{"ab", 2}, {"c", 1}}};
    TextPicture const right{{{"x", 1}, {"y", 1}, {"z", 1}}};
    auto const both = beside(left, right, 2);
    QCOMPARE(both.lines.size(), std::size_t(3));
    QCOMPARE(both.lines[0].text, "ab  x");
    QCOMPARE(both.lines[1].text, "c   y");
    QCOMPARE(both.lines[2].text, "    z");
    QCOMPARE(both.width(), 5);
}

TEST_CLASS(AnsiTest)
#include "ansi_test.moc"
