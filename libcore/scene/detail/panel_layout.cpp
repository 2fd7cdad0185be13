// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout of one ownership grid: headings, axes, cells.
#include "libcore/scene/detail/panel_layout.hpp"

#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/ticks.hpp"
#include "libcore/scene/ownership/ownership_caption.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

namespace tessera {

using detail::blank;
using detail::caption_size;
using detail::text_width;
using detail::tick_size;

namespace {

constexpr double heading_size = 14;
constexpr double heading_height = 20;
constexpr double captions_height = 42; // subheading and axes
constexpr double ticks_height = 18;
constexpr double smallest_cell = 5;
constexpr double largest_cell = 34;

std::vector<Run> runs_of(int cells, std::function<bool(int)> const& same_as_next) {
    std::vector<Run> runs;
    for (int begin = 0, cell = 0; cell < cells; ++cell) {
        if (cell + 1 < cells && same_as_next(cell)) continue;
        runs.push_back({begin, cell + 1});
        begin = cell + 1;
    }
    return runs;
}

bool by_place(OwnershipGrid const& grid) {
    return grid.colors() == OwnerColors::Places;
}

Color fill_of(OwnershipGrid const& grid, PictureCell const& cell, int row, int column) {
    bool const several = cell.purity == AxisCell::Purity::Several;
    if (cell.blank) return blank;
    if (several && grid.view().only) return blend(white, rank_color(*grid.view().only), cell.share);
    if (several || by_place(grid)) return grid.mean_color(row, column);
    Color const color = rank_color(cell.ranks.front());
    return cell.purity == AxisCell::Purity::Mostly ? blend(color, white, 0.5) : color;
}

std::string tooltip_of(PictureCell const& cell, std::string const& where) {
    if (cell.blank) return where;
    if (cell.purity == AxisCell::Purity::Several) return where + ": several ranks";
    std::string const who = fmt::format("{} {}", cell.ranks.size() > 1 ? "ranks" : "rank", fmt::join(cell.ranks, ", "));
    if (cell.purity == AxisCell::Purity::Single) return where + ": " + who;
    return fmt::format("{}: {}, {:.0f} %", where, who, 100 * cell.share);
}

} // namespace

PanelLayout::PanelLayout(TitledGrid const& panel, double longest_side) : panel_(panel) {
    OwnershipGrid const& grid = panel.grid;
    Index const copies = grid.view().only ? 1 : std::min(grid.mapping().replicas(), most_copies_shown);
    one_by_one_ = copies > 1 && grid.view().row_dim.has_value();
    row_runs_ = runs_of(grid.rows(), [&](int row) { return !one_by_one_ && grid.same_as_next_row(row); });

    double const most = std::max({grid.rows(), grid.columns(), 1});
    cell_width_ = std::clamp(longest_side / most, smallest_cell, largest_cell);
    cell_height_ = grid.view().row_dim ? cell_width_ : std::max(cell_width_, 26.0) + 20.0 * static_cast<double>(copies - 1);
    for (int row = 0; row < grid.rows(); ++row)
        margin_ = std::max(margin_, text_width(std::to_string(grid.row_index(row)), tick_size) + 8);
    if (!grid.view().row_dim && !grid.is_wrapped()) margin_ = 0;

    double const cells_width = margin_ + cell_width_ * grid.columns();
    width_ = std::max({cells_width, text_width(panel.heading, heading_size), text_width(panel.subheading, caption_size),
                       text_width(axes_caption(grid), caption_size)});
    head_ = (panel.heading.empty() ? 0 : heading_height) + captions_height;
    height_ = head_ + ticks_height + cell_height_ * grid.rows();
}

std::vector<Run> PanelLayout::column_runs(int row) const {
    OwnershipGrid const& grid = panel_.grid;
    return runs_of(grid.columns(), [&](int column) { return !one_by_one_ && grid.same_as_right(row, column); });
}

void PanelLayout::add_to(Scene& scene, Index index, double x, double y) const {
    add_headings(scene, x, y);
    double const left = x + margin_;
    double const top = y + head_ + ticks_height;
    add_ticks(scene, left, top);
    for (Run const rows : row_runs_)
        for (Run const columns : column_runs(static_cast<int>(rows.begin))) add_block(scene, index, {rows, columns}, left, top);
    add_lines(scene, left, top);
}

void PanelLayout::add_headings(Scene& scene, double x, double y) const {
    auto const start = SceneText::Anchor::Start;
    if (!panel_.heading.empty()) scene.texts.push_back({x, y + 8, panel_.heading, heading_size, start, ink, true});
    scene.texts.push_back({x, y + head_ - 34, panel_.subheading, caption_size, start, ink, false});
    scene.texts.push_back({x, y + head_ - 16, axes_caption(panel_.grid), caption_size, start, faint_ink, false});
}

void PanelLayout::add_ticks(Scene& scene, double left, double top) const {
    OwnershipGrid const& grid = panel_.grid;
    auto const add = [&](double x, double y, Index index, SceneText::Anchor anchor) {
        scene.texts.push_back({x, y, std::to_string(index), tick_size, anchor, faint_ink, false});
    };
    if (!grid.is_wrapped()) {
        auto const length = [&](int column) { return text_width(std::to_string(grid.column_index(column)), tick_size) + 6; };
        auto const same = [&](int column) { return grid.same_as_next_column(column); };
        for (int const column : ticks(grid.columns(), cell_width_, same, length))
            add(left + cell_width_ * (column + 0.5), top - 9, grid.column_index(column), SceneText::Anchor::Middle);
        if (!grid.view().row_dim) return;
    }
    auto const same = [&](int row) { return grid.same_as_next_row(row); };
    for (int const row : ticks(grid.rows(), cell_height_, same, [](int) { return tick_size + 5; }))
        add(left - 6, top + cell_height_ * (row + 0.5), grid.row_index(row), SceneText::Anchor::End);
}

void PanelLayout::add_block(Scene& scene, Index index, Block block, double left, double top) const {
    OwnershipGrid const& grid = panel_.grid;
    int const row = static_cast<int>(block.rows.begin);
    int const column = static_cast<int>(block.columns.begin);
    auto const cell = grid.cell(row, column);
    if (!cell) return;
    std::string const where =
        cells_caption(grid, row, static_cast<int>(block.rows.end) - 1, column, static_cast<int>(block.columns.end) - 1);
    Index const rank = cell->ranks.empty() ? -1 : cell->ranks.front();
    SceneRect const rect{left + cell_width_ * column,
                         top + cell_height_ * row,
                         cell_width_ * static_cast<double>(block.columns.size()),
                         cell_height_ * static_cast<double>(block.rows.size()),
                         fill_of(grid, *cell, row, column),
                         CellsTag{index, rank, block.rows, block.columns},
                         tooltip_of(*cell, where)};
    scene.rects.push_back(rect);
    if (cell->ranks.size() > 1 && !by_place(grid))
        add_strips(scene, rect, *cell, where);
    else if (cell->purity == AxisCell::Purity::Single && !cell->blank)
        detail::add_label(scene, rect, std::to_string(rank), 0.7, 26);
    if (cell->purity != AxisCell::Purity::Single && !by_place(grid)) add_crosses(scene, rect, block);
}

void PanelLayout::add_strips(Scene& scene, SceneRect const& whole, PictureCell const& cell, std::string const& where) const {
    // Side by side in the cells of a matrix; a vector has one line per copy.
    bool const stacked = !panel_.grid.view().row_dim;
    double const copies = static_cast<double>(cell.ranks.size());
    for (std::size_t i = 0; i < cell.ranks.size(); ++i) {
        SceneRect strip = whole;
        (stacked ? strip.height : strip.width) /= copies;
        if (stacked)
            strip.y += strip.height * static_cast<double>(i);
        else
            strip.x += strip.width * static_cast<double>(i);
        strip.fill = rank_color(cell.ranks[i]);
        std::get<CellsTag>(strip.tag).rank = cell.ranks[i];
        strip.tooltip = tooltip_of(cell, where);
        scene.rects.push_back(strip);
        detail::add_label(scene, strip, std::to_string(cell.ranks[i]), 0.7, 26);
    }
}

/// Draws a stroke through every cell, so that neighbouring cells remain distinguishable.
void PanelLayout::add_crosses(Scene& scene, SceneRect const& rect, Block block) const {
    for (Index row = 0; row < block.rows.size(); ++row)
        for (Index column = 0; column < block.columns.size(); ++column) {
            double const x = rect.x + cell_width_ * static_cast<double>(column);
            double const y = rect.y + cell_height_ * static_cast<double>(row);
            scene.lines.push_back({x, y + cell_height_, x + cell_width_, y, ink, 0.7, 0.4});
        }
}

void PanelLayout::add_lines(Scene& scene, double left, double top) const {
    OwnershipGrid const& grid = panel_.grid;
    bool const cells_visible = cell_width_ >= 7;
    // Faint lines between cells, strong ones where the owner changes.
    auto const add = [&](double x1, double y1, double x2, double y2, bool same_owner) {
        if (same_owner && !cells_visible) return;
        double const width = same_owner ? 0.6 : cells_visible ? 1.6 : 0.4;
        scene.lines.push_back({x1, y1, x2, y2, paper, width, same_owner ? 0.35 : 1});
    };
    double const right = left + cell_width_ * grid.columns();
    for (int row = 1; row < grid.rows(); ++row) {
        double const y = top + cell_height_ * row;
        add(left, y, right, y, grid.same_as_next_row(row - 1));
    }
    // In a wrapped dimension, each line changes owners at other positions.
    int const bands = grid.is_wrapped() ? grid.rows() : std::min(grid.rows(), 1);
    double const height = grid.is_wrapped() ? cell_height_ : cell_height_ * grid.rows();
    for (int band = 0; band < bands; ++band)
        for (int column = 1; column < grid.columns(); ++column) {
            double const x = left + cell_width_ * column;
            add(x, top + height * band, x, top + height * (band + 1), grid.same_as_right(band, column - 1));
        }
}

} // namespace tessera
