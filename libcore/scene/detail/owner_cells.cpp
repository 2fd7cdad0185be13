// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a small picture of the owners of an array.
#include "libcore/scene/detail/owner_cells.hpp"

#include "libcore/scene/ownership/ownership_caption.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"
#include "libcore/scene/ownership/ownership_raster.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>
#include <vector>

namespace tessera::detail {
namespace {

OwnershipGrid grid_of(Mapping const& mapping, Index cells) {
    OwnershipView const view = OwnershipView::of(mapping.array());
    return {mapping, view, plan_cells({&mapping}, view, {cells, cells})};
}

/// A half-open rectangle of cells.
struct CellBlock {
    int top, bottom, left, right;
};

class OwnerCells {
  public:
    /// `rows`, `columns`: number of cells.
    OwnerCells(Scene& scene, OwnerPicture const& picture, int rows, int columns, Index copies)
        : scene_(scene), picture_(picture), width_(picture.size / std::max(columns, 1)), height_(picture.size / std::max(rows, 1)),
          copies_(copies) {}

    /// Draws all owners of a block, in horizontal lanes.
    void add_owned(CellBlock const& block, std::vector<Rank> const& ranks) {
        std::string const more = copies_ > std::ssize(ranks) ? fmt::format(", ... ({})", copies_) : "";
        std::string const words =
            ranks.size() == 1 ? fmt::format("rank {}", ranks.front()) : fmt::format("ranks {}{}", fmt::join(ranks, ", "), more);
        double const lane = height_ * (block.bottom - block.top) / static_cast<double>(ranks.size());
        for (std::size_t i = 0; i < ranks.size(); ++i)
            add(block, lane * static_cast<double>(i), lane, rank_color(ranks[i]), ranks[i], words);
    }
    void add_shared(CellBlock const& block, Color color) {
        add(block, 0, height_ * (block.bottom - block.top), color, -1, "several ranks");
    }

  private:
    void add(CellBlock const& block, double below, double height, Color color, Rank rank, std::string const& words) {
        SceneTag tag;
        if (picture_.phase) tag = CellsTag{*picture_.phase, rank, {block.top, block.bottom}, {block.left, block.right}};
        scene_.rects.push_back({picture_.x + width_ * block.left, picture_.y + height_ * block.top + below,
                                width_ * (block.right - block.left), height, blend(color, white, picture_.pale), tag, words});
    }

    Scene& scene_;
    OwnerPicture const& picture_;
    double width_;
    double height_;
    Index copies_; // copies per element
};

/// Draws cells that have one owner each, apart from copies.
void add_grid(Scene& scene, Mapping const& mapping, OwnershipGrid const& grid, OwnerPicture const& picture) {
    OwnerCells cells(scene, picture, grid.rows(), grid.columns(), mapping.replicas());
    for (int row = 0; row < grid.rows(); ++row)
        for (int column = 0; column < grid.columns();) {
            auto const cell = grid.cell(row, column);
            int end = column + 1;
            while (end < grid.columns() && cell == grid.cell(row, end)) ++end;
            if (cell) cells.add_owned({row, row + 1, column, end}, cell->ranks);
            column = end;
        }
}

/// Returns the only owning coordinate of each pixel of an axis, or -1.
std::vector<Index> sole_coords(std::vector<PixelRun> const& stretches, int pixels) {
    std::vector<Index> coords(as_size(pixels), -1);
    for (PixelRun const& each : stretches) std::fill(coords.begin() + each.begin, coords.begin() + each.end, each.coord);
    return coords;
}

/// Draws pixels in the mean of their owners' colours, if there are too many cells for one owner each.
void add_pixels(Scene& scene, Mapping const& mapping, OwnerPicture const& picture) {
    OwnershipView const part = OwnershipView::of(mapping.array());
    auto const axis = [&](int dim) {
        Index const extent = mapping.array().extents[as_size(dim)];
        auto const pixels = static_cast<int>(std::min(extent, 2 * picture.cells));
        return PixelAxis{.extent = extent, .start = 0, .length = static_cast<double>(extent), .pixels = pixels};
    };
    PixelAxis const rows = part.row_dim ? axis(*part.row_dim) : PixelAxis{};
    PixelAxis const columns = axis(part.column_dim);
    OwnershipRaster const raster(mapping, {part.row_dim, part.column_dim, part.fixed, rows, columns, 1});
    auto const down = sole_coords(raster.row_runs(), rows.pixels);
    auto const across = sole_coords(raster.column_runs(), columns.pixels);
    OwnerCells cells(scene, picture, rows.pixels, columns.pixels, mapping.replicas());
    for (int top = 0; top < rows.pixels;) {
        auto const row = down[as_size(top)];
        int bottom = top + 1;
        while (bottom < rows.pixels && raster.repeats(bottom) && down[as_size(bottom)] == row) ++bottom;
        for (int left = 0; left < columns.pixels;) {
            auto const column = across[as_size(left)];
            Color const color = raster.color(left, top);
            int right = left + 1;
            while (right < columns.pixels && across[as_size(right)] == column && raster.color(right, top) == color) ++right;
            bool const one = row >= 0 && column >= 0;
            if (one)
                cells.add_owned({top, bottom, left, right}, raster.holders(row, column));
            else
                cells.add_shared({top, bottom, left, right}, color);
            left = right;
        }
        top = bottom;
    }
}

} // namespace

void add_owner_cells(Scene& scene, Mapping const& mapping, OwnerPicture const& picture) {
    OwnershipGrid const grid = grid_of(mapping, picture.cells);
    if (grid.has_mixed_cells())
        add_pixels(scene, mapping, picture);
    else
        add_grid(scene, mapping, grid, picture);
}

std::string drawn_slice(Mapping const& mapping) {
    if (mapping.dims() <= 2) return {};
    std::string const caption = axes_caption(grid_of(mapping, 1));
    return caption.substr(0, caption.find(": "));
}

} // namespace tessera::detail
