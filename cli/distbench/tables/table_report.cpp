// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a finished table: published figures and ours side by side, for people and as JSON.
#include "cli/distbench/tables/table_report.hpp"

#include "libcore/base/index.hpp"
#include "libcore/report/json_writer.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

void write_value(JsonWriter& json, ReportJson const& value, int depth) {
    if (value.is_object()) {
        json.begin_object();
        for (auto const& [key, member] : value.items()) {
            json.key(key);
            write_value(json, member, depth + 1);
        }
        json.end_object();
    } else if (value.is_array()) {
        bool const one_per_line = depth == 1 && !value.empty() && value.front().is_object();
        one_per_line ? json.begin_list() : json.begin_array();
        for (ReportJson const& entry : value) write_value(json, entry, depth + 1);
        json.end_array();
    } else if (value.is_string()) {
        json.value(value.get_ref<std::string const&>());
    } else if (value.is_number_integer()) {
        json.value(value.get<Index>());
    } else if (value.is_number()) {
        json.value(value.get<double>());
    } else {
        json.null();
    }
}

} // namespace

void write_report(TableReport const& report, bool json, Sink const& sink) {
    if (!json) return sink(report.text);
    JsonWriter writer(sink);
    write_value(writer, report.json, 0);
}

std::string table_text(std::vector<TextTable::Column> columns, std::vector<std::vector<std::string>> rows) {
    std::string text;
    TextTable table(std::move(columns), [&](std::string_view part) { text += part; });
    for (auto& row : rows) table.add(std::move(row));
    table.finish();
    return text;
}

ReportJson json_of(std::optional<double> number) {
    return number ? ReportJson(*number) : ReportJson(nullptr);
}

double geometric_mean(std::span<double const> numbers) {
    double logarithms = 0;
    for (double const number : numbers) logarithms += std::log(number);
    return std::exp(logarithms / static_cast<double>(numbers.size()));
}

std::string range_and_mean(std::span<double const> ratios) {
    return fmt::format("{:.2f} to {:.2f}, geometric mean {:.2f}", std::ranges::min(ratios), std::ranges::max(ratios),
                       geometric_mean(ratios));
}

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
