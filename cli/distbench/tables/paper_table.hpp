// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a published table, read from CSV.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// The figures of a paper. The file begins with facts, `# key: value`; a repeated key adds a line to its value. Then follow a line
/// of headings and the rows. The fact `keys` names the first columns; the other columns hold the figures. A figure is a number in
/// the fact `unit`, or empty. `?` before a number marks a printing error. If the unit is `text`, figures are texts.
class PaperTable {
  public:
    /// Errors, with the file's name and the line: a fact, a key column or a figure is missing or wrong.
    [[nodiscard]] static Result<PaperTable> parse(std::string_view text, std::string const& file);

    [[nodiscard]] std::string const& name() const { return name_; } ///< name of the file, without folder and ".csv": "thakur-4.4"
    /// Returns the value of a fact; empty if the table does not have it.
    [[nodiscard]] std::string const& fact(std::string_view key) const;
    [[nodiscard]] std::string const& title() const { return fact("title"); }

    [[nodiscard]] std::span<std::string const> keys() const { return std::span(headings_).first(keys_); }
    [[nodiscard]] std::span<std::string const> figures() const { return std::span(headings_).subspan(keys_); }
    [[nodiscard]] bool has_column(std::string_view heading) const;
    [[nodiscard]] std::size_t rows() const { return rows_.size(); }

    // Precondition: the column exists.
    [[nodiscard]] std::string const& text(std::size_t row, std::string_view heading) const;
    [[nodiscard]] std::optional<double> number(std::size_t row, std::string_view heading) const;
    [[nodiscard]] bool is_doubtful(std::size_t row, std::string_view heading) const;
    /// Returns the figure of the row with these first keys; nothing if there is no such row.
    [[nodiscard]] std::optional<double> number(std::initializer_list<std::string_view> keys, std::string_view heading) const;

    /// Error: a fact or a column of this list is missing.
    [[nodiscard]] Result<void> require(std::span<std::string_view const> facts, std::span<std::string_view const> columns) const;

  private:
    struct Fact {
        std::string key;
        std::string value;
    };
    void add_fact(std::string_view line);
    [[nodiscard]] Result<void> add_row(std::string_view line);
    [[nodiscard]] Result<void> settle_keys();
    [[nodiscard]] Result<void> check_figures() const;
    [[nodiscard]] std::size_t column_(std::string_view heading) const;

    std::string name_;
    std::vector<Fact> facts_;
    std::vector<std::string> headings_;
    std::size_t keys_ = 0;
    std::vector<std::vector<std::string>> rows_;
};

/// Returns the tables of datasets/papers.
[[nodiscard]] std::span<PaperTable const> paper_tables();
/// Returns null for other names.
[[nodiscard]] PaperTable const* find_paper_table(std::string_view name);

/// Reads extents such as "196x196x196". Nothing: one is below 1, there are more dimensions than arrays have, or more elements.
[[nodiscard]] std::optional<Extents> extents_in(std::string_view text, Index most_elements);

/// Returns the parts of a text between separators.
[[nodiscard]] std::vector<std::string> split_text(std::string_view text, std::string_view separator);

} // namespace tessera::cli
