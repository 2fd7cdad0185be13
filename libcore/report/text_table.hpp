// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the one table formatter of all reports.
#pragma once

#include "libcore/report/sink.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Columns two blanks apart, as wide as their entries, numbers to the right. Rows are written as they come: widths are settled by
/// the first few dozen, so that a table of a million rows needs no memory.
class TextTable {
  public:
    enum class Align { Left, Right };
    struct Column {
        std::string heading;
        Align align = Align::Right;
    };

    TextTable(std::vector<Column> columns, Sink sink);
    void add(std::vector<std::string> row); ///< one entry per column
    /// A line of its own among the rows, e.g. "...".
    void add_line(std::string line);
    void finish(); ///< writes what is still held back; call it last

  private:
    struct Row {
        std::vector<std::string> entries;
        bool is_line = false; ///< one entry, in no column
    };
    void take(Row row);
    void settle();
    void write(Row const& row) const;
    void write_row(std::vector<std::string> const& row) const;

    std::vector<Column> columns_;
    Sink sink_;
    std::vector<Row> waiting_; // until the widths are settled
    std::vector<std::size_t> widths_;
    bool settled_ = false;
};

} // namespace tessera
