// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of colours and of the palette of ranks.
#include "libcore/scene/color.hpp"
#include "libcore/scene/ownership/owner_colors.hpp"
#include "libcore/scene/palette.hpp"
#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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
    void neighbours_can_be_told_apart_data();
    void neighbours_can_be_told_apart();
    void neighbours_in_grids_can_be_told_apart_data();
    void neighbours_in_grids_can_be_told_apart();
    void places_are_not_taken_for_ranks();
    void few_ranks_can_be_told_apart_in_grey();
    void curves_can_be_told_apart_data();
    void curves_can_be_told_apart();
};

namespace {

/// Linear light of red, green and blue, 0 to 1.
using Light = std::array<double, 3>;
using Matrix = std::array<Light, 3>;

Light light_of(Color color) {
    auto const linear = [](std::uint8_t channel) {
        double const value = channel / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return {linear(color.red), linear(color.green), linear(color.blue)};
}

Light seen_through(Matrix const& matrix, Light const& light) {
    Light seen{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) seen[i] += matrix[i][j] * light[j];
        seen[i] = std::clamp(seen[i], 0.0, 1.0);
    }
    return seen;
}

/// CIELAB under the white of sRGB.
Light lab_of(Light const& light) {
    constexpr Matrix to_xyz{
        {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    constexpr Light white_point{0.95047, 1.0, 1.08883};
    Light f{};
    for (std::size_t i = 0; i < 3; ++i) {
        double value = 0;
        for (std::size_t j = 0; j < 3; ++j) value += to_xyz[i][j] * light[j];
        value /= white_point[i];
        f[i] = value > 216.0 / 24389 ? std::cbrt(value) : (24389.0 / 27 * value + 16) / 116;
    }
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double distance(Color a, Color b, Matrix const& eyes) {
    Light const one = lab_of(seen_through(eyes, light_of(a)));
    Light const other = lab_of(seen_through(eyes, light_of(b)));
    return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

// Machado, Oliveira and Fernandes 2009, severity 1.
constexpr Matrix all_cones{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix no_green{{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix no_red{{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix no_blue{{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
constexpr Light weights{0.2126729, 0.7151522, 0.0721750};
constexpr Matrix grey{weights, weights, weights};

constexpr std::array ways_of_seeing{std::pair("all cones", &all_cones), std::pair("no green cones", &no_green),
                                    std::pair("no red cones", &no_red), std::pair("no blue cones", &no_blue),
                                    std::pair("grey", &grey)};

} // namespace

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

void ColorTest::neighbours_can_be_told_apart_data() {
    QTest::addColumn<int>("eyes");
    QTest::addColumn<double>("least"); // CIELAB: 2 is just noticeable side by side
    double const least[]{40, 30, 30, 30, 20};
    for (int i = 0; i < 5; ++i) QTest::newRow(ways_of_seeing[static_cast<std::size_t>(i)].first) << i << least[i];
}

void ColorTest::neighbours_can_be_told_apart() {
    QFETCH(int, eyes);
    QFETCH(double, least);
    for (Rank rank = 0; rank < palette_size; ++rank) {
        double const apart =
            distance(rank_color(rank), rank_color(rank + 1), *ways_of_seeing[static_cast<std::size_t>(eyes)].second);
        QVERIFY2(apart >= least, qPrintable(QStringLiteral("ranks %1 and %2: %3").arg(rank).arg(rank + 1).arg(apart)));
    }
}

namespace {

/// Returns the least distance of neighbours in a grid of this many ranks, over all grids of one or two dimensions.
double least_in_grids(int ranks, Matrix const& eyes) {
    double least = 1000;
    for (int columns = 1; columns <= ranks; ++columns) {
        if (ranks % columns != 0) continue;
        for (Rank rank = 0; rank < ranks; ++rank) {
            bool const has_right = (rank + 1) % columns != 0;
            if (has_right) least = std::min(least, distance(rank_color(rank), rank_color(rank + 1), eyes));
            if (rank + columns < ranks) least = std::min(least, distance(rank_color(rank), rank_color(rank + columns), eyes));
        }
    }
    return least;
}

} // namespace

void ColorTest::neighbours_in_grids_can_be_told_apart_data() {
    QTest::addColumn<int>("ranks");
    for (int const ranks : {16, 32, 64}) QTest::addRow("%d ranks", ranks) << ranks;
}

void ColorTest::neighbours_in_grids_can_be_told_apart() {
    QFETCH(int, ranks);
    for (int eyes = 0; eyes < 4; ++eyes) {
        auto const& [name, matrix] = ways_of_seeing[static_cast<std::size_t>(eyes)];
        double const least = least_in_grids(ranks, *matrix);
        qInfo("%d ranks, %s: neighbours differ by %.1f or more", ranks, name, least);
        QVERIFY(least >= 20);
    }
}

/// With many ranks, shades show the position in the grid. No shade is near the colour of a rank.
void ColorTest::places_are_not_taken_for_ranks() {
    for (int row = 0; row <= 8; ++row)
        for (int column = 0; column <= 8; ++column)
            for (Color const shade : {place_color(row / 8.0, column / 8.0), place_color(row / 8.0)})
                for (Rank rank = 0; rank < palette_size; ++rank) {
                    double const apart = distance(shade, rank_color(rank), all_cones);
                    QVERIFY2(apart >= 12,
                             qPrintable(QStringLiteral("%1 is %2 from rank %3").arg(hex(shade).c_str()).arg(apart).arg(rank)));
                }
}

/// On a grid of 2x2 ranks neighbours are two apart, and diagonally three.
void ColorTest::few_ranks_can_be_told_apart_in_grey() {
    for (Rank a = 0; a < 4; ++a)
        for (Rank b = 0; b < a; ++b) {
            double const apart = distance(rank_color(a), rank_color(b), grey);
            QVERIFY2(apart >= 8, qPrintable(QStringLiteral("ranks %1 and %2: %3").arg(b).arg(a).arg(apart)));
        }
}

/// The first ones are all far from each other, but in grey.
void ColorTest::curves_can_be_told_apart_data() {
    QTest::addColumn<int>("eyes");
    for (int i = 0; i < 4; ++i) QTest::newRow(ways_of_seeing[static_cast<std::size_t>(i)].first) << i;
}

void ColorTest::curves_can_be_told_apart() {
    QFETCH(int, eyes);
    for (Rank a = 0; a < 7; ++a)
        for (Rank b = 0; b < a; ++b)
            QVERIFY(distance(rank_color(a), rank_color(b), *ways_of_seeing[static_cast<std::size_t>(eyes)].second) >= 15);
}

TEST_CLASS(ColorTest)
#include "color_test.moc"
