// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the table formatter of all reports.
#pragma once

#include "libcore/report/sink.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Columns are two blanks apart and as wide as their entries; numbers are right-aligned. The first few dozen rows determine the
/// widths. Later rows are written at once, so that a table of a million rows needs no memory.
class TextTable {
  public:
    enum class Align { Left, Right };
    struct Column {
        std::string heading;
        Align align = Align::Right;
    };

    TextTable(std::vector<Column> columns, Sink sink);
    void add(std::vector<std::string> row); ///< one entry per column
    /// Adds a line outside the columns, e.g. "...".
    void add_line(std::string line);
    void finish(); ///< writes the buffered rows; call it last

  private:
    struct Row {
        std::vector<std::string> entries;
        bool is_line = false; ///< one entry outside the columns
    };
    void take(Row row);
    void settle();
    void write(Row const& row) const;
    void write_row(std::vector<std::string> const& row) const;

    std::vector<Column> columns_;
    Sink sink_;
    std::vector<Row> waiting_; // rows buffered until the widths are known
    std::vector<std::size_t> widths_;
    bool settled_ = false;
};

} // namespace tessera
