// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the picture of a region.
#include "libcore/scene/ownership/region_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"
#include "libcore/scene/ownership/ownership_scene.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

constexpr double untouched = 0.78; // share of white in the colour

/// Number of accessed elements in every cell.
class TouchedCells {
  public:
    TouchedCells(OwnershipGrid const& grid, Region const& region, std::vector<Index> const& values)
        : grid_(grid), counts_(as_size(grid.rows()) * as_size(grid.columns()), 0) {
        region.for_each_box(values, [&](BoxSet const& box) { add(box); });
    }

    /// Returns the accessed share of a cell's elements, 0 to 1.
    [[nodiscard]] double share(Index row, Index column) const {
        Index const cells = rows_of(row).size() * columns_of(row, column).size();
        Index const count = counts_[as_size(row * grid_.columns() + column)];
        return cells == 0 ? 0 : static_cast<double>(count) / static_cast<double>(cells);
    }

  private:
    void add(BoxSet const& box) {
        OwnershipView const& view = grid_.view();
        for (int d = 0; d < grid_.mapping().dims(); ++d)
            if (d != view.column_dim && d != view.row_dim && !box.dims()[as_size(d)].contains(view.fixed[as_size(d)])) return;
        PeriodicSet const& columns = box.dims()[as_size(view.column_dim)];
        for (Index row = 0; row < grid_.rows(); ++row) {
            Index const rows = view.row_dim ? box.dims()[as_size(*view.row_dim)].count_in(rows_of(row)) : 1;
            if (rows == 0) continue;
            for (Index column = 0; column < grid_.columns(); ++column)
                counts_[as_size(row * grid_.columns() + column)] += rows * columns.count_in(columns_of(row, column));
        }
    }

    /// Returns 0-based indices of the array. This is valid because all of the array is drawn.
    [[nodiscard]] Run rows_of(Index row) const {
        if (grid_.is_wrapped() || !grid_.view().row_dim) return {0, 1};
        Index const first = row * grid_.row_cell_size();
        return {first, std::min(first + grid_.row_cell_size(), grid_.view().rows.count)};
    }
    [[nodiscard]] Run columns_of(Index row, Index column) const {
        Index const cell = grid_.is_wrapped() ? row * grid_.columns() + column : column;
        Index const first = std::min(cell * grid_.column_cell_size(), grid_.view().columns.count);
        return {first, std::min(first + grid_.column_cell_size(), grid_.view().columns.count)};
    }

    OwnershipGrid const& grid_;
    std::vector<Index> counts_; // row by row
};

/// Adds the cells of one rectangle of the ownership picture. Neighbouring cells of the same look become one rectangle.
void add_cells(std::vector<SceneRect>& rects, SceneRect const& all, TouchedCells const& touched) {
    auto const [panel, rank, rows, columns] = std::get<CellsTag>(all.tag);
    double const width = all.width / static_cast<double>(columns.size());
    double const height = all.height / static_cast<double>(rows.size());
    for (Index row = rows.begin; row < rows.end; ++row) {
        for (Index column = columns.begin; column < columns.end;) {
            double const share = touched.share(row, column);
            Index end = column + 1;
            while (end < columns.end && touched.share(row, end) == share) ++end;
            SceneRect rect = all;
            rect.x += width * static_cast<double>(column - columns.begin);
            rect.y += height * static_cast<double>(row - rows.begin);
            rect.width = width * static_cast<double>(end - column);
            rect.height = height;
            rect.fill = blend(all.fill, white, untouched * (1 - share));
            rect.tag = CellsTag{panel, rank, {row, row + 1}, {column, end}};
            rects.push_back(std::move(rect));
            column = end;
        }
    }
}

/// Cells with one look.
struct UniformArea {
    Run rows;
    Run columns;
    double share = 0;
};

/// Returns the areas of a block: consecutive rows with the same shares, cut where the share changes.
std::vector<UniformArea> uniform_areas(CellsTag const& block, TouchedCells const& touched) {
    auto const alike = [&](Index row, Index other) {
        for (Index column = block.columns.begin; column < block.columns.end; ++column)
            if (touched.share(row, column) != touched.share(other, column)) return false;
        return true;
    };
    std::vector<UniformArea> areas;
    for (Index row = block.rows.begin; row < block.rows.end;) {
        Index below = row + 1;
        while (below < block.rows.end && alike(row, below)) ++below;
        for (Index column = block.columns.begin; column < block.columns.end;) {
            Index end = column + 1;
            while (end < block.columns.end && touched.share(row, end) == touched.share(row, column)) ++end;
            areas.push_back({{row, below}, {column, end}, touched.share(row, column)});
            column = end;
        }
        row = below;
    }
    return areas;
}

/// Moves the number of a block's rank to where all cells look alike: preferably where most elements are touched.
void move_number(SceneText& text, SceneRect const& all, TouchedCells const& touched) {
    auto const& block = std::get<CellsTag>(all.tag);
    double const width = all.width / static_cast<double>(block.columns.size());
    double const height = all.height / static_cast<double>(block.rows.size());
    auto const has_room = [&](UniformArea const& area) {
        return height * static_cast<double>(area.rows.size()) >= text.size + 2 &&
               width * static_cast<double>(area.columns.size()) >= detail::text_width(text.text, text.size);
    };
    auto const size = [](UniformArea const& area) { return area.rows.size() * area.columns.size(); };
    UniformArea best;
    for (UniformArea const& area : uniform_areas(block, touched))
        if (has_room(area) && (size(best) == 0 || std::pair(area.share, size(area)) > std::pair(best.share, size(best))))
            best = area;
    if (size(best) == 0) return;
    text.x =
        all.x + width * (static_cast<double>(best.columns.begin + best.columns.end) / 2 - static_cast<double>(block.columns.begin));
    text.y = all.y + height * (static_cast<double>(best.rows.begin + best.rows.end) / 2 - static_cast<double>(block.rows.begin));
}

} // namespace

Scene region_picture(Region const& region, std::vector<Index> const& values, Mapping const& mapping) {
    ArraySpec const& array = region.array();
    OwnershipView view = OwnershipView::of(array);
    auto const boxes = region.boxes(values);
    if (!boxes.empty())
        for (std::size_t d = 0; d < view.fixed.size(); ++d) view.fixed[d] = boxes.front().dims()[d].element(0);
    OwnershipGrid const grid(mapping, view, plan_cells({&mapping}, view, picture_limits(view)));
    TouchedCells const touched(grid, region, values);
    std::string set;
    for (std::size_t i = 0; i < values.size(); ++i) set += fmt::format(", {} = {}", region.statement().parameters[i], values[i]);
    std::string const title = fmt::format("Touched elements of {}{}", array.name, set);
    Scene scene = ownership_scene(title, {{grid, describe(region.statement(), array), describe(mapping.spec())}});
    for (SceneText& text : scene.texts) {
        SceneRect const* const block = scene.hit(text.x, text.y);
        if (block != nullptr && std::holds_alternative<CellsTag>(block->tag)) move_number(text, *block, touched);
    }
    std::vector<SceneRect> rects;
    for (SceneRect const& rect : scene.rects) {
        if (std::holds_alternative<CellsTag>(rect.tag))
            add_cells(rects, rect, touched);
        else
            rects.push_back(rect);
    }
    scene.rects = std::move(rects);
    for (SceneText& text : scene.texts) { // numbers of ranks whose background may be pale now
        SceneRect const* const below = scene.hit(text.x, text.y);
        if (below != nullptr && std::holds_alternative<CellsTag>(below->tag)) text.color = text_color_on(below->fill);
    }
    Index const count = region.count(values);
    std::vector<std::string> const notes{fmt::format("Full colour: the {} that {} touched. Pale: the others.",
                                                     counted(count, "element"), count == 1 ? "is" : "are")};
    scene.height = detail::add_notes(scene, notes, scene.height - 10) + detail::edge;
    return scene;
}

} // namespace tessera
