// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a published table, read from CSV.
#include "cli/distbench/tables/paper_table.hpp"

#include "cli/distbench/tables/embedded.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Returns the cells of one line. A cell in quotation marks may contain commas, and "" for a quotation mark.
Result<std::vector<std::string>> cells_of(std::string_view line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        char const c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
            cells.back() += line[++i];
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            cells.emplace_back();
        else
            cells.back() += c;
    }
    if (quoted) return fail("a quotation mark has no end; close the cell with \"");
    return cells;
}

std::optional<double> number_in(std::string_view cell) {
    if (cell.starts_with('?')) cell.remove_prefix(1);
    double value = 0;
    auto const [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
    return value;
}

std::string name_of_file(std::string_view file) {
    file.remove_prefix(file.find_last_of('/') + 1);
    if (file.ends_with(".csv")) file.remove_suffix(4);
    return std::string(file);
}

PaperTable table_of_ours(std::string_view name, std::string_view text) {
    auto table = PaperTable::parse(text, std::string(name));
    assert(table && "a file of datasets/papers is no table");
    return *std::move(table);
}

} // namespace

std::vector<std::string> split_text(std::string_view text, std::string_view separator) {
    std::vector<std::string> parts;
    while (true) {
        std::size_t const end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + separator.size());
    }
}

std::optional<Extents> extents_in(std::string_view text, Index most_elements) {
    Extents extents;
    for (std::string const& part : split_text(text, "x")) {
        auto const extent = number_in(part);
        if (!extent || *extent < 1 || *extent > static_cast<double>(most_elements) || *extent != std::floor(*extent))
            return std::nullopt;
        extents.push_back(static_cast<Index>(*extent));
        most_elements /= extents.back();
    }
    return std::ssize(extents) <= max_dims ? std::optional(extents) : std::nullopt;
}

Result<PaperTable> PaperTable::parse(std::string_view text, std::string const& file) {
    PaperTable table;
    table.name_ = name_of_file(file);
    std::size_t number = 0;
    for (std::string const& line : split_text(text, "\n")) {
        ++number;
        if (line.starts_with('#'))
            table.add_fact(line);
        else if (!line.empty())
            if (auto const added = table.add_row(line); !added)
                return fail(fmt::format("{}:{}: {}", file, number, added.error().message));
    }
    for (auto const& checked : {table.settle_keys(), table.check_figures()})
        if (!checked) return fail(fmt::format("{}: {}", file, checked.error().message));
    return table;
}

void PaperTable::add_fact(std::string_view line) {
    std::size_t const colon = line.find(": ");
    if (colon == std::string_view::npos) return; // a remark
    std::string_view const key = line.substr(2, colon - 2);
    std::string_view const value = line.substr(colon + 2);
    auto const found = std::ranges::find(facts_, key, &Fact::key);
    if (found == facts_.end())
        facts_.push_back({std::string(key), std::string(value)});
    else
        found->value += "\n" + std::string(value);
}

Result<void> PaperTable::add_row(std::string_view line) {
    auto cells = TRY(cells_of(line));
    if (headings_.empty()) {
        headings_ = std::move(cells);
        return {};
    }
    if (cells.size() != headings_.size())
        return fail(fmt::format("the row has {} cells, and there are {} headings", cells.size(), headings_.size()));
    rows_.push_back(std::move(cells));
    return {};
}

Result<void> PaperTable::settle_keys() {
    auto const keys = split_text(fact("keys"), ",");
    if (keys.size() > headings_.size() || !std::equal(keys.begin(), keys.end(), headings_.begin()))
        return fail(fmt::format("the first columns must be '{}', as the fact '# keys: ...' says", fact("keys")));
    keys_ = keys.size();
    return {};
}

Result<void> PaperTable::check_figures() const {
    if (fact("unit") == "text") return {};
    for (std::size_t row = 0; row < rows(); ++row)
        for (std::string const& heading : figures())
            if (std::string const& cell = text(row, heading); !cell.empty() && !number_in(cell))
                return fail(fmt::format("row '{}', column '{}': '{}' is not a number", rows_[row].front(), heading, cell));
    return {};
}

Result<void> PaperTable::require(std::span<std::string_view const> facts, std::span<std::string_view const> columns) const {
    for (std::string_view const key : facts)
        if (fact(key).empty()) return fail(fmt::format("table {}: it lacks the fact '# {}: ...'", name_, key));
    for (std::string_view const heading : columns)
        if (!has_column(heading)) return fail(fmt::format("table {}: it lacks the column '{}'", name_, heading));
    return {};
}

std::string const& PaperTable::fact(std::string_view key) const {
    static std::string const none;
    auto const found = std::ranges::find(facts_, key, &Fact::key);
    return found == facts_.end() ? none : found->value;
}

bool PaperTable::has_column(std::string_view heading) const {
    return std::ranges::find(headings_, heading) != headings_.end();
}

std::size_t PaperTable::column_(std::string_view heading) const {
    assert(has_column(heading));
    return static_cast<std::size_t>(std::ranges::find(headings_, heading) - headings_.begin());
}

std::string const& PaperTable::text(std::size_t row, std::string_view heading) const {
    return rows_[row][column_(heading)];
}

std::optional<double> PaperTable::number(std::size_t row, std::string_view heading) const {
    return number_in(text(row, heading));
}

bool PaperTable::is_doubtful(std::size_t row, std::string_view heading) const {
    return text(row, heading).starts_with('?');
}

std::optional<double> PaperTable::number(std::initializer_list<std::string_view> keys, std::string_view heading) const {
    auto const found = std::ranges::find_if(
        rows_, [&](std::vector<std::string> const& row) { return std::equal(keys.begin(), keys.end(), row.begin()); });
    if (found == rows_.end()) return std::nullopt;
    return number_in((*found)[column_(heading)]);
}

std::span<PaperTable const> paper_tables() {
    static std::vector<PaperTable> const tables = [] {
        std::vector<PaperTable> list;
        for (auto const& [name, text] : paper_files()) list.push_back(table_of_ours(name, text));
        return list;
    }();
    return tables;
}

PaperTable const* find_paper_table(std::string_view name) {
    auto const tables = paper_tables();
    auto const found = std::ranges::find(tables, name, &PaperTable::name);
    return found == tables.end() ? nullptr : &*found;
}

} // namespace tessera::cli
