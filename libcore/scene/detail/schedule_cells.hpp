// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cells of a step-by-rank chart, independent of their appearance.
#pragma once

#include "libcore/schedule/schedule.hpp"
#include "libcore/sets/run.hpp"

#include <vector>

namespace tessera::detail {

/// The transfers of one rank in one step, or of several ranks in several steps together. Partners are positions.
struct ScheduleCell {
    static constexpr int nobody = -1;
    static constexpr int several = -2;

    int to = nobody;
    int from = nobody;
    Index sends = 0; ///< number of messages
    Index receives = 0;
    Index sent = 0; ///< bytes
    Index received = 0;
    Index busy = 0;   ///< number of (rank, sampled step) pairs with a send or receive
    Index looked = 0; ///< ranks times sampled steps
};

struct ScheduleCells {
    std::vector<Run> positions;      ///< positions of each row
    std::vector<Run> steps;          ///< steps of each column
    std::vector<ScheduleCell> cells; ///< row-major
    std::vector<Index> busiest;      ///< bytes through the busiest port in any step of each column
    bool sampled = false;            ///< true: some steps were not sampled
    Index most_bytes = 0;            ///< largest number of bytes that a rank sends or receives in a step, averaged over its cell
    Index least_bytes = 0;           ///< smallest such number, over cells with transfers

    /// Reads all steps of a column if that is cheap enough, else evenly spaced samples. Cost: the transfers of the steps read, at
    /// most a few million.
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
    std::vector<Port> ports_;          // one per position, for the current step
    std::vector<std::size_t> row_of_;  // one per position
    std::vector<ScheduleCell> column_; // the current column: its cells are contiguous here, unlike in `cells`
    Index busiest_in_column_ = 0;
};

/// Returns the bytes that a rank sends or receives in a step, whichever is more, averaged over a cell.
[[nodiscard]] Index mean_bytes(ScheduleCell const& cell);

} // namespace tessera::detail
