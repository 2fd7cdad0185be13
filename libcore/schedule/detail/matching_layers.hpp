// SPDX-License-Identifier: BSD-3-Clause
// Tessera: decomposition of a square table with equal row and column sums into weighted matchings (Birkhoff, von Neumann).
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <vector>

namespace tessera::detail {

/// Removes one perfect matching after the other from the table. Only weights at or above a threshold are used while they contain a
/// perfect matching; then the threshold is halved. So layers have large weights, and are far fewer than entries. Every layer uses
/// up an entry. At threshold 1 there is always a perfect matching (Hall), so the layers add up to the table.
class MatchingLayers {
  public:
    struct Entry {
        int row = 0;
        int column = 0;
        Index weight = 0; ///< > 0
    };

    /// Rows and columns count from 0 to side - 1. Two entries may have the same row and column. Precondition: all sums are equal.
    MatchingLayers(int side, std::vector<Entry> entries);

    [[nodiscard]] bool done() const { return rest_ == 0; }
    /// Removes the next layer: one entry per row, in matched(). Returns the weight removed from each entry. Precondition: not
    /// done().
    Index peel();
    /// Returns, by row, the index of the entry that the last layer uses.
    [[nodiscard]] std::vector<std::size_t> const& matched() const { return row_match_; }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    void set_threshold(Index threshold);
    void complete_matching();
    [[nodiscard]] bool augment(int row);
    /// Visits a row's usable entries. Returns an entry whose column is free, or none.
    [[nodiscard]] std::size_t explore(int row);
    void flip_path(std::size_t entry);
    void unmatch(std::size_t entry);

    std::vector<Entry> entries_;
    std::vector<std::vector<std::size_t>> usable_of_row_; // entries at or above the threshold, and some that no longer are
    std::vector<std::size_t> row_match_;
    std::vector<std::size_t> column_match_;
    std::vector<int> free_rows_;
    Index rest_ = 0; // remaining sum of every row
    Index threshold_ = 1;

    // State of one search: the queue of rows, and for each column the search and the entry that reached it.
    std::vector<int> queue_;
    std::vector<int> reached_in_;
    std::vector<std::size_t> reached_by_;
    int search_ = 0;
};

} // namespace tessera::detail
