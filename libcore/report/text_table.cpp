// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the table formatter of all reports.
#include "libcore/report/text_table.hpp"

#include "libcore/base/visible_text.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace tessera {
namespace {

constexpr std::size_t rows_that_settle = 64;

} // namespace

TextTable::TextTable(std::vector<Column> columns, Sink sink) : columns_(std::move(columns)), sink_(std::move(sink)) {
    for (Column const& column : columns_) widths_.push_back(column.heading.size());
}

void TextTable::add(std::vector<std::string> row) {
    assert(row.size() == columns_.size());
    for (std::string& entry : row) entry = visible_name(entry); // the entry may come from a file
    if (!settled_)
        for (std::size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], row[i].size());
    take({std::move(row)});
}

void TextTable::add_line(std::string line) {
    take({{std::move(line)}, true});
}

void TextTable::finish() {
    settle();
}

void TextTable::take(Row row) {
    if (settled_) return write(row);
    waiting_.push_back(std::move(row));
    if (waiting_.size() == rows_that_settle) settle();
}

void TextTable::settle() {
    if (settled_) return;
    settled_ = true;
    std::vector<std::string> headings;
    for (Column const& column : columns_) headings.push_back(column.heading);
    write_row(headings);
    for (Row const& row : waiting_) write(row);
    waiting_.clear();
}

void TextTable::write(Row const& row) const {
    row.is_line ? sink_("  " + row.entries.front() + "\n") : write_row(row.entries);
}

void TextTable::write_row(std::vector<std::string> const& row) const {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
        line += columns_[i].align == Align::Right ? fmt::format("  {:>{}}", row[i], widths_[i])
                                                  : fmt::format("  {:<{}}", row[i], widths_[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    sink_(line + "\n");
}

} // namespace tessera
