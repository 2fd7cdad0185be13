// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the flights of a data flow in pixel coordinates of an ownership picture.
#include "libcore/scene/messages/flight_paths.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tessera {
namespace {

constexpr double rounding = 1e-6; // in elements: keeps a position at the end of a line from being rounded into the previous line

/// A panel's cells in the picture. Positions along an axis are counted in elements.
class PanelPlot {
  public:
    PanelPlot(Scene const& picture, OwnershipGrid const& grid, Index panel)
        : row_size_(static_cast<double>(grid.row_cell_size())), column_size_(static_cast<double>(grid.column_cell_size())),
          rows_(grid.rows()), columns_(grid.columns()), is_wrapped_(grid.is_wrapped()) {
        auto const is_mine = [&](SceneRect const& rect) {
            auto const* const cells = std::get_if<CellsTag>(&rect.tag);
            return cells && cells->panel == panel;
        };
        auto const found = std::ranges::find_if(picture.rects, is_mine);
        assert(found != picture.rects.end());
        auto const& cells = std::get<CellsTag>(found->tag);
        cell_width_ = found->width / static_cast<double>(cells.columns.size());
        cell_height_ = found->height / static_cast<double>(cells.rows.size());
        left_ = found->x - cell_width_ * static_cast<double>(cells.columns.begin);
        top_ = found->y - cell_height_ * static_cast<double>(cells.rows.begin);
    }

    [[nodiscard]] PixelRect whole() const { return {left_, top_, cell_width_ * columns_, cell_height_ * rows_}; }

    /// Returns the number of elements per line; 0: all of them are in one line.
    [[nodiscard]] double line() const { return is_wrapped_ ? column_size_ * columns_ : 0; }

    /// Returns the rectangle of a range of columns that stays within a line.
    [[nodiscard]] PixelRect rect(Run rows, double first, double last) const {
        double const number = line() > 0 ? std::floor((first + rounding) / line()) : 0;
        double const x = left_ + cell_width_ * (first - number * line()) / column_size_;
        double const width = cell_width_ * (last - first) / column_size_;
        if (is_wrapped_) return {x, top_ + cell_height_ * number, width, cell_height_};
        return {x, top_ + cell_height_ * static_cast<double>(rows.begin) / row_size_, width,
                cell_height_ * static_cast<double>(rows.size()) / row_size_};
    }

  private:
    double left_ = 0;
    double top_ = 0;
    double cell_width_ = 0;
    double cell_height_ = 0;
    double row_size_; // elements per cell
    double column_size_;
    int rows_; // number of cells
    int columns_;
    bool is_wrapped_;
};

/// Appends the positions of line ends within a run, as shares of the run.
void add_line_ends(Run run, double line, std::vector<double>& cuts) {
    if (line <= 0) return;
    auto const begin = static_cast<double>(run.begin);
    auto const end = static_cast<double>(run.end);
    for (double at = (std::floor(begin / line) + 1) * line; at < end; at += line) cuts.push_back((at - begin) / (end - begin));
}

double place_at(Run run, double share) {
    return static_cast<double>(run.begin) + share * static_cast<double>(run.size());
}

} // namespace

FlowSlice slice_of(OwnershipGrid const& grid) {
    OwnershipView const& view = grid.view();
    return {view.row_dim, view.column_dim, view.fixed, {0, view.row_dim ? view.rows.count : 1}, {0, view.columns.count}};
}

PixelRect plot_of(Scene const& picture, OwnershipGrid const& grid, Index panel) {
    return PanelPlot(picture, grid, panel).whole();
}

std::vector<FlightPath> flight_paths(DataFlow const& flow, Scene const& picture, std::span<TitledGrid const> panels) {
    assert(panels.size() == 2);
    PanelPlot const source(picture, panels[0].grid, 0);
    PanelPlot const target(picture, panels[1].grid, 1);
    std::vector<FlightPath> paths;
    for (Flight const& flight : flow.flights) {
        std::vector<double> cuts{0, 1};
        add_line_ends(flight.source_columns, source.line(), cuts);
        add_line_ends(flight.target_columns, target.line(), cuts);
        std::ranges::sort(cuts);
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
            if (cuts[i] == cuts[i + 1]) continue;
            auto const part = [&](PanelPlot const& plot, Run rows, Run columns) {
                return plot.rect(rows, place_at(columns, cuts[i]), place_at(columns, cuts[i + 1]));
            };
            paths.push_back({flight.from, flight.to, flight.steps, part(source, flight.source_rows, flight.source_columns),
                             part(target, flight.target_rows, flight.target_columns)});
        }
    }
    return paths;
}

} // namespace tessera
