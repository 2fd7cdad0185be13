// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a finished table: published figures and ours side by side, for people and as JSON.
#pragma once

#include "cli/distbench/tables/paper_table.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/report/text_table.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera::cli {

/// Members keep their order.
using ReportJson = nlohmann::basic_json<OrderedMembers>;

struct TableReport {
    std::string text;
    ReportJson json; ///< a list of objects in the outermost object is written with one object per line
};

void write_report(TableReport const& report, bool json, Sink const& sink);

/// Returns a table as text.
[[nodiscard]] std::string table_text(std::vector<TextTable::Column> columns, std::vector<std::vector<std::string>> rows);

/// Returns null in place of nothing.
[[nodiscard]] ReportJson json_of(std::optional<double> number);

/// Precondition: there is a number, and all are positive.
[[nodiscard]] double geometric_mean(std::span<double const> numbers);
/// Returns "0.62 to 1.48, geometric mean 0.93".
[[nodiscard]] std::string range_and_mean(std::span<double const> ratios);

/// Returns a table of the first key column, the column `thesis` and our texts, one for each row. JSON of schema
/// tessera.golden-table/1 (share/doc/formats.md).
[[nodiscard]] TableReport computed_texts_report(PaperTable const& paper, std::vector<std::string> const& here);

} // namespace tessera::cli
