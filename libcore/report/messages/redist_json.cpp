// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages between two mappings, as JSON.
#include "libcore/redist/methods/method.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/report/detail/collective_lines.hpp"
#include "libcore/report/detail/message_source.hpp"
#include "libcore/report/json_parts.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/messages/redist_report.hpp"
#include "libcore/spec/write.hpp"

#include <cassert>

namespace tessera {

void write_redist_totals(JsonWriter& json, RedistTotals const& totals) {
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

namespace {

/// Writes "array", and "target_array" if the target is another array. If indices refer to another shape of an array, writes that,
/// too.
void write_arrays(JsonWriter& json, RedistPlan const& plan) {
    json.key("array");
    write_array(json, plan.source().spec().array);
    if (plan.target().spec().array == plan.source().spec().array) return;
    json.key("target_array");
    write_array(json, plan.target().spec().array);
    for (auto const& [key, side] : {std::pair("reshaped", &plan.source()), std::pair("target_reshaped", &plan.target())}) {
        if (side->array() == side->spec().array) continue;
        json.key(key);
        write_array(json, side->array());
    }
}

bool same_indices(BoxSet const& source_box, ArraySpec const& source, BoxSet const& target_box, ArraySpec const& target) {
    return source.lower == target.lower && source_box == target_box;
}

/// Writes "dims", and "target_dims" if they differ.
void write_dims(JsonWriter& json, RedistPlan const& plan, Message const& message) {
    BoxSet const source = plan.source_box(message);
    BoxSet const target = plan.target_box(message);
    json.key("dims");
    write_box(json, source, plan.source().array());
    if (same_indices(source, plan.source().array(), target, plan.target().array())) return;
    json.key("target_dims");
    write_box(json, target, plan.target().array());
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

/// The format of the messages in a document.
struct MessageForm {
    bool parts = false;                       ///< lists parts by array, because there are several arrays
    std::string_view list_key = "transition"; ///< key of the number of the transition, or of the phase
    std::optional<Index> transition;          ///< 1-based, if there are several
};

void write_message(JsonWriter& json, MultiPlan const& plan, MultiMessage const& message, MessageForm const& form) {
    json.begin_object();
    if (form.transition) json.entry(form.list_key, *form.transition);
    json.entry("from", Index{message.from});
    json.entry("to", Index{message.to});
    json.entry("elements", message.elements);
    json.entry("bytes", message.bytes);
    if (!form.parts) {
        write_dims(json, plan.plans().front(), message.parts.front().message);
    } else {
        json.key("parts");
        json.begin_array();
        for (auto const& part : message.parts) write_part(json, plan.plans()[as_size(part.plan)], part.message);
        json.end_array();
    }
    json.end_object();
}

/// Returns the plans of all arrays that move. For changes of state, all arrays are in the first transition; for copies, all
/// transitions are included.
std::vector<RedistPlan> movements_of(std::span<Transition const> transitions) {
    std::vector<RedistPlan> movements;
    for (Transition const& each : transitions) {
        bool const next = each.phase ? each.phase->number == 0 : true;
        if (!movements.empty() && (each.copies.empty() || !next)) continue;
        auto const plans = (each.phase ? each.phase->composite.whole : *each.plan).plans();
        movements.insert(movements.end(), plans.begin(), plans.end());
    }
    return movements;
}

/// Writes "array", or "arrays" if there are several.
void write_all_arrays(JsonWriter& json, std::span<RedistPlan const> movements) {
    if (movements.size() == 1) return write_arrays(json, movements.front());
    json.key("arrays");
    json.begin_list();
    for (RedistPlan const& each : movements) {
        json.begin_object();
        write_arrays(json, each);
        json.end_object();
    }
    json.end_array();
}

/// Writes the method of a transition, and the number of this phase.
void write_phase(JsonWriter& json, Transition const& transition) {
    TransitionPhase const& phase = *transition.phase;
    json.entry("method", phase.composite.method->name);
    json.entry("how", phase.composite.phases[phase.number].how);
    json.entry("source", mapping_text(transition.outcome().plans().front().source().spec()));
    json.entry("target", mapping_text(transition.outcome().plans().front().target().spec()));
}

void write_relabelling(JsonWriter& json, Relabelling const& relabelling) {
    json.key("relabelling");
    json.begin_object();
    json.entry("moved_before", relabelling.before.totals.moved);
    json.entry("moved", relabelling.after.totals.moved);
    json.entry("bytes_between_nodes_before", relabelling.before.bytes_between_nodes);
    json.entry("bytes_between_nodes", relabelling.after.bytes_between_nodes);
    json.key("directives");
    json.begin_array();
    for (std::string const& line : relabelling_directives(relabelling)) json.value(line);
    json.end_array();
    json.end_object();
}

/// Returns whether all transitions have the same relabelling. Then it is written next to the totals, otherwise with each
/// transition.
bool relabelled_once(std::span<Transition const> transitions) {
    return transitions.front().relabelling == transitions.back().relabelling;
}

/// Writes "transitions", or "phases" for a method. Messages refer to entries of this list by "transition" or "phase".
void write_transitions(JsonWriter& json, std::span<Transition const> transitions, std::string_view key,
                       std::optional<Index> memory) {
    json.key(key);
    json.begin_list();
    for (Transition const& each : transitions) {
        json.begin_object();
        json.entry("from", each.from);
        json.entry("to", each.to);
        if (transitions.front().copies != transitions.back().copies) { // batches of copies
            json.entry("first_copy", each.copies.first);
            json.entry("last_copy", each.copies.last);
        }
        if (each.phase) write_phase(json, each);
        if (!relabelled_once(transitions) && (!each.phase || each.phase->number == 0)) write_relabelling(json, *each.relabelling);
        json.key("totals");
        write_redist_totals(json, each.totals);
        detail::write_collectives(json, each, memory);
        json.end_object();
    }
    json.end_array();
}

void write_messages(JsonWriter& json, std::span<Transition const> transitions, std::optional<Rank> rank) {
    MessageForm form{.parts = movements_of(transitions).size() > 1, .transition = std::nullopt};
    if (transitions.front().phase) form.list_key = "phase";
    Index number = 0;
    json.key("messages");
    json.begin_list();
    for (Transition const& each : transitions) {
        if (transitions.size() > 1) form.transition = ++number;
        detail::for_each_message(each.outcome(), rank, [&](MultiMessage const& message) {
            write_message(json, each.outcome(), message, form);
            return true;
        });
    }
    json.end_array();
}

} // namespace

void redist_json(std::span<Transition const> transitions, RedistReportOptions const& options, Sink const& sink) {
    assert(!transitions.empty());
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.redist/1");
    write_all_arrays(json, movements_of(transitions));
    json.key("totals");
    write_redist_totals(json, sum_of(transitions));
    if (transitions.size() == 1)
        detail::write_collectives(json, transitions.front(), options.memory);
    else if (is_one_composite(transitions))
        detail::write_held(json, held_bytes(transitions.front().phase->composite));
    auto const& relabelling = transitions.front().relabelling;
    if (relabelling && relabelled_once(transitions)) write_relabelling(json, *relabelling);
    if (auto const& phase = transitions.front().phase) {
        json.entry("method", phase->composite.method->name);
        if (!phase->reason.empty()) json.entry("reason", phase->reason);
        if (adds(phase->composite.whole)) detail::write_sum(json, phase->composite.whole, options.memory);
        write_transitions(json, transitions, "phases", options.memory);
    } else if (transitions.size() > 1) {
        write_transitions(json, transitions, "transitions", options.memory);
    }
    if (!options.totals_only) write_messages(json, transitions, options.rank);
    json.end_object();
}

} // namespace tessera
