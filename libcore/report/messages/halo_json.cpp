// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages of a halo exchange, as JSON.
#include "libcore/report/json_parts.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/messages/halo_report.hpp"

#include <algorithm>

namespace tessera {
namespace {

void write_halo_stencil(JsonWriter& json, HaloPlan const& plan) {
    json.key("stencil");
    json.begin_object();
    json.entry("points", plan.stencil().points());
    for (auto const& [name, side] : {std::pair{"low", &ShadowWidth::low}, {"high", &ShadowWidth::high}}) {
        json.key(name);
        json.begin_array();
        for (ShadowWidth const& width : plan.stencil().widths()) json.value(width.*side);
        json.end_array();
    }
    json.key("periodic");
    json.begin_array();
    for (int d = 0; d < plan.mapping().dims(); ++d) json.value(plan.axis(d).periodic());
    json.end_array();
    json.end_object();
}

void write_halo_totals(JsonWriter& json, HaloTotals const& totals) {
    json.begin_object();
    json.entry("elements", totals.elements);
    json.entry("messages", totals.messages);
    json.entry("bytes", totals.bytes);
    json.entry("max_elements", totals.most_elements);
    json.entry("max_partners", totals.most_partners);
    json.entry("max_surface", totals.most_surface);
    json.end_object();
}

void write_halo_message(JsonWriter& json, HaloMessage const& message, ArraySpec const& array) {
    json.begin_object();
    json.entry("from", Index{message.from});
    json.entry("to", Index{message.to});
    json.entry("elements", message.elements);
    json.entry("bytes", message.elements * array.type.bytes);
    json.key("boxes");
    json.begin_array();
    for (HaloBox const& box : message.boxes) {
        json.begin_object();
        json.key("dims");
        write_box(json, box.elements, array);
        if (std::ranges::any_of(box.distance, [](Index far) { return far != 0; }))
            json.entry("distance", std::span<Index const>(box.distance));
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

void write_halo_ranks(JsonWriter& json, HaloReport const& report, HaloReportOptions const& options) {
    Mapping const& mapping = report.plan.mapping();
    json.key("ranks");
    json.begin_list();
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        Rank const rank = mapping.grid().rank(position);
        if (options.rank && *options.rank != rank) continue;
        HaloShare const& share = report.shares.of(position);
        json.begin_object();
        json.entry("rank", Index{rank});
        json.entry("elements", share.elements);
        json.entry("partners", share.partners);
        json.entry("owned", share.owned);
        json.entry("interior", report.plan.interior_count(position));
        json.end_object();
    }
    json.end_array();
}

/// Writes the messages, ordered by the rank of the halo. With a selected rank: those of its halo, then those of other halos.
void write_halo_messages(JsonWriter& json, HaloReport const& report, HaloReportOptions const& options) {
    Mapping const& mapping = report.plan.mapping();
    json.key("messages");
    json.begin_list();
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        Rank const rank = mapping.grid().rank(position);
        if (options.rank && *options.rank != rank) continue;
        for (HaloMessage const& message : report.plan.receives(rank))
            write_halo_message(json, going(message, report.way), mapping.array());
    }
    if (options.rank)
        for (HaloMessage const& message : report.plan.sends(*options.rank))
            if (message.to != message.from) write_halo_message(json, going(message, report.way), mapping.array());
    json.end_array();
}

void write_wide_halos(JsonWriter& json, std::vector<WideHaloRow> const& rows) {
    json.key("wide");
    json.begin_list();
    for (WideHaloRow const& row : rows) {
        json.begin_object();
        json.entry("steps", row.halo.steps);
        json.entry("elements", row.halo.totals.elements);
        json.entry("messages", row.halo.totals.messages);
        json.entry("bytes", row.halo.totals.bytes);
        json.entry("computed_again", row.halo.computed_again);
        json.entry("time", row.time);
        json.end_object();
    }
    json.end_array();
}

} // namespace

void halo_json(HaloReport const& report, HaloReportOptions const& options, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.halo/1");
    json.key("array");
    write_array(json, report.plan.mapping().array());
    write_halo_stencil(json, report.plan);
    if (report.plan.where()) json.entry("where", report.plan.where()->text());
    json.entry("steps", report.steps);
    json.entry("way", report.way == HaloDirection::Add ? "add" : "fill");
    json.key("totals");
    write_halo_totals(json, report.shares.totals());
    if (report.schedule) {
        json.entry("algorithm", report.schedule->schedule->algorithm());
        json.entry("topology", report.schedule->site.network());
        json.entry("time", report.schedule->cost.time());
    }
    if (!report.wide.empty()) write_wide_halos(json, report.wide);
    if (!options.totals_only) {
        write_halo_ranks(json, report, options);
        write_halo_messages(json, report, options);
    }
    json.end_object();
}

} // namespace tessera
