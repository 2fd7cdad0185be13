// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages of a general send or get, as JSON.
#include "libcore/report/json_parts.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/messages/index_report.hpp"

#include <cmath>

namespace tessera {
namespace {

void write_index_totals(JsonWriter& json, IndexTotals const& totals) {
    json.begin_object();
    json.entry("values", totals.values);
    json.entry("elements", totals.elements);
    json.entry("most", totals.most);
    json.entry("moved", totals.moved);
    json.entry("kept", totals.kept);
    json.entry("messages", totals.messages);
    json.entry("max_sends", totals.max_sends);
    json.entry("max_receives", totals.max_receives);
    json.entry("bytes_moved", totals.bytes_moved);
    json.entry("merging_ranks", totals.merging_ranks);
    json.end_object();
}

void write_index_messages(JsonWriter& json, IndexPlan const& plan, std::optional<Rank> only) {
    json.key("messages");
    json.begin_list();
    for (IndexMessage const& message : plan.messages()) {
        if (only && *only != message.from && *only != message.to) continue;
        json.begin_object();
        json.entry("from", Index{message.from});
        json.entry("to", Index{message.to});
        json.entry("elements", message.elements);
        json.entry("bytes", message.elements * plan.mapping().array().type.bytes);
        json.end_object();
    }
    json.end_array();
}

} // namespace

std::optional<Index> IndexReport::pays_from() const {
    if (!schedule || !places || !together) return std::nullopt;
    auto const each = schedule->cost.time();
    auto const once = places->cost.time();
    auto const without = together->cost.time();
    if (!each || !once || !without || *without <= *each) return std::nullopt;
    return static_cast<Index>(std::floor(*once / (*without - *each))) + 1;
}

void index_json(IndexReport const& report, RedistReportOptions const& options, Sink const& sink) {
    IndexPlan const& plan = report.plan;
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.index/1");
    json.entry("operation", plan.operation() == IndexOperation::Send ? "send" : "get");
    json.key("array");
    write_array(json, plan.mapping().array());
    json.entry("indices", plan.lists().description());
    json.key("totals");
    write_index_totals(json, plan.totals());
    if (report.schedule) {
        json.entry("algorithm", report.schedule->schedule->algorithm());
        json.entry("topology", report.schedule->site.network());
        json.entry("time", report.schedule->cost.time());
    }
    if (report.places) json.entry("places_time", report.places->cost.time());
    if (report.together) json.entry("time_without_route", report.together->cost.time());
    json.entry("pays_from", report.pays_from());
    if (!options.totals_only) write_index_messages(json, plan, options.rank);
    json.end_object();
}

} // namespace tessera
