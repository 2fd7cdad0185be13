// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measured times of the papers' experiments with methods, as JSON.
#include "cli/distbench/tables/method_times.hpp"

#include "cli/distbench/tables/embedded.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tessera::cli {
namespace {

using MethodJson = nlohmann::json;
constexpr std::string_view method_times_schema = "tessera.method-times/1";

MethodTimes times_of(MethodJson const& row) {
    MethodTimes result{row.at("table"), row.at("figure"), row.at("row"), row.at("ranks"), {}};
    for (MethodJson const& each : row.at("times"))
        result.times.push_back({each.at("method"), each.at("median"), each.at("min"), each.at("max")});
    return result;
}

void add_published(ReportJson& json, char const* machine, std::optional<PublishedPair> const& pair) {
    if (pair) json[machine] = {{"naive", pair->naive * 1e-3}, {"pitfalls", pair->pitfalls * 1e-3}};
}

ReportJson json_of_row(MethodFigure const& figure, MethodRow const& row, MethodTimes const& times) {
    ReportJson json{{"table", times.table}, {"figure", times.figure}, {"row", times.row},
                    {"ranks", times.ranks}, {"from", row.from},       {"to", row.to}};
    if (!figure.says.empty()) json["paper"] = figure.says;
    add_published(json, "cm5", row.cm5);
    add_published(json, "paragon", row.paragon);
    json["times"] = ReportJson::array();
    for (ContenderTime const& time : times.times)
        json["times"].push_back({{"method", time.label}, {"median", time.median}, {"min", time.least}, {"max", time.most}});
    return json;
}

} // namespace

ContenderTime const* MethodTimes::of(std::string_view label) const {
    auto const found = std::ranges::find(times, label, &ContenderTime::label);
    return found == times.end() ? nullptr : &*found;
}

MethodTimes const* MethodRun::of(MethodTable const& table, MethodFigure const& figure, MethodRow const& row) const {
    auto const found = std::ranges::find_if(rows, [&](MethodTimes const& times) {
        return times.table == table.name && times.figure == figure.name && times.row == row.label;
    });
    return found == rows.end() ? nullptr : &*found;
}

MethodRun recorded_method_run() {
    auto recorded = method_run_of(methods_recorded_json, "the recorded times");
    assert(recorded && "datasets/methods/recorded.json is none of ours");
    return *std::move(recorded);
}

Result<MethodRun> method_run_of(std::string_view json, std::string const& file) {
    MethodJson const document = MethodJson::parse(json, nullptr, false);
    if (document.is_discarded()) return fail(fmt::format("{}: no JSON; expected what 'distbench methods --json' prints", file));
    MethodRun run;
    try {
        std::string const schema = document.at("schema");
        if (schema != method_times_schema)
            return fail(fmt::format("{}: its schema is {}; expected {}", file, schema, method_times_schema));
        run.machine = document.at("machine");
        run.processors = document.at("processors");
        run.rounds = document.at("rounds");
        for (MethodJson const& row : document.at("rows")) run.rows.push_back(times_of(row));
    } catch (std::exception const& error) {
        return fail(fmt::format("{}: expected what 'distbench methods --json' prints ({})", file, error.what()));
    }
    return run;
}

ReportJson methods_json(std::span<MethodTable const> tables, MethodRun const& run) {
    ReportJson rows = ReportJson::array();
    for (MethodTable const& table : tables)
        for (MethodFigure const& figure : table.figures)
            for (MethodRow const& row : figure.rows)
                if (auto const* const times = run.of(table, figure, row)) rows.push_back(json_of_row(figure, row, *times));
    return {{"schema", method_times_schema},
            {"machine", run.machine},
            {"processors", run.processors},
            {"rounds", run.rounds},
            {"rows", std::move(rows)}};
}

} // namespace tessera::cli
