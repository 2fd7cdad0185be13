// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a square table with equal row and column sums as a sum of weighted matchings (Birkhoff, von Neumann).
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <vector>

namespace tessera::detail {

/// Takes one perfect matching after the other off the table. Weights at or above a threshold are used alone as long as they hold a
/// perfect matching, then the threshold is halved: layers are thick, and far fewer than entries. Every layer uses an entry up; at
/// threshold 1 there is always a perfect matching (Hall), so the layers add up to the table.
class MatchingLayers {
  public:
    struct Entry {
        int row = 0;
        int column = 0;
        Index weight = 0; ///< > 0
    };

    /// Rows and columns count from 0 to side - 1; two entries may share a place. Precondition: all sums are equal.
    MatchingLayers(int side, std::vector<Entry> entries);

    [[nodiscard]] bool done() const { return rest_ == 0; }
    /// Takes the next layer off: one entry per row, in matched(); returns how much was taken off each. Precondition: not done().
    Index peel();
    /// By row: the number of the entry the last layer took from.
    [[nodiscard]] std::vector<std::size_t> const& matched() const { return row_match_; }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    void set_threshold(Index threshold);
    void complete_matching();
    [[nodiscard]] bool augment(int row);
    /// Looks at a row's usable entries; returns the entry whose column is free, or none.
    [[nodiscard]] std::size_t explore(int row);
    void flip_path(std::size_t entry);
    void unmatch(std::size_t entry);

    std::vector<Entry> entries_;
    std::vector<std::vector<std::size_t>> usable_of_row_; // entries at or above the threshold, and some that no longer are
    std::vector<std::size_t> row_match_;
    std::vector<std::size_t> column_match_;
    std::vector<int> free_rows_;
    Index rest_ = 0; // every row's sum
    Index threshold_ = 1;

    // One search: rows to look at, and by column when it was reached and by which entry.
    std::vector<int> queue_;
    std::vector<int> reached_in_;
    std::vector<std::size_t> reached_by_;
    int search_ = 0;
};

} // namespace tessera::detail
