// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the assignment problem, solved by shortest augmenting paths.
#include "libcore/redist/relabelling/assignment.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <utility>

namespace tessera {

namespace {

constexpr int nobody = -1;

/// Rows and columns have prices u and v with u[i] + v[j] >= worth(i,j), and equality for matched pairs. An unmatched column has
/// price 0. So no matching is worth more than the sum of the prices. During the search, a row may stay unmatched, which is worth 0:
/// so pairs of worth 0 need no edges.
class AssignmentSearch {
  public:
    AssignmentSearch(int size, std::span<Match const> matches)
        : start_(as_size(size) + 1), row_price_(start_.size() - 1), column_price_(row_price_.size()),
          column_of_(row_price_.size(), nobody), row_of_(column_of_), distance_(row_price_.size()),
          reached_(row_price_.size(), false), from_(row_price_.size(), nobody) {
        for (Match const& match : matches) ++start_[at(match.row) + 1];
        for (std::size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
        pairs_.resize(matches.size());
        std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
        for (Match const& match : matches) {
            pairs_[next[at(match.row)]++] = {match.column, match.worth};
            row_price_[at(match.row)] = std::max(row_price_[at(match.row)], match.worth);
        }
    }

    [[nodiscard]] std::vector<int> run() {
        for (int row = 0; row < size(); ++row) take_best(row);
        for (int row = 0; row < size(); ++row)
            if (column_of_[at(row)] == nobody) improve(row);
        return column_of_;
    }

  private:
    struct Pair {
        int column = 0;
        AssignmentWeight worth;
    };
    struct Label {
        AssignmentWeight distance;
        int column = 0;
        friend bool operator>(Label const& a, Label const& b) {
            return std::pair(a.distance, a.column) > std::pair(b.distance, b.column);
        }
    };
    /// The cheapest end of a path so far: a free column, or a row that becomes unmatched.
    struct PathEnd {
        AssignmentWeight cost;
        int row = nobody;
        int column = nobody; // free if `row` is nobody
    };

    static std::size_t at(int index) { return as_size(index); }
    [[nodiscard]] int size() const { return static_cast<int>(row_price_.size()); }
    [[nodiscard]] std::span<Pair const> pairs_of(int row) const {
        return std::span(pairs_).subspan(start_[at(row)], start_[at(row) + 1] - start_[at(row)]);
    }

    void match(int row, int column) {
        column_of_[at(row)] = column;
        row_of_[at(column)] = row;
    }

    /// Matches the row with a free column of the greatest worth to it, if there is one.
    void take_best(int row) {
        for (Pair const& pair : pairs_of(row))
            if (row_of_[at(pair.column)] == nobody && pair.worth == row_price_[at(row)]) return match(row, pair.column);
    }

    /// Labels the columns that the row could take, if they may lead to a cheaper end than the known one.
    void look_from(int row, AssignmentWeight so_far, PathEnd& end) {
        AssignmentWeight const give_up = so_far + row_price_[at(row)];
        if (give_up < end.cost) end = {give_up, row, nobody};
        for (Pair const& pair : pairs_of(row)) {
            auto const column = at(pair.column);
            AssignmentWeight const distance = so_far + row_price_[at(row)] + column_price_[column] - pair.worth;
            if (!(distance < end.cost) || (reached_[column] && !(distance < distance_[column]))) continue;
            if (!reached_[column]) touched_.push_back(pair.column);
            reached_[column] = true;
            distance_[column] = distance;
            from_[column] = row;
            if (row_of_[column] == nobody) end = {distance, nobody, pair.column};
            open_.push({distance, pair.column});
        }
    }

    /// Finds the shortest path from a free row with Dijkstra's algorithm. Updates the prices under the invariant, then the matching
    /// along the path.
    void improve(int first) {
        PathEnd end{row_price_[at(first)], first, nobody};
        std::vector<std::pair<int, AssignmentWeight>> rows{{first, {}}};
        std::vector<int> settled;
        look_from(first, {}, end);
        while (!open_.empty()) {
            auto const [distance, column] = open_.top();
            open_.pop();
            if (distance > distance_[at(column)] || !(distance < end.cost)) continue;
            int const row = row_of_[at(column)];
            settled.push_back(column);
            rows.emplace_back(row, distance);
            look_from(row, distance, end);
        }
        for (auto const& [row, distance] : rows) row_price_[at(row)] = row_price_[at(row)] - (end.cost - distance);
        for (int const column : settled) column_price_[at(column)] = column_price_[at(column)] + (end.cost - distance_[at(column)]);
        shift(first, end);
        for (int const column : touched_) reached_[at(column)] = false;
        touched_.clear();
    }

    /// Gives every row on the path the next column of the path.
    void shift(int first, PathEnd const& end) {
        int column = end.column;
        if (end.row != nobody) column = std::exchange(column_of_[at(end.row)], nobody);
        if (end.row == first) return;
        while (true) {
            int const row = from_[at(column)];
            int const before = column_of_[at(row)];
            match(row, column);
            if (row == first) return;
            column = before;
        }
    }

    std::vector<std::size_t> start_;
    std::vector<Pair> pairs_;
    std::vector<AssignmentWeight> row_price_;
    std::vector<AssignmentWeight> column_price_;
    std::vector<int> column_of_;
    std::vector<int> row_of_;
    // State of the current search:
    std::vector<AssignmentWeight> distance_; // indexed by column
    std::vector<char> reached_;
    std::vector<int> from_; // the row from which a column was reached
    std::vector<int> touched_;
    std::priority_queue<Label, std::vector<Label>, std::greater<>> open_;
};

} // namespace

std::vector<int> best_assignment(int size, std::span<Match const> matches) {
    std::vector<int> columns = AssignmentSearch(size, matches).run();
    std::vector<bool> taken(columns.size(), false);
    for (int const column : columns)
        if (column != nobody) taken[as_size(column)] = true;
    // An unmatched row keeps the column of its own number if that is free.
    for (std::size_t row = 0; row < columns.size(); ++row) {
        if (columns[row] != nobody || taken[row]) continue;
        columns[row] = static_cast<int>(row);
        taken[row] = true;
    }
    std::size_t next = 0;
    for (int& column : columns) {
        if (column != nobody) continue;
        while (taken[next]) ++next;
        column = static_cast<int>(next++);
    }
    return columns;
}

} // namespace tessera
