// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of pictures of ownership pixel by pixel, and of what is said beside them.
#include "libcore/scene/ownership/ownership_raster.hpp"

#include "libcore/scene/ownership/ownership_balance.hpp"
#include "libcore/scene/palette.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_mappings.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace tessera;

class OwnershipRasterTest : public QObject {
    Q_OBJECT

  private slots:
    void a_pixel_per_element_is_the_truth();
    void blocks_of_five_lose_no_row();
    void smaller_elements_are_blended();
    void lines_are_their_pixels();
    void every_element_lies_under_a_pixel();
    void a_thousand_blocks_keep_their_order();
    void all_owners_of_an_element_are_seen();
    void captions_say_what_a_pixel_is();
    void balance_is_that_of_the_ranks();
};

namespace {

PixelAxis whole_axis(Index extent, int pixels) {
    return {.extent = extent, .start = 0, .length = static_cast<double>(extent), .pixels = pixels};
}

RasterView whole_view(Mapping const& mapping, int height, int width) {
    auto const& extents = mapping.array().extents;
    if (extents.size() == 1) return {std::nullopt, 0, {0}, whole_axis(1, height), whole_axis(extents[0], width)};
    return {0, 1, {0, 0}, whole_axis(extents[0], height), whole_axis(extents[1], width)};
}

Color owner_color(Mapping const& mapping, Extents const& element) {
    return rank_color(mapping.owners(element).front().rank);
}

int channel_distance(Color a, Color b) {
    return std::max({std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)});
}

/// The mean colour of the elements, one by one.
Color mean_of(Mapping const& mapping, Run rows, Run columns) {
    double red = 0;
    double green = 0;
    double blue = 0;
    for (Index i = rows.begin; i < rows.end; ++i)
        for (Index j = columns.begin; j < columns.end; ++j) {
            Color const color = owner_color(mapping, {i, j});
            red += color.red;
            green += color.green;
            blue += color.blue;
        }
    double const count = static_cast<double>(rows.size() * columns.size());
    auto const channel = [count](double sum) { return static_cast<std::uint8_t>(std::lround(sum / count)); };
    return {channel(red), channel(green), channel(blue)};
}

} // namespace

void OwnershipRasterTest::a_pixel_per_element_is_the_truth() {
    Mapping const mapping = sample_mapping({64, 48}, {DistFormat::cyclic(), DistFormat::cyclic(3)}, {4, 2});
    for (int const scale : {1, 2, 3}) {
        OwnershipRaster const raster(mapping, whole_view(mapping, 64 * scale, 48 * scale));
        QVERIFY(raster.colors() == OwnerColors::Ranks);
        for (int y = 0; y < 64 * scale; ++y)
            for (int x = 0; x < 48 * scale; ++x) QVERIFY(raster.color(x, y) == owner_color(mapping, {y / scale, x / scale}));
    }
}

void OwnershipRasterTest::blocks_of_five_lose_no_row() {
    // Pixels that are no multiple of the elements: every row has at least one of its own, in its owner's colour.
    Mapping const mapping = sample_mapping({100, 1}, {DistFormat::cyclic(5), {}}, {3});
    OwnershipRaster const raster(mapping, whole_view(mapping, 137, 10));
    std::set<Index> seen;
    for (int y = 0; y < 137; ++y) {
        Index const row = raster.view().rows.indices(y).begin;
        seen.insert(row);
        QVERIFY(raster.color(0, y) == owner_color(mapping, {row, 0}));
    }
    QCOMPARE(std::ssize(seen), Index{100});
}

void OwnershipRasterTest::smaller_elements_are_blended() {
    std::mt19937 random(7);
    auto const some = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
    for (int round = 0; round < 60; ++round) {
        Mapping const mapping =
            sample_mapping({some(20, 90), some(20, 90)}, {DistFormat::cyclic(some(1, 9)), DistFormat::cyclic(some(1, 9))},
                           {some(1, 4), some(1, 4)});
        OwnershipRaster const raster(mapping, whole_view(mapping, some(3, 20), some(3, 20)));
        for (int y = 0; y < raster.view().rows.pixels; ++y)
            for (int x = 0; x < raster.view().columns.pixels; ++x) {
                Color const expected = mean_of(mapping, raster.view().rows.indices(y), raster.view().columns.indices(x));
                QVERIFY2(channel_distance(raster.color(x, y), expected) <= 16, "shares are rounded to parts of 32");
            }
    }
}

void OwnershipRasterTest::lines_are_their_pixels() {
    Mapping const many = sample_mapping({300, 200}, {DistFormat::cyclic(), DistFormat::block()}, {20, 20});
    Mapping const blocks = sample_mapping({40, 30}, {DistFormat::block(), DistFormat::cyclic(4)}, {4, 2});
    Mapping const copied = replicated_mapping();
    for (Mapping const& mapping : {many, blocks, copied}) {
        OwnershipRaster const raster(mapping, whole_view(mapping, 90, 70));
        std::vector<std::uint32_t> line(70);
        std::vector<std::uint32_t> above;
        for (int y = 0; y < 90; ++y) {
            raster.line(y, line);
            for (int x = 0; x < 70; ++x) {
                Color const color = raster.color(x, y);
                QVERIFY(line[as_size(x)] ==
                        (0xff000000U | std::uint32_t{color.red} << 16U | std::uint32_t{color.green} << 8U | color.blue));
            }
            QVERIFY(!raster.repeats(y) || line == above);
            above = line;
        }
    }
    OwnershipRaster const tall(blocks, whole_view(blocks, 90, 70));
    QVERIFY(tall.repeats(1) && !tall.repeats(0)); // a row of elements has two lines
}

void OwnershipRasterTest::every_element_lies_under_a_pixel() {
    for (Index const extent : {1, 7, 100, 101, 5000})
        for (int const pixels : {1, 3, 99, 100, 333}) {
            PixelAxis const axis = whole_axis(extent, pixels);
            Index next = 0;
            for (int pixel = 0; pixel < pixels; ++pixel) {
                Run const indices = axis.indices(pixel);
                QVERIFY(!indices.empty() && indices.begin <= next && indices.end <= extent);
                QVERIFY(axis.elements_per_pixel() < 1 || indices.begin == next);
                next = indices.end;
            }
            QVERIFY(next == extent);
        }
}

void OwnershipRasterTest::a_thousand_blocks_keep_their_order() {
    Mapping const mapping = sample_mapping({1'000'000}, {DistFormat::block()}, {1000});
    OwnershipRaster const raster(mapping, whole_view(mapping, 4, 700));
    QVERIFY(raster.colors() == OwnerColors::Places);
    QVERIFY(raster.color(0, 0) == place_color(0));
    QVERIFY(raster.color(699, 0) == place_color(1));
    for (int x = 1; x < 700; ++x) QVERIFY(luminance(raster.color(x, 0)) <= luminance(raster.color(x - 1, 0)));
    for (int x = 0; x < 700; ++x) QVERIFY(channel_distance(raster.color(x, 0), neutral) > 20);
    // Dealt out one by one, no place is better than another.
    Mapping const cards = sample_mapping({1'000'000}, {DistFormat::cyclic()}, {1000});
    OwnershipRaster const even(cards, whole_view(cards, 4, 700));
    for (int x = 0; x < 700; ++x) QVERIFY(channel_distance(even.color(x, 0), place_color(0.5)) < 24);
}

void OwnershipRasterTest::all_owners_of_an_element_are_seen() {
    Mapping const mapping = replicated_mapping(); // A(8), three copies
    OwnershipRaster const raster(mapping, whole_view(mapping, 30, 160));
    QCOMPARE(raster.lanes(), 3);
    for (Index i = 0; i < 8; ++i) {
        std::set<std::string> expected;
        for (Owner const& owner : mapping.owners(Extents{i})) expected.insert(hex(rank_color(owner.rank)));
        std::set<std::string> seen;
        for (int y = 0; y < 30; ++y) seen.insert(hex(raster.color(static_cast<int>(20 * i + 3), y)));
        QVERIFY(seen == expected && expected.size() == 3);
    }
}

void OwnershipRasterTest::captions_say_what_a_pixel_is() {
    Mapping const mapping = sample_mapping({64, 640}, {DistFormat::block(), {}}, {4});
    QVERIFY(raster_caption(OwnershipRaster(mapping, whole_view(mapping, 128, 640))).empty());
    QCOMPARE(raster_caption(OwnershipRaster(mapping, whole_view(mapping, 128, 64))),
             std::string("1 pixel = 1 x 10 elements: the mean colour of their owners"));
}

void OwnershipRasterTest::balance_is_that_of_the_ranks() {
    auto const by_hand = [](Mapping const& mapping) {
        OwnershipBalance balance{.ranks = mapping.grid().size(), .least = mapping.volume(), .most = 0};
        double sum = 0;
        for (Index position = 0; position < mapping.grid().size(); ++position) {
            Index const own = mapping.holds(position) ? mapping.owned_count(position) : 0;
            balance.least = std::min(balance.least, own);
            balance.most = std::max(balance.most, own);
            sum += static_cast<double>(own);
        }
        balance.mean = sum / static_cast<double>(balance.ranks);
        return balance;
    };
    for (Mapping const& mapping : {triangle_mapping(), replicated_mapping(), sample_mapping({26}, {DistFormat::cyclic(3)}, {4})}) {
        OwnershipBalance const balance = balance_of(mapping);
        OwnershipBalance const expected = by_hand(mapping);
        QVERIFY(balance.ranks == expected.ranks && balance.least == expected.least && balance.most == expected.most);
        QVERIFY(std::abs(balance.mean - expected.mean) < 1e-9);
    }
    QCOMPARE(balance_text(balance_of(sample_mapping({26}, {DistFormat::cyclic(3)}, {4}))),
             std::string("4 ranks hold 6 to 8 elements each, the fullest 1.23 times the mean"));
    QCOMPARE(balance_text(balance_of(sample_mapping({28}, {DistFormat::cyclic()}, {4}))),
             std::string("4 ranks hold 7 elements each"));
}

TEST_CLASS(OwnershipRasterTest)
#include "ownership_raster_test.moc"
