// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout of one ownership grid: headings, axes, cells.
#pragma once

#include "libcore/scene/ownership/ownership_scene.hpp"
#include "libcore/sets/run.hpp"

#include <vector>

namespace tessera {

/// The constructor computes all sizes; the panel can then be drawn at any position. `panel` must outlive the layout.
class PanelLayout {
  public:
    /// `longest_side`: largest side of the grid, unless its cells reach their limits.
    PanelLayout(TitledGrid const& panel, double longest_side);

    [[nodiscard]] double width() const { return width_; }
    [[nodiscard]] double height() const { return height_; }
    /// `index`: the panel's number, for the tags of its rectangles.
    void add_to(Scene& scene, Index index, double x, double y) const;

  private:
    struct Block { // cells of the same appearance
        Run rows;
        Run columns;
    };
    [[nodiscard]] std::vector<Run> column_runs(int row) const; // neighbouring cells that look alike
    void add_headings(Scene& scene, double x, double y) const;
    void add_ticks(Scene& scene, double left, double top) const;
    void add_block(Scene& scene, Index index, Block block, double left, double top) const;
    void add_strips(Scene& scene, SceneRect const& whole, PictureCell const& cell, std::string const& where) const;
    void add_crosses(Scene& scene, SceneRect const& rect, Block block) const;
    void add_lines(Scene& scene, double left, double top) const;

    TitledGrid const& panel_;
    std::vector<Run> row_runs_; // neighbouring rows that look alike
    bool one_by_one_ = false;   // true: each cell is drawn alone, to show its copies
    double cell_width_ = 0;
    double cell_height_ = 0;
    double head_ = 0;   // height of the headings
    double margin_ = 0; // width of the labels at the left
    double width_ = 0;
    double height_ = 0;
};

} // namespace tessera
