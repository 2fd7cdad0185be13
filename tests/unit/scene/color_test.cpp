// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of colours and of the palette of ranks.
#include "libcore/scene/color.hpp"
#include "libcore/scene/palette.hpp"

#include <QTest>
#include <set>

using namespace tessera;

class ColorTest : public QObject {
    Q_OBJECT

  private slots:
    void blending_meets_both_ends();
    void contrast_is_that_of_the_standard();
    void terminal_colors_are_the_nearest_data();
    void terminal_colors_are_the_nearest();
    void every_rank_can_be_read();
    void ranks_have_colors_of_their_own();
};

void ColorTest::blending_meets_both_ends() {
    Color const a{10, 200, 0};
    Color const b{30, 100, 255};
    QVERIFY(blend(a, b, 0) == a);
    QVERIFY(blend(a, b, 1) == b);
    QVERIFY((blend(a, b, 0.5) == Color{20, 150, 128}));
    QCOMPARE(hex(b), "#1e64ff");
}

void ColorTest::contrast_is_that_of_the_standard() {
    QCOMPARE(contrast(black, white), 21.0);
    QCOMPARE(contrast(white, white), 1.0);
    QVERIFY(std::abs(contrast({119, 119, 119}, white) - 4.48) < 0.01); // #777 on white, as the standard's examples have it
}

void ColorTest::terminal_colors_are_the_nearest_data() {
    QTest::addColumn<int>("red");
    QTest::addColumn<int>("green");
    QTest::addColumn<int>("blue");
    QTest::addColumn<int>("index");
    QTest::newRow("black") << 0 << 0 << 0 << 16;
    QTest::newRow("white") << 255 << 255 << 255 << 231;
    QTest::newRow("cube corner") << 95 << 135 << 175 << 67;
    QTest::newRow("grey ramp") << 128 << 128 << 128 << 244;
    QTest::newRow("pure blue") << 0 << 0 << 255 << 21;
}

void ColorTest::terminal_colors_are_the_nearest() {
    QFETCH(int, red);
    QFETCH(int, green);
    QFETCH(int, blue);
    QFETCH(int, index);
    Color const color{static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green), static_cast<std::uint8_t>(blue)};
    QCOMPARE(palette256_index(color), index);
}

void ColorTest::every_rank_can_be_read() {
    for (Rank rank = 0; rank < palette_size; ++rank) {
        Color const color = rank_color(rank);
        QVERIFY2(contrast(color, text_color_on(color)) >= 4.5, std::to_string(rank).c_str());
    }
}

void ColorTest::ranks_have_colors_of_their_own() {
    std::set<std::string> colors;
    std::set<int> in_terminals;
    for (Rank rank = 0; rank < palette_size; ++rank) {
        colors.insert(hex(rank_color(rank)));
        in_terminals.insert(palette256_index(rank_color(rank)));
    }
    QCOMPARE(colors.size(), std::size_t(palette_size));
    QCOMPARE(in_terminals.size(), std::size_t(palette_size));
    QVERIFY(rank_color(3) == rank_color(3 + palette_size));
}

QTEST_APPLESS_MAIN(ColorTest)
#include "color_test.moc"
