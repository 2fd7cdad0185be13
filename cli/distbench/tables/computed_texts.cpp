// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published texts next to computed ones, which should be equal.
#include "cli/distbench/tables/computed_texts.hpp"

#include <fmt/format.h>

namespace tessera::cli {

TableReport computed_texts_report(PaperTable const& paper, std::vector<std::string> const& here) {
    std::string const& what = paper.keys().front();
    std::vector<std::vector<std::string>> lines;
    ReportJson rows = ReportJson::array();
    bool equal = true;
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        std::string const& label = paper.text(row, what);
        std::string const& thesis = paper.text(row, "thesis");
        lines.push_back({label, "thesis", thesis});
        lines.push_back({"", "here", here[row]});
        rows.push_back({{"label", label}, {"thesis", thesis}, {"here", here[row]}});
        equal = equal && thesis == here[row];
    }
    return {fmt::format("{}, table {}: {}\n\n", paper.fact("paper"), paper.fact("table"), paper.title()) +
                table_text({{what}, {"", TextTable::Align::Left}, {"", TextTable::Align::Left}}, std::move(lines)) +
                (equal ? "\nEvery row is the same.\n" : "\nSome rows differ.\n"),
            {{"schema", "tessera.golden-table/1"}, {"name", paper.name()}, {"title", paper.title()}, {"rows", std::move(rows)}}};
}

} // namespace tessera::cli
