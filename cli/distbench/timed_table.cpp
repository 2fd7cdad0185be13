// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a table of published times and ours, compared by ratios.
#include "cli/distbench/timed_table.hpp"

#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Returns the ratio of a row to the first row of its group with a time in this column.
std::optional<double> ratio_in_group(TimedTable const& table, TimedTable::Row const& row, std::size_t column) {
    auto const base = std::ranges::find_if(
        table.rows, [&](TimedTable::Row const& other) { return other.group == row.group && other.seconds[column].has_value(); });
    if (!row.seconds[column] || base == table.rows.end()) return std::nullopt;
    return *row.seconds[column] / base->seconds[column].value();
}

} // namespace

void timed_text(TimedTable const& table, Sink const& sink) {
    sink(fmt::format("Bigot 1996, table {}: {}\n", table.name.substr(table.name.find('-') + 1), table.title));
    sink("Times over that of the first row of their group\n\n");
    std::vector<TextTable::Column> columns{{"", TextTable::Align::Left}, {"", TextTable::Align::Left}};
    for (std::string const& column : table.columns) columns.push_back({column});
    TextTable text(columns, sink);
    std::string group;
    for (TimedTable::Row const& row : table.rows) {
        std::vector<std::string> cells{row.group == group ? "" : row.group, row.label};
        group = row.group;
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            auto const ratio = ratio_in_group(table, row, column);
            cells.push_back(ratio ? fmt::format("{:8.3f}", *ratio) : "-");
        }
        text.add(std::move(cells));
    }
    text.finish();
    sink("\n" + table.about + "\n");
}

void timed_json(TimedTable const& table, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.timed-table/1");
    json.entry("name", table.name);
    json.entry("title", table.title);
    json.key("rows");
    json.begin_list();
    for (TimedTable::Row const& row : table.rows) {
        json.begin_object();
        json.entry("group", row.group);
        json.entry("label", row.label);
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            json.key(table.columns[column]);
            json.begin_object();
            json.entry("seconds", row.seconds[column]);
            json.entry("ratio", ratio_in_group(table, row, column));
            json.end_object();
        }
        json.end_object();
    }
    json.end_array();
    json.end_object();
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
    for (auto& each : seconds) {
        std::ranges::nth_element(each, each.begin() + std::ssize(each) / 2);
        medians.push_back(each[each.size() / 2]);
    }
    return medians;
}

} // namespace tessera::cli
