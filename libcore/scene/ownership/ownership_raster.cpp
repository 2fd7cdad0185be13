// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ownership pixel by pixel, exact down to one pixel per element; smaller elements are blended.
#include "libcore/scene/ownership/ownership_raster.hpp"

#include "libcore/scene/ownership/ownership_grid.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace tessera {
namespace {

constexpr int place_levels = 256; // finer levels are invisible

std::uint32_t pixel_of(Color color) {
    return 0xff000000U | std::uint32_t{color.red} << 16U | std::uint32_t{color.green} << 8U | color.blue;
}

Color color_of(std::uint32_t pixel) {
    return {static_cast<std::uint8_t>(pixel >> 16U), static_cast<std::uint8_t>(pixel >> 8U), static_cast<std::uint8_t>(pixel)};
}

/// Returns an axis with a single element, for the rows of a picture of one dimension.
SharedAxis undivided(int pixels) {
    return {{{{0, most_parts}}}, std::vector<int>(as_size(pixels), 0)};
}

SharedAxis shared_rows(Mapping const& mapping, RasterView const& view) {
    return view.row_dim ? share_pixels(mapping.dim(*view.row_dim), view.rows) : undivided(view.rows.pixels);
}

OwnerColors suiting(Mapping const& mapping, SharedAxis const& rows, SharedAxis const& columns) {
    return suiting_colors(mapping.grid().size(), std::max(rows.mixed(), columns.mixed()));
}

using Pixels = std::shared_ptr<std::vector<std::uint32_t> const>;

double place_of_level(int level) {
    return static_cast<double>(level) / (place_levels - 1);
}

/// Returns the colours of all levels in order.
Pixels colors_of_line() {
    std::vector<std::uint32_t> pixels;
    for (int level = 0; level < place_levels; ++level) pixels.push_back(pixel_of(place_color(place_of_level(level))));
    return std::make_shared<std::vector<std::uint32_t> const>(std::move(pixels));
}

/// Returns the colours of all pairs of levels, row by row.
Pixels colors_of_grid() {
    std::vector<std::uint32_t> pixels;
    for (int row = 0; row < place_levels; ++row)
        for (int column = 0; column < place_levels; ++column)
            pixels.push_back(pixel_of(place_color(place_of_level(row), place_of_level(column))));
    return std::make_shared<std::vector<std::uint32_t> const>(std::move(pixels));
}

/// Returns colours by kind of row and kind of column. All pictures share the table; each table is made once.
Pixels colors_of_places(bool both_dims) {
    static Pixels const line = colors_of_line();
    if (!both_dims) return line;
    static Pixels const grid = colors_of_grid();
    return grid;
}

} // namespace

OwnerColors suiting_colors(Mapping const& mapping, RasterView const& view) {
    return suiting(mapping, shared_rows(mapping, view), share_pixels(mapping.dim(view.column_dim), view.columns));
}

OwnershipRaster::OwnershipRaster(Mapping mapping, RasterView view, std::optional<OwnerColors> colors)
    : mapping_(std::move(mapping)), view_(std::move(view)) {
    assert(mapping_.volume() > 0);
    for (int d = 0; d < mapping_.dims(); ++d) fixed_coords_.push_back(mapping_.dim(d).owner(view_.fixed[as_size(d)]));
    rows_ = shared_rows(mapping_, view_);
    columns_ = share_pixels(mapping_.dim(view_.column_dim), view_.columns);
    colors_ = colors ? *colors : suiting(mapping_, rows_, columns_);
    if (colors_ == OwnerColors::Ranks)
        mix_ranks();
    else
        mix_places();
}

int OwnershipRaster::lanes() const {
    return static_cast<int>(std::min(mapping_.replicas(), most_copies_shown));
}

std::vector<Rank> OwnershipRaster::holders(Index row_coord, Index column_coord) const {
    Extents coords = fixed_coords_;
    if (view_.row_dim) coords[as_size(*view_.row_dim)] = row_coord;
    coords[as_size(view_.column_dim)] = column_coord;
    std::vector<Rank> ranks;
    for (int copy = 0; copy < lanes(); ++copy) ranks.push_back(mapping_.grid().rank(mapping_.position_of(coords, copy)));
    return ranks;
}

void OwnershipRaster::mix_ranks() {
    lanes_ = lanes();
    row_kinds_ = {static_cast<int>(rows_.different.size()), rows_.of_pixel};
    column_kinds_ = {static_cast<int>(columns_.different.size()), columns_.of_pixel};
    DrawnDims const dims{view_.row_dim, view_.column_dim, fixed_coords_};
    std::vector<std::uint32_t> mixed;
    for (PixelShares const& row : rows_.different)
        for (PixelShares const& column : columns_.different)
            for (int lane = 0; lane < lanes_; ++lane) mixed.push_back(pixel_of(mean_rank_color(mapping_, dims, row, column, lane)));
    mixed_ = std::make_shared<std::vector<std::uint32_t> const>(std::move(mixed));
}

OwnershipRaster::Kinds OwnershipRaster::kinds_of_places(SharedAxis const& axis, Index coords) {
    if (coords == 1) return {1, std::vector<int>(axis.of_pixel.size(), 0)};
    std::vector<int> levels;
    for (PixelShares const& shares : axis.different)
        levels.push_back(static_cast<int>(std::lround(mean_place(shares, coords) * (place_levels - 1))));
    Kinds kinds{place_levels, {}};
    for (int const which : axis.of_pixel) kinds.of_pixel.push_back(levels[as_size(which)]);
    return kinds;
}

void OwnershipRaster::mix_places() {
    row_kinds_ = kinds_of_places(rows_, view_.row_dim ? mapping_.dim(*view_.row_dim).coords() : 1);
    column_kinds_ = kinds_of_places(columns_, mapping_.dim(view_.column_dim).coords());
    mixed_ = colors_of_places(row_kinds_.count > 1 && column_kinds_.count > 1);
}

int OwnershipRaster::lane_at(int x, int y) const {
    if (lanes_ == 1) return 0;
    return view_.row_dim ? (x + y) / view_.stripe % lanes_ : y * lanes_ / view_.rows.pixels;
}

Color OwnershipRaster::color(int x, int y) const {
    int const pair = row_kinds_.of_pixel[as_size(y)] * column_kinds_.count + column_kinds_.of_pixel[as_size(x)];
    return color_of((*mixed_)[as_size(pair * lanes_ + lane_at(x, y))]);
}

void OwnershipRaster::line(int y, std::span<std::uint32_t> pixels) const {
    std::uint32_t const* const row = mixed_->data() + as_size(row_kinds_.of_pixel[as_size(y)] * column_kinds_.count * lanes_);
    int const* const kinds = column_kinds_.of_pixel.data();
    if (lanes_ == 1)
        for (std::size_t x = 0; x < pixels.size(); ++x) pixels[x] = row[kinds[x]];
    else
        for (std::size_t x = 0; x < pixels.size(); ++x) pixels[x] = row[kinds[x] * lanes_ + lane_at(static_cast<int>(x), y)];
}

bool OwnershipRaster::repeats(int y) const {
    return y > 0 && lanes_ == 1 && row_kinds_.of_pixel[as_size(y)] == row_kinds_.of_pixel[as_size(y - 1)];
}

std::string raster_caption(OwnershipRaster const& raster) {
    auto const size = [](PixelAxis const& axis) { return std::max(axis.elements_per_pixel(), 1.0); };
    auto const number = [](double value) { return value < 10 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value); };
    double const across = size(raster.view().columns);
    double const down = raster.view().row_dim ? size(raster.view().rows) : 1;
    if (across == 1 && down == 1 && raster.colors() == OwnerColors::Ranks) return {};
    std::string const what = raster.view().row_dim ? number(down) + " x " + number(across) : number(across);
    char const* const meaning = raster.colors() == OwnerColors::Ranks
                                    ? "the mean colour of their owners"
                                    : "the shade shows the mean place of their owners in the grid";
    return fmt::format("1 pixel = {} elements: {}", what, meaning);
}

} // namespace tessera
