// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the positions of a context as places of a grid, and where boxes of this grid lie elsewhere.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/sets/box_set.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

/// Where the places of a grid lie: place (i, j, ...) lies at first + i * strides[0] + j * strides[1] + ...
struct GridPlaces {
    Extents strides;
    Index first = 0;
};

/// Neighbours along one dimension that are neighbours elsewhere, too.
struct GridRun {
    Index here = 0; ///< index of the first, in the grid
    Index there = 0;
    Index count = 0;
};

/// The elements of `set`, ascending. Here they have the numbers of `stored` that set + `distance` has; there they are counted from
/// 0. Precondition: `stored` holds them. Cost: the runs of `set`.
[[nodiscard]] std::vector<GridRun> grid_runs(PeriodicSet const& set, PeriodicSet const& stored, Index distance);
/// The same with both sides exchanged.
[[nodiscard]] std::vector<GridRun> turned(std::vector<GridRun> runs);

/// Strides of a gapless grid whose dimensions are listed from the fastest to the slowest.
[[nodiscard]] Extents dense_strides(Extents const& shape, std::span<int const> fastest_first);

/// A box of a grid: ascending runs in each dimension, and where it lies elsewhere.
struct GridBox {
    std::vector<std::vector<GridRun>> dims;
    GridPlaces there;
};

/// Consecutive positions of a context within one box.
struct GridStretch {
    std::size_t box = 0;
    Index from = 0; ///< in memory; the next one lies from_step further
    Index from_step = 1;
    Index to = 0; ///< there
    Index to_step = 1;
    Index count = 0;
};

/// Finds the active positions of a context in boxes of a grid. It costs what is active: the rows (lines of the fastest dimension)
/// with an active position times the boxes, and the runs of the boxes that are met; inactive rows cost nothing.
class ContextGrid {
  public:
    /// Place i, j, ... has the position `numbers` says, and lies where `memory` says. Positions that no place has are ignored.
    /// Precondition: rows do not interleave: each stride is at least as long as all that vary faster reach.
    ContextGrid(Extents const& shape, GridPlaces const& numbers, GridPlaces memory);

    /// Boxes are numbered from 0 and may overlap.
    void add(GridBox box);
    [[nodiscard]] std::size_t boxes() const { return boxes_.size(); }

    /// Calls visit(GridStretch) for the active positions, ascending, for each box that holds them.
    template <class Visit>
    void for_each(Context const& context, Visit const& visit) const {
        Walk walk(*this);
        context.for_each_run([&](Run run) { walk.visit_run(run, visit); });
    }

    /// A walk over ascending runs of positions, which remembers the row that it is in. The grid must outlive it.
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
        /// A box that the row goes through.
        struct Met {
            std::size_t number = 0;
            Index there = 0; ///< of the row, where the index of the fastest dimension is 0
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
                visit(GridStretch{met.number, memory_ + begin * grid_.memory_.strides.front(), grid_.memory_.strides.front(),
                                  met.there + (run->there + begin - run->here) * box.there.strides.front(),
                                  box.there.strides.front(), end - begin});
            }
        }

        ContextGrid const& grid_;
        Run row_;              // its positions; of positions without a place, those up to the next row
        Extents index_;        // of the row
        Index memory_ = 0;     // of the row, where the index of the fastest dimension is 0
        std::vector<Met> met_; // nothing where there are no places
    };

  private:
    /// All strides of positions are positive here: dimensions that run backwards are turned around.
    struct Dim {
        Index extent = 1;
        Index stride = 1;
        std::size_t number = 0; ///< in the caller's order; added: rows of one place, where no stride is 1
        bool backwards = false;
    };
    static constexpr std::size_t added = static_cast<std::size_t>(-1);

    std::vector<Dim> dims_; // the fastest first
    bool empty_ = false;
    Index lowest_ = 0;           // position
    GridPlaces memory_;          // by dims_
    std::vector<GridBox> boxes_; // by dims_
};

} // namespace tessera
