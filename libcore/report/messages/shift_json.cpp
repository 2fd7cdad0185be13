// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages of a grid shift, as JSON.
#include "libcore/report/json_parts.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/messages/shift_report.hpp"

namespace tessera {
namespace {

void write_shift_rank(JsonWriter& json, GridShift const& shift, Rank rank) {
    Index elements = 0;
    Index partners = 0;
    for (ShiftMessage const& message : shift.receives(rank)) {
        if (message.from == rank) continue;
        elements += message.elements;
        ++partners;
    }
    json.begin_object();
    json.entry("rank", Index{rank});
    json.entry("elements", elements);
    json.entry("partners", partners);
    json.end_object();
}

void write_run_list(JsonWriter& json, GridShift const& shift, Rank rank) {
    auto const position = shift.mapping().grid().position(rank);
    json.key("runs");
    json.begin_list();
    auto const add_run = [&](ShiftRun const& run) {
        json.begin_object();
        json.entry("offset", run.offset);
        json.entry("elements", run.count);
        json.key("to");
        run.to ? json.value(Index{*run.to}) : json.null();
        json.key("target_offset");
        run.to ? json.value(run.target_offset) : json.null();
        json.end_object();
        return true;
    };
    if (position) for_each_shift_run(shift, *position, add_run);
    json.end_array();
}

} // namespace

void shift_json(ShiftReport const& report, RedistReportOptions const& options, Sink const& sink) {
    GridShift const& shift = report.shift;
    ProcessorGrid const& grid = shift.mapping().grid();
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.shift/1");
    json.key("array");
    write_array(json, shift.mapping().array());
    json.entry("distance", std::span<Index const>(shift.distance()));
    json.entry("edge", name_of(shift.edge()));
    if (shift.where()) json.entry("where", shift.where()->text());
    if (shift.wanted()) json.entry("where_target", shift.wanted()->text());
    json.key("totals");
    write_redist_totals(json, shift.totals());
    json.entry("lost", shift.lost());
    if (report.schedule) {
        json.entry("algorithm", report.schedule->schedule->algorithm());
        json.entry("topology", report.schedule->site.network());
        json.entry("time", report.schedule->cost.time());
    }
    if (!options.totals_only) {
        json.key("ranks");
        json.begin_list();
        for (Index position = 0; position < grid.size(); ++position)
            if (!options.rank || *options.rank == grid.rank(position)) write_shift_rank(json, shift, grid.rank(position));
        json.end_array();
        if (options.rank) write_run_list(json, shift, *options.rank);
    }
    json.end_object();
}

} // namespace tessera
