// SPDX-License-Identifier: BSD-3-Clause
// Tessera: decomposition of a square table with equal row and column sums into weighted matchings (Birkhoff, von Neumann).
#include "libcore/schedule/detail/matching_layers.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

namespace tessera::detail {

MatchingLayers::MatchingLayers(int side, std::vector<Entry> entries)
    : entries_(std::move(entries)), usable_of_row_(as_size(side)), row_match_(as_size(side), none),
      column_match_(as_size(side), none), reached_in_(as_size(side), 0), reached_by_(as_size(side), none) {
    Index largest = 1;
    for (Entry const& entry : entries_) {
        largest = std::max(largest, entry.weight);
        if (entry.row == 0) rest_ += entry.weight;
    }
    set_threshold(static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(largest))));
    for (int row = side - 1; row >= 0; --row) free_rows_.push_back(row);
}

void MatchingLayers::set_threshold(Index threshold) {
    assert(threshold > 0);
    threshold_ = threshold;
    for (auto& usable : usable_of_row_) usable.clear();
    for (std::size_t number = 0; number < entries_.size(); ++number)
        if (entries_[number].weight >= threshold) usable_of_row_[as_size(entries_[number].row)].push_back(number);
}

Index MatchingLayers::peel() {
    assert(!done());
    complete_matching();
    Index taken = rest_;
    for (std::size_t const number : row_match_) taken = std::min(taken, entries_[number].weight);
    rest_ -= taken;
    for (std::size_t const number : row_match_) entries_[number].weight -= taken;
    return taken;
}

void MatchingLayers::complete_matching() {
    for (std::size_t row = 0; row < row_match_.size(); ++row)
        if (row_match_[row] != none && entries_[row_match_[row]].weight < threshold_) unmatch(row_match_[row]);
    while (!free_rows_.empty()) {
        if (augment(free_rows_.back()))
            free_rows_.pop_back();
        else
            set_threshold(threshold_ / 2);
    }
}

void MatchingLayers::unmatch(std::size_t entry) {
    auto const [row, column, weight] = entries_[entry];
    row_match_[as_size(row)] = none;
    column_match_[as_size(column)] = none;
    free_rows_.push_back(row);
}

/// Searches breadth first from a free row, so that it finds the shortest alternating path.
bool MatchingLayers::augment(int row) {
    ++search_;
    queue_.assign(1, row);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
        std::size_t const last = explore(queue_[head]);
        if (last == none) continue;
        flip_path(last);
        return true;
    }
    return false;
}

std::size_t MatchingLayers::explore(int row) {
    auto& usable = usable_of_row_[as_size(row)];
    for (std::size_t i = 0; i < usable.size();) {
        std::size_t const number = usable[i];
        if (entries_[number].weight < threshold_) {
            usable[i] = usable.back();
            usable.pop_back();
            continue;
        }
        ++i;
        auto const column = as_size(entries_[number].column);
        if (reached_in_[column] == search_) continue;
        reached_in_[column] = search_;
        reached_by_[column] = number;
        if (column_match_[column] == none) return number;
        queue_.push_back(entries_[column_match_[column]].row);
    }
    return none;
}

/// Matches the entry, and every other entry on the path back to the row where the search began.
void MatchingLayers::flip_path(std::size_t entry) {
    while (entry != none) {
        auto const row = as_size(entries_[entry].row);
        auto const column = as_size(entries_[entry].column);
        std::size_t const given_up = row_match_[row];
        row_match_[row] = entry;
        column_match_[column] = entry;
        entry = given_up == none ? none : reached_by_[as_size(entries_[given_up].column)];
    }
}

} // namespace tessera::detail
