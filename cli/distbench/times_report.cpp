// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times next to ours, as a table and as JSON.
#include "cli/distbench/mesh_network.hpp"
#include "cli/distbench/times_comparison.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

using Cells = std::array<std::array<double, 6>, 5>;

constexpr std::size_t published_lengths = PublishedTimes::lengths.size();
constexpr std::string_view doubt = "probably a printing error: Table 4.9 has the same number in this cell";

/// One of our predictions, with its texts in the report.
struct Prediction {
    Cells const& seconds;
    std::string_view label;    ///< label of its rows
    std::string_view sentence; ///< sentence of the summary
    char const* key;           ///< key in JSON
    char const* ratio_key;
};

std::vector<Prediction> predictions_of(TimesComparison const& comparison) {
    std::vector<Prediction> list{{comparison.predicted, "predicted", "Predicted over measured", "predicted", "ratio"}};
    if (comparison.published.formula != nullptr)
        list.push_back({comparison.by_formula, "by formula", "By formula over measured", "by_formula", "ratio_by_formula"});
    return list;
}

/// Returns the time with as many decimals as the paper's tables.
std::string published_seconds_text(double seconds) {
    return fmt::format("{:.{}f}", seconds, seconds < 10 ? 3 : 2);
}

/// Returns one line of the table: a cell for each mesh.
template <class CellText>
std::vector<std::string> row_of(std::string length, std::string_view what, CellText const& text) {
    std::vector<std::string> row{std::move(length), std::string(what)};
    for (std::size_t mesh = 0; mesh < std::tuple_size_v<Cells::value_type>; ++mesh) row.push_back(text(mesh));
    return row;
}

void add_rows(TextTable& table, TimesComparison const& comparison, std::size_t length) {
    PublishedTimes const& published = comparison.published;
    auto const measured = [&](std::size_t mesh) {
        bool const doubtful = published.doubtful == CellPlace{length, mesh};
        return (doubtful ? "?" : "") + published_seconds_text(published.seconds[length][mesh]);
    };
    table.add(row_of("", "", [](std::size_t) { return ""; }));
    table.add(row_of(grouped(PublishedTimes::lengths[length]), "measured", measured));
    for (Prediction const& prediction : predictions_of(comparison)) {
        auto const& ours = prediction.seconds[length];
        auto const ratio = [&](std::size_t mesh) { return fmt::format("{:.2f}", ours[mesh] / published.seconds[length][mesh]); };
        table.add(row_of("", prediction.label, [&](std::size_t mesh) { return published_seconds_text(ours[mesh]); }));
        table.add(row_of("", "ratio", ratio));
    }
}

/// Returns the smallest, largest and mean ratio of a table without doubtful cells.
std::string summary_of(Cells const& ours, PublishedTimes const& published) {
    std::vector<double> ratios;
    for (std::size_t length = 0; length < published_lengths; ++length)
        for (std::size_t mesh = 0; mesh < published.meshes.size(); ++mesh)
            if (published.doubtful != CellPlace{length, mesh})
                ratios.push_back(ours[length][mesh] / published.seconds[length][mesh]);
    double logarithms = 0;
    for (double const ratio : ratios) logarithms += std::log(ratio);
    return fmt::format("{:.2f} to {:.2f}, geometric mean {:.2f}", std::ranges::min(ratios), std::ranges::max(ratios),
                       std::exp(logarithms / static_cast<double>(ratios.size())));
}

void write_heading(TimesComparison const& comparison, Sink const& sink) {
    sink(fmt::format("Thakur 1995, {}. {}, times in seconds\n", comparison.published.title, comparison.machine));
    sink("Measured: as printed. Predicted: exact link loads, and the costs of section 4.3.8.\n");
    if (comparison.published.formula != nullptr)
        sink("By formula: with the load of section 4.3.4, an upper bound (see gen-bound).\n");
    sink("\n");
}

void write_cell(JsonWriter& json, TimesComparison const& comparison, CellPlace cell) {
    double const measured = comparison.published.seconds[cell.length][cell.mesh];
    json.begin_object();
    json.entry("topology", mesh_name(comparison.published.meshes[cell.mesh]));
    json.entry("bytes", PublishedTimes::lengths[cell.length]);
    json.entry("measured", measured);
    for (Prediction const& prediction : predictions_of(comparison)) {
        double const ours = prediction.seconds[cell.length][cell.mesh];
        json.entry(prediction.key, ours);
        json.entry(prediction.ratio_key, ours / measured);
    }
    if (comparison.published.doubtful == cell) json.entry("note", doubt);
    json.end_object();
}

} // namespace

void times_text(TimesComparison const& comparison, Sink const& sink) {
    PublishedTimes const& published = comparison.published;
    write_heading(comparison, sink);
    std::vector<TextTable::Column> columns{{"bytes"}, {"", TextTable::Align::Left}};
    for (MeshShape const mesh : published.meshes) columns.push_back({fmt::format("{}x{}", mesh.rows, mesh.columns)});
    TextTable table(std::move(columns), sink);
    for (std::size_t length = 0; length < published_lengths; ++length) add_rows(table, comparison, length);
    table.finish();
    sink("\n");
    for (Prediction const& prediction : predictions_of(comparison))
        sink(fmt::format("{}: {}.\n", prediction.sentence, summary_of(prediction.seconds, published)));
    if (published.doubtful) sink(fmt::format("?  {}. Not counted above.\n", doubt));
}

void times_json(TimesComparison const& comparison, Sink const& sink) {
    PublishedTimes const& published = comparison.published;
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.times-table/1");
    json.entry("table", published.name);
    json.entry("title", published.title);
    json.entry("algorithm", published.algorithm);
    json.entry("machine", comparison.machine);
    json.key("cells");
    json.begin_list();
    for (std::size_t length = 0; length < published_lengths; ++length)
        for (std::size_t mesh = 0; mesh < published.meshes.size(); ++mesh) write_cell(json, comparison, {length, mesh});
    json.end_array();
    json.end_object();
}

} // namespace tessera::cli
