// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the positions of a context as points of a grid, and the addresses of boxes of this grid elsewhere.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/sets/box_set.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

/// The addresses of the points of a grid: point (i, j, ...) has address first + i * strides[0] + j * strides[1] + ...
struct GridAddresses {
    Extents strides;
    Index first = 0;
};

/// Consecutive indices of one dimension of a grid that are also consecutive in another grid.
struct GridRun {
    Index here = 0; ///< first index in the grid
    Index there = 0;
    Index count = 0;
};

/// Returns the elements of `set`, ascending, as runs. `here` is the position in `stored` of set + `distance`; `there` counts the
/// elements of `set` from 0. Precondition: `stored` contains set + `distance`. Cost: the runs of `set`.
[[nodiscard]] std::vector<GridRun> grid_runs(PeriodicSet const& set, PeriodicSet const& stored, Index distance);
/// Returns the runs with both sides exchanged.
[[nodiscard]] std::vector<GridRun> reversed_runs(std::vector<GridRun> runs);

/// Returns the strides of a dense grid. `fastest_first` lists its dimensions from the fastest to the slowest.
[[nodiscard]] Extents dense_strides(Extents const& shape, std::span<int const> fastest_first);

/// A box of a grid: ascending runs in each dimension, and its addresses in the other memory.
struct GridBox {
    std::vector<std::vector<GridRun>> dims;
    GridAddresses there;
};

/// Consecutive positions of a context within one box.
struct BoxRun {
    std::size_t box = 0;
    Index from = 0; ///< address in this memory; the next one is from_step further
    Index from_step = 1;
    Index to = 0; ///< address in the other memory
    Index to_step = 1;
    Index count = 0;
};

/// Finds the active positions of a context in boxes of a grid. Cost: the rows (lines of the fastest dimension) with an active
/// position times the boxes, plus the runs of the boxes found. Inactive rows cost nothing.
class ContextGrid {
  public:
    /// Point (i, j, ...) has the position given by `numbers` and the address given by `memory`. Positions without a point are
    /// ignored. Precondition: rows do not interleave: each stride is at least the reach of all faster dimensions.
    ContextGrid(Extents const& shape, GridAddresses const& numbers, GridAddresses memory);

    /// Adds a box. Boxes are numbered from 0 and may overlap.
    void add(GridBox box);
    [[nodiscard]] std::size_t boxes() const { return boxes_.size(); }

    /// Calls visit(BoxRun) for the active positions, ascending, and for each box that contains them.
    template <class Visit>
    void for_each(Context const& context, Visit const& visit) const {
        Walk walk(*this);
        context.for_each_run([&](Run run) { walk.visit_run(run, visit); });
    }

    /// A walk over ascending runs of positions. It keeps the current row. The grid must outlive it.
    class Walk {
      public:
        explicit Walk(ContextGrid const& grid) : grid_(grid), index_(grid.dims_.size(), 0) {}

        template <class Visit>
        void visit_run(Run run, Visit const& visit) {
            while (!run.empty()) {
                if (!row_.contains(run.begin)) enter_row_of(run.begin);
                Run const here = intersection(run, row_);
                for (Met const& met : met_) visit_box(met, {here.begin - row_.begin, here.end - row_.begin}, visit);
                run.begin = here.end;
            }
        }

      private:
        /// A box that intersects the current row.
        struct Met {
            std::size_t number = 0;
            Index there = 0; ///< address of the row in the other memory, at index 0 of the fastest dimension
        };
        void enter_row_of(Index position);
        void meet_boxes();

        template <class Visit>
        void visit_box(Met const& met, Run indices, Visit const& visit) const {
            GridBox const& box = grid_.boxes_[met.number];
            std::vector<GridRun> const& runs = box.dims.front();
            auto const last = [](GridRun const& run) { return run.here + run.count - 1; };
            for (auto run = std::ranges::lower_bound(runs, indices.begin, {}, last); run != runs.end() && run->here < indices.end;
                 ++run) {
                Index const begin = std::max(indices.begin, run->here);
                Index const end = std::min(indices.end, run->here + run->count);
                visit(BoxRun{met.number, memory_ + begin * grid_.memory_.strides.front(), grid_.memory_.strides.front(),
                             met.there + (run->there + begin - run->here) * box.there.strides.front(), box.there.strides.front(),
                             end - begin});
            }
        }

        ContextGrid const& grid_;
        Run row_;              // positions of the row; or positions without a point, up to the next row
        Extents index_;        // indices of the row
        Index memory_ = 0;     // address of the row at index 0 of the fastest dimension
        std::vector<Met> met_; // empty if the positions have no points
    };

  private:
    /// One dimension. The strides of positions are positive here, because backward dimensions are reversed.
    struct Dim {
        Index extent = 1;
        Index stride = 1;
        std::size_t number = 0; ///< number in the caller's order; `added`: an extra dimension of extent 1, if no stride is 1
        bool backwards = false;
    };
    static constexpr std::size_t added = static_cast<std::size_t>(-1);

    std::vector<Dim> dims_; // fastest dimension first
    bool empty_ = false;
    Index lowest_ = 0;           // lowest position
    GridAddresses memory_;       // in the order of dims_
    std::vector<GridBox> boxes_; // in the order of dims_
};

} // namespace tessera
