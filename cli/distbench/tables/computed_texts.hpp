// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published texts next to computed ones, which should be equal.
#pragma once

#include "cli/distbench/tables/paper_table.hpp"
#include "cli/distbench/tables/table_report.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Returns a table of the first key column, the column `thesis` and our texts, one for each row. JSON of schema
/// tessera.golden-table/1 (share/doc/formats.md).
[[nodiscard]] TableReport computed_texts_report(PaperTable const& paper, std::vector<std::string> const& here);

} // namespace tessera::cli
