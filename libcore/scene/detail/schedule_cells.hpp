// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cells of a step-by-rank chart, before it is decided how they look.
#pragma once

#include "libcore/schedule/schedule.hpp"
#include "libcore/sets/run.hpp"

#include <vector>

namespace tessera::detail {

/// What one rank does in one step, or several ranks in several steps together. Partners are positions.
struct ScheduleCell {
    static constexpr int nobody = -1;
    static constexpr int several = -2;

    int to = nobody;
    int from = nobody;
    Index sends = 0; ///< messages
    Index receives = 0;
    Index sent = 0; ///< bytes
    Index received = 0;
    Index busy = 0;   ///< ranks, added up over the steps looked at, that send or receive
    Index looked = 0; ///< ranks times steps looked at
};

struct ScheduleCells {
    std::vector<Run> positions;      ///< of each row
    std::vector<Run> steps;          ///< of each column
    std::vector<ScheduleCell> cells; ///< row-major
    std::vector<Index> busiest;      ///< by column: bytes through the busiest port of any of its steps
    bool sampled = false;            ///< not every step was looked at
    Index most_bytes = 0;            ///< that a rank sends or receives in a step, on average over its cell
    Index least_bytes = 0;           ///< the same, of cells that send or receive anything

    /// Looks at all steps of a column if that is cheap enough, else at some, evenly spread.
    /// Cost: the transfers of the steps looked at, at most a few million.
    ScheduleCells(Schedule const& schedule, Run positions, Run steps, Index most_rows, Index most_columns);

    [[nodiscard]] ScheduleCell const& at(std::size_t row, std::size_t column) const { return cells[row * steps.size() + column]; }
    [[nodiscard]] bool is_aggregated() const { return !cells.empty() && positions.front().size() * steps.front().size() > 1; }

  private:
    void look_at(Schedule const& schedule, int step);
    void find_extremes();

    struct Port {
        Index sent = 0;
        Index received = 0;
    };
    static constexpr std::size_t no_row = static_cast<std::size_t>(-1);
    std::vector<Port> ports_;          // by position, of the step looked at
    std::vector<std::size_t> row_of_;  // by position
    std::vector<ScheduleCell> column_; // that is looked at: cells of a row lie side by side, those of a column far apart
    Index busiest_in_column_ = 0;
};

/// Bytes that a rank sends or receives in a step, whichever is more, on average over a cell.
[[nodiscard]] Index mean_bytes(ScheduleCell const& cell);

} // namespace tessera::detail
