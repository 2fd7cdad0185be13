// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what moves between two mappings, as JSON.
#include "libcore/report/detail/json_parts.hpp"
#include "libcore/report/detail/message_source.hpp"
#include "libcore/report/redist_report.hpp"

#include <cassert>

namespace tessera {
namespace {

void write_totals(JsonWriter& json, RedistTotals const& totals) {
    json.begin_object();
    json.entry("elements", totals.elements);
    json.entry("moved", totals.moved);
    json.entry("kept", totals.kept);
    json.entry("messages", totals.messages);
    json.entry("max_sends", totals.max_sends);
    json.entry("max_receives", totals.max_receives);
    json.entry("bytes_moved", totals.bytes_moved);
    json.end_object();
}

/// "array", and "target_array" where the elements arrive in another one.
void write_arrays(JsonWriter& json, RedistPlan const& plan) {
    json.key("array");
    detail::write_array(json, plan.source().array());
    if (plan.target().array() == plan.source().array()) return;
    json.key("target_array");
    detail::write_array(json, plan.target().array());
}

bool same_indices(BoxSet const& source_box, ArraySpec const& source, BoxSet const& target_box, ArraySpec const& target) {
    return source.lower == target.lower && source_box == target_box;
}

/// "dims", and "target_dims" where they differ.
void write_dims(JsonWriter& json, RedistPlan const& plan, Message const& message) {
    BoxSet const source = plan.source_box(message);
    BoxSet const target = plan.target_box(message);
    json.key("dims");
    detail::write_box(json, source, plan.source().array());
    if (same_indices(source, plan.source().array(), target, plan.target().array())) return;
    json.key("target_dims");
    detail::write_box(json, target, plan.target().array());
}

void write_part(JsonWriter& json, RedistPlan const& plan, Message const& message) {
    json.begin_object();
    json.entry("array", plan.source().array().name);
    if (plan.target().array().name != plan.source().array().name) json.entry("target_array", plan.target().array().name);
    json.entry("elements", message.elements);
    json.entry("bytes", message.elements * plan.source().array().type.bytes);
    write_dims(json, plan, message);
    json.end_object();
}

void write_message(JsonWriter& json, MultiPlan const& plan, MultiMessage const& message) {
    json.begin_object();
    json.entry("from", Index{message.from});
    json.entry("to", Index{message.to});
    json.entry("elements", message.elements);
    json.entry("bytes", message.bytes);
    if (plan.plans().size() == 1) {
        write_dims(json, plan.plans().front(), message.parts.front().message);
    } else {
        json.key("parts");
        json.begin_array();
        for (auto const& part : message.parts) write_part(json, plan.plans()[static_cast<std::size_t>(part.plan)], part.message);
        json.end_array();
    }
    json.end_object();
}

} // namespace

void redist_json(MultiPlan const& plan, RedistReportOptions const& options, Sink const& sink) {
    assert(!plan.plans().empty());
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.redist/1");
    if (plan.plans().size() == 1) {
        write_arrays(json, plan.plans().front());
    } else {
        json.key("arrays");
        json.begin_list();
        for (RedistPlan const& each : plan.plans()) {
            json.begin_object();
            write_arrays(json, each);
            json.end_object();
        }
        json.end_array();
    }
    json.key("totals");
    write_totals(json, plan.totals());
    if (!options.totals_only) {
        json.key("messages");
        json.begin_list();
        detail::for_each_message(plan, options.rank, [&](MultiMessage const& message) {
            write_message(json, plan, message);
            return true;
        });
        json.end_array();
    }
    json.end_object();
}

} // namespace tessera
