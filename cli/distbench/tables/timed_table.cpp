// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times and ours, compared by ratios, because the machines are thirty years apart.
#include "cli/distbench/tables/timed_table.hpp"

#include "libcore/base/median.hpp"
#include "libcore/base/units.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

constexpr std::string_view ranks_in_title = "{ranks}";

/// Returns the ratio of a row to the first row of its group with a time in this column.
std::optional<double> ratio_in_group(TimedTable const& table, TimedTable::Row const& row, std::size_t column) {
    auto const base = std::ranges::find_if(
        table.rows, [&](TimedTable::Row const& other) { return other.group == row.group && other.seconds[column].has_value(); });
    if (!row.seconds[column] || base == table.rows.end()) return std::nullopt;
    return *row.seconds[column] / base->seconds[column].value();
}

std::string ratio_table(TimedTable const& table) {
    std::vector<TextTable::Column> columns{{"", TextTable::Align::Left}, {"", TextTable::Align::Left}};
    for (std::string const& column : table.columns) columns.push_back({column});
    std::vector<std::vector<std::string>> lines;
    std::string group;
    for (TimedTable::Row const& row : table.rows) {
        auto& line = lines.emplace_back();
        line = {row.group == group ? "" : row.group, row.label};
        group = row.group;
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            auto const ratio = ratio_in_group(table, row, column);
            line.push_back(ratio ? fmt::format("{:8.3f}", *ratio) : "-");
        }
    }
    return table_text(std::move(columns), std::move(lines));
}

ReportJson timed_rows(TimedTable const& table) {
    ReportJson rows = ReportJson::array();
    for (TimedTable::Row const& row : table.rows) {
        ReportJson entry{{"group", row.group}, {"label", row.label}};
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            entry[table.columns[column]] = {{"seconds", json_of(row.seconds[column])},
                                            {"ratio", json_of(ratio_in_group(table, row, column))}};
        rows.push_back(std::move(entry));
    }
    return rows;
}

} // namespace

TimedTable timed_table(PaperTable const& paper, int ranks) {
    std::string title = paper.title();
    if (std::size_t const at = title.find(ranks_in_title); at != std::string::npos)
        title.replace(at, ranks_in_title.size(), counted(ranks, "rank"));
    return {.paper = paper, .title = std::move(title), .note = paper.fact("note")};
}

TableReport timed_report(TimedTable const& table) {
    PaperTable const& paper = table.paper;
    return {fmt::format("{}, table {}: {}\nTimes over that of the first row of their group\n\n", paper.fact("paper"),
                        paper.fact("table"), table.title) +
                ratio_table(table) + "\n" + table.note + "\n",
            {{"schema", "tessera.timed-table/1"}, {"name", paper.name()}, {"title", table.title}, {"rows", timed_rows(table)}}};
}

std::vector<double> medians_in_turn(std::vector<std::function<void()>> const& works, int rounds) {
    std::vector<std::vector<double>> seconds(works.size());
    for (int round = 0; round <= rounds; ++round) {
        for (std::size_t i = 0; i < works.size(); ++i) {
            double const start = seconds_now();
            works[i]();
            if (round > 0) seconds[i].push_back(seconds_now() - start);
        }
    }
    std::vector<double> medians;
    for (auto& each : seconds) medians.push_back(median_of(std::move(each)));
    return medians;
}

} // namespace tessera::cli
