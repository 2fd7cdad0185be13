// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times of all-to-alls on meshes next to predictions.
#include "cli/distbench/tables/mesh_times.hpp"

#include "cli/distbench/tables/meshes.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/network/cost.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

Result<double> predicted_time(std::string const& algorithm, Index bytes, MeshShape mesh, Machine const& machine) {
    auto const network = mesh_network(mesh);
    auto messages = TRY(MessageSet::all_to_all(network->nodes(), bytes));
    auto const schedule = TRY(make_schedule(algorithm, std::move(messages), mesh));
    auto const cost = TRY(cost_of(*schedule, *network, Placement::row_major(network->nodes()), &machine));
    return cost.total_time ? Result<double>(*cost.total_time) : fail(cost.lack);
}

/// Returns the paper's sum over the steps of an algorithm that sends to one rank and receives from another (T_GEN in section
/// 4.3.4). Precondition: the machine has the rates; predicted_time() has checked this.
double time_by_formula(LoadFormula formula, Index bytes, MeshShape mesh, Machine const& machine) {
    Protocol const& protocol = machine.protocol(bytes);
    double time = 0;
    for (int step = 1; step < mesh.rows * mesh.columns; ++step) {
        auto const load = static_cast<double>(formula(step, mesh));
        time += protocol.alpha + static_cast<double>(bytes) * std::max(*protocol.beta_sr, load * *protocol.beta_sat);
    }
    return time;
}

Result<MeshTimes> published_times(PaperTable const& paper) {
    MeshTimes times;
    for (std::string const& heading : paper.figures()) {
        auto const mesh = mesh_of(heading);
        if (!mesh) return fail(fmt::format("table {}: column {}", paper.name(), mesh.error().message));
        times.meshes.push_back(*mesh);
    }
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        auto const bytes = paper.number(row, "bytes");
        if (!bytes || *bytes < 1)
            return fail(fmt::format("table {}: '{}' is not a number of bytes", paper.name(), paper.text(row, "bytes")));
        times.lengths.push_back(static_cast<Index>(*bytes));
        auto& cells = times.measured.emplace_back();
        for (std::string const& heading : paper.figures()) {
            auto const seconds = paper.number(row, heading);
            if (!seconds) return fail(fmt::format("table {}: the cell of {} bytes on {} is empty", paper.name(), *bytes, heading));
            cells.push_back(*seconds);
        }
    }
    return times;
}

/// One of our predictions, with its texts in the report.
struct MeshPrediction {
    MeshCells const& seconds;
    std::string_view label;    ///< label of its rows
    std::string_view sentence; ///< sentence of the summary
    char const* key;           ///< key in JSON
    char const* ratio_key;
};

std::vector<MeshPrediction> predictions_of(MeshTimes const& times) {
    std::vector<MeshPrediction> list{{times.predicted, "predicted", "Predicted over measured", "predicted", "ratio"}};
    if (!times.by_formula.empty())
        list.push_back({times.by_formula, "by formula", "By formula over measured", "by_formula", "ratio_by_formula"});
    return list;
}

/// Returns the time with as many decimals as the paper's tables.
std::string published_seconds_text(double seconds) {
    return fmt::format("{:.{}f}", seconds, seconds < 10 ? 3 : 2);
}

/// Returns one line of the table. `text` returns the cell of a mesh.
template <class CellText>
std::vector<std::string> mesh_line(MeshTimes const& times, std::string length, std::string_view what, CellText const& text) {
    std::vector<std::string> line{std::move(length), std::string(what)};
    for (std::size_t mesh = 0; mesh < times.meshes.size(); ++mesh) line.push_back(text(mesh));
    return line;
}

std::string times_table(PaperTable const& paper, MeshTimes const& times) {
    std::vector<TextTable::Column> columns{{"bytes"}, {"", TextTable::Align::Left}};
    for (std::string const& mesh : paper.figures()) columns.push_back({mesh});
    std::vector<std::vector<std::string>> lines;
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        auto const& measured = times.measured[row];
        lines.push_back(mesh_line(times, "", "", [](std::size_t) { return ""; }));
        lines.push_back(mesh_line(times, grouped(times.lengths[row]), "measured", [&](std::size_t mesh) {
            return (paper.is_doubtful(row, paper.figures()[mesh]) ? "?" : "") + published_seconds_text(measured[mesh]);
        }));
        for (MeshPrediction const& each : predictions_of(times)) {
            auto const& ours = each.seconds[row];
            lines.push_back(mesh_line(times, "", each.label, [&](std::size_t mesh) { return published_seconds_text(ours[mesh]); }));
            lines.push_back(mesh_line(times, "", "ratio",
                                      [&](std::size_t mesh) { return fmt::format("{:.2f}", ours[mesh] / measured[mesh]); }));
        }
    }
    return table_text(std::move(columns), std::move(lines));
}

/// Returns the ratios of a prediction to the figures without doubtful ones.
std::vector<double> trusted_ratios(PaperTable const& paper, MeshTimes const& times, MeshCells const& ours) {
    std::vector<double> ratios;
    for (std::size_t row = 0; row < paper.rows(); ++row)
        for (std::size_t mesh = 0; mesh < times.meshes.size(); ++mesh)
            if (!paper.is_doubtful(row, paper.figures()[mesh])) ratios.push_back(ours[row][mesh] / times.measured[row][mesh]);
    return ratios;
}

std::string mesh_times_text(PaperTable const& paper, MeshTimes const& times, std::string const& machine) {
    std::string text = fmt::format("{}, {}. {}, times in seconds\n", paper.fact("paper"), paper.title(), machine);
    text += "Measured: as printed. Predicted: exact link loads, and the costs of section 4.3.8.\n";
    if (!times.by_formula.empty()) text += "By formula: with the load of section 4.3.4, an upper bound (see gen-bound).\n";
    text += "\n" + times_table(paper, times) + "\n";
    for (MeshPrediction const& each : predictions_of(times))
        text += fmt::format("{}: {}.\n", each.sentence, range_and_mean(trusted_ratios(paper, times, each.seconds)));
    if (!paper.fact("doubt").empty()) text += fmt::format("?  {}. Not counted above.\n", paper.fact("doubt"));
    return text;
}

ReportJson mesh_times_json(PaperTable const& paper, MeshTimes const& times, std::string const& machine) {
    ReportJson cells = ReportJson::array();
    for (std::size_t row = 0; row < paper.rows(); ++row)
        for (std::size_t mesh = 0; mesh < times.meshes.size(); ++mesh) {
            double const measured = times.measured[row][mesh];
            ReportJson cell{{"topology", mesh_name(times.meshes[mesh])}, {"bytes", times.lengths[row]}, {"measured", measured}};
            for (MeshPrediction const& each : predictions_of(times)) {
                cell[each.key] = each.seconds[row][mesh];
                cell[each.ratio_key] = each.seconds[row][mesh] / measured;
            }
            if (paper.is_doubtful(row, paper.figures()[mesh])) cell["note"] = paper.fact("doubt");
            cells.push_back(std::move(cell));
        }
    return {{"schema", "tessera.times-table/1"},    {"table", paper.name()}, {"title", paper.title()},
            {"algorithm", paper.fact("algorithm")}, {"machine", machine},    {"cells", std::move(cells)}};
}

} // namespace

Result<MeshTimes> predict_mesh_times(PaperTable const& paper, Machine const& machine) {
    auto times = TRY(published_times(paper));
    LoadFormula formula = nullptr;
    if (std::string const& name = paper.fact("load formula"); !name.empty()) formula = TRY(load_formula(name));
    for (Index const bytes : times.lengths) {
        auto& cells = times.predicted.emplace_back();
        for (MeshShape const mesh : times.meshes)
            cells.push_back(TRY(predicted_time(paper.fact("algorithm"), bytes, mesh, machine)));
        if (formula == nullptr) continue;
        auto& by_formula = times.by_formula.emplace_back();
        for (MeshShape const mesh : times.meshes) by_formula.push_back(time_by_formula(formula, bytes, mesh, machine));
    }
    return times;
}

Result<TableReport> compare_mesh_times(PaperTable const& paper, TableInputs const& inputs) {
    auto const times = TRY(predict_mesh_times(paper, inputs.delta));
    return TableReport{mesh_times_text(paper, times, inputs.delta.name), mesh_times_json(paper, times, inputs.delta.name)};
}

} // namespace tessera::cli
