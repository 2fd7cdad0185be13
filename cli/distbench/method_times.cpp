// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measured times of the papers' experiments with methods, as JSON.
#include "cli/distbench/method_times.hpp"

#include "cli/distbench/recorded.hpp"
#include "libcore/report/json_writer.hpp"

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

void write_published(JsonWriter& json, char const* machine, std::optional<PublishedPair> const& pair) {
    if (!pair) return;
    json.key(machine);
    json.begin_object();
    json.entry("naive", pair->naive * 1e-3);
    json.entry("pitfalls", pair->pitfalls * 1e-3);
    json.end_object();
}

void write_row(JsonWriter& json, MethodFigure const& figure, MethodRow const& row, MethodTimes const& times) {
    json.begin_object();
    json.entry("table", times.table);
    json.entry("figure", times.figure);
    json.entry("row", times.row);
    json.entry("ranks", times.ranks);
    json.entry("from", row.from);
    json.entry("to", row.to);
    if (!figure.says.empty()) json.entry("paper", figure.says);
    write_published(json, "cm5", row.cm5);
    write_published(json, "paragon", row.paragon);
    json.key("times");
    json.begin_array();
    for (ContenderTime const& time : times.times) {
        json.begin_object();
        json.entry("method", time.label);
        json.entry("median", time.median);
        json.entry("min", time.least);
        json.entry("max", time.most);
        json.end_object();
    }
    json.end_array();
    json.end_object();
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
    auto recorded = method_run_of(recorded_methods, "the recorded times");
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

void methods_json(std::span<MethodTable const> tables, MethodRun const& run, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", method_times_schema);
    json.entry("machine", run.machine);
    json.entry("processors", run.processors);
    json.entry("rounds", run.rounds);
    json.key("rows");
    json.begin_list();
    for (MethodTable const& table : tables)
        for (MethodFigure const& figure : table.figures)
            for (MethodRow const& row : figure.rows)
                if (auto const* const times = run.of(table, figure, row)) write_row(json, figure, row, *times);
    json.end_array();
    json.end_object();
}

} // namespace tessera::cli
