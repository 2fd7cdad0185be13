// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the outcome of a redistribution, as text and JSON.
#include "cli/redist/outcome.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/common/step_orders.hpp"
#include "cli/redist/update_settings.hpp"
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/redist/copy_batches.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/messages/redist_report.hpp"
#include "libcore/report/messages/trace_report.hpp"
#include "libcore/report/run_times.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

std::string_view word(Receive receive) {
    return receive == Receive::Async ? "async" : "sync";
}

Index delivered_bytes(RedistSettings const& settings) {
    Index bytes = 0;
    for (RedistPlan const& plan : settings.plan.plans()) bytes += plan.totals().elements * plan.source().array().type.bytes;
    return bytes;
}

void arrays_json(JsonWriter& json, MultiPlan const& plans) {
    json.key("arrays");
    json.begin_list();
    for (RedistPlan const& plan : plans.plans()) {
        json.begin_object();
        json.entry("source", plan.source().array().name);
        json.entry("target", plan.target().array().name);
        json.entry("type", plan.source().array().type.name);
        json.entry("shape", std::span(plan.source().spec().array.extents));
        json.entry("from", describe(plan.source().spec()));
        json.entry("to", describe(plan.target().spec()));
        json.end_object();
    }
    json.end_array();
}

void times_json(JsonWriter& json, RedistSettings const& settings, RedistOutcome const& outcome) {
    json.entry("plan_time", outcome.plan_seconds);
    json.key("times");
    json.begin_object();
    summary_entries(json, summary_of(outcome.move_seconds, settings.warm_up));
    json.end_object();
    if (!outcome.back_seconds.empty()) {
        json.key("times_back");
        json.begin_object();
        summary_entries(json, summary_of(outcome.back_seconds));
        json.end_object();
    }
    json.entry("bytes_per_second", bytes_per_second(settings, outcome));
}

/// Returns whether the ways of messages within nodes deserve a line.
bool reports_node_traffic(RedistOutcome const& outcome) {
    return outcome.node_traffic && (outcome.node_traffic->read > 0 || outcome.node_traffic->refusal);
}

std::string node_traffic_text(NodeTraffic const& ways) {
    std::string text = fmt::format("within nodes {} copied straight, {} read from other processes, {} through buffers",
                                   scaled_bytes(ways.straight), scaled_bytes(ways.read), scaled_bytes(ways.staged));
    if (ways.sent > 0) text += fmt::format(", {} sent", scaled_bytes(ways.sent));
    return ways.refusal ? text + "\n            (nothing is read, " + *ways.refusal + ")" : text;
}

void node_traffic_json(JsonWriter& json, RedistOutcome const& outcome) {
    json.key("within_node");
    if (!outcome.node_traffic) return json.null();
    json.begin_object();
    json.entry("straight", outcome.node_traffic->straight);
    json.entry("read", outcome.node_traffic->read);
    json.entry("staged", outcome.node_traffic->staged);
    json.entry("sent", outcome.node_traffic->sent);
    json.entry("refusal", outcome.node_traffic->refusal);
    json.end_object();
}

void rounds_json(JsonWriter& json, RedistSettings const& settings, RedistOutcome const& outcome) {
    if (!outcome.rounds) return;
    json.key("memory");
    json.begin_object();
    json.entry("bound", *settings.memory);
    json.entry("rounds", outcome.rounds->rounds);
    json.entry("predicted", outcome.rounds->predicted_bytes);
    json.entry("held", outcome.rounds->held_bytes);
    json.end_object();
}

std::string rounds_text(RedistSettings const& settings, RoundReport const& report) {
    return fmt::format("{} for the messages of all ranks, {} predicted, {} allowed; {}", scaled_bytes(report.held_bytes),
                       scaled_bytes(report.predicted_bytes), scaled_bytes(*settings.memory), counted(report.rounds, "round"));
}

void verification_json(JsonWriter& json, RedistOutcome const& outcome) {
    json.key("verification");
    if (outcome.verification == Verification::None) return json.null();
    json.begin_object();
    json.entry("by", outcome.verification == Verification::Elements ? "elements" : "checksum");
    json.entry("passed", !outcome.wrong.has_value());
    json.entry("wrong", outcome.wrong);
    json.entry("checksum", outcome.checksum ? std::optional(fmt::format("{:016x}", *outcome.checksum)) : std::nullopt);
    json.end_object();
}

void schedule_json(JsonWriter& json, ScheduleSettings const& schedule) {
    json.key("schedule");
    json.begin_object();
    json.entry("algorithm", schedule.sited.schedule->algorithm());
    json.entry("steps", Index{schedule.sited.schedule->steps()});
    json.entry("order", step_order_name(schedule.order));
    json.entry("topology", schedule.sited.site.topology->name());
    json.entry("machine", schedule.sited.site.machine ? std::optional(schedule.sited.site.machine_name()) : std::nullopt);
    json.entry("predicted_time", schedule.predicted.time());
    json.end_object();
}

/// Writes "batches": the copies that travel together, one entry per batch.
void batches_json(JsonWriter& json, RedistSettings const& settings) {
    json.key("schedule");
    json.null();
    json.key("batches");
    json.begin_list();
    for (MovementBatch const& batch : settings.batches) {
        json.begin_object();
        json.entry("first_copy", batch.copies.first);
        json.entry("last_copy", batch.copies.last);
        json.key("totals");
        write_redist_totals(json, batch.composed.plan.totals());
        json.end_object();
    }
    json.end_array();
}

/// Writes the schedule of a single phase, or "phases" with a schedule each.
void phases_json(JsonWriter& json, RedistSettings const& settings) {
    auto const& phases = settings.batches.front().composed.plan.phases;
    if (settings.batches.size() > 1) return batches_json(json, settings);
    if (phases.size() == 1 && !settings.schedules.empty()) return schedule_json(json, settings.schedules.front());
    json.key("schedule");
    json.null();
    if (phases.size() == 1) return;
    json.key("phases");
    json.begin_list();
    for (std::size_t i = 0; i < phases.size(); ++i) {
        json.begin_object();
        json.entry("how", phases[i].how);
        if (!settings.schedules.empty()) schedule_json(json, settings.schedules[i]);
        json.key("totals");
        write_redist_totals(json, phases[i].plan.totals());
        json.end_object();
    }
    json.end_array();
}

std::optional<std::string> typed(std::optional<FileName> const& file) {
    return file ? std::optional(file->text) : std::nullopt;
}

void update_json(JsonWriter& json, RedistSettings const& settings) {
    if (settings.transposed) json.entry("transposed", true);
    if (!settings.update) return;
    json.key("update");
    json.begin_object();
    for (auto const& [name, factor] : {std::pair("alpha", settings.update->alpha), std::pair("beta", settings.update->beta)}) {
        json.key(name);
        json.begin_array();
        json.value(factor.real());
        json.value(factor.imag());
        json.end_array();
    }
    json.entry("conjugate", settings.update->conjugate);
    json.entry("to_type", settings.update->to ? std::optional(settings.update->to->name) : std::nullopt);
    json.entry("old", typed(settings.old));
    json.end_object();
}

std::string how(RedistSettings const& settings) {
    if (settings.as_printed)
        return settings.receive == Receive::Async ? "as printed, async where the paper has it" : "as printed, sync";
    if (settings.method().asks_owners) return std::string(settings.method().name);
    if (!unpacks_on_arrival(settings.transport)) return std::string(name_of(settings.transport));
    return fmt::format("{}, {}", name_of(settings.transport), word(settings.receive));
}

std::string times_text(RedistSettings const& settings, RedistOutcome const& outcome) {
    std::string text = summary_text(summary_of(outcome.move_seconds, settings.warm_up));
    if (auto const rate = bytes_per_second(settings, outcome))
        text += fmt::format(", {}/s", scaled_bytes(static_cast<Index>(*rate)));
    if (!outcome.back_seconds.empty()) text += fmt::format("; back {}", duration(summary_of(outcome.back_seconds).median));
    return fmt::format("{}; plan {}; {}; {}", text, duration(outcome.plan_seconds), counted(outcome.ranks, "rank"), how(settings));
}

/// Returns a text such as "lcm in 2 phases: x-to-kx, cyclic(6) to cyclic(30), k = 5; ky-to-y, ...", with the reason of the
/// choice on a further line.
std::string method_text(RedistSettings const& settings) {
    ComposedPlan const& composed = settings.batches.front().composed;
    auto const& phases = composed.plan.phases;
    std::string text(settings.method().name);
    if (settings.batches.size() > 1) return text;
    if (phases.size() > 1) text += fmt::format(" in {} phases", phases.size());
    char const* separator = ": ";
    for (CompositePhase const& phase : phases)
        if (!phase.how.empty()) text += std::exchange(separator, "; then ") + phase.how;
    if (!composed.reason.empty()) text += "\n            " + composed.reason;
    return text;
}

std::string moved_text(RedistSettings const& settings, RedistTotals const& totals) {
    std::string const elements = settings.batches.front().composed.plan.phases.size() == 1
                                     ? fmt::format("{} of {}", grouped(totals.moved), counted(totals.elements, "element"))
                                     : counted(totals.moved, "element");
    return fmt::format("{} ({}) in {}", elements, scaled_bytes(totals.bytes_moved), counted(totals.messages, "message"));
}

/// Returns a text such as "2, one after the other: copies 1 to 2; copy 3".
std::string batches_text(RedistSettings const& settings) {
    std::string text = fmt::format("{}, one after the other", settings.batches.size());
    char const* separator = ": ";
    for (MovementBatch const& batch : settings.batches) text += std::exchange(separator, "; ") + text_of(batch.copies);
    return text;
}

std::string schedule_text(ScheduleSettings const& schedule, RedistSettings const& settings, RedistOutcome const& outcome) {
    std::string text = fmt::format("{}, {}, {}", schedule.sited.schedule->algorithm(),
                                   counted(schedule.sited.schedule->steps(), "step"), step_order_name(schedule.order));
    bool const only = settings.schedules.size() == 1;
    if (auto const time = schedule.predicted.time(); time && !only) text += fmt::format("; predicted {}", duration(*time));
    if (auto const time = schedule.predicted.time(); time && only)
        text += fmt::format("; predicted {}, observed {}", duration(*time), duration(summary_of(outcome.move_seconds).median));
    if (!schedule.sited.reason.empty()) text += "\n            " + schedule.sited.reason;
    return text;
}

/// Returns the source of the values of elements that no copy writes.
std::string kept_text(RedistSettings const& settings, ArraySpec const& array) {
    if (settings.holds_input(array)) return settings.in ? "as in --in" : "as before";
    if (settings.old) return "as in --old";
    return settings.adds_up() ? "as before" : "0";
}

/// Writes lines such as "unwritten 1950 of 2000 elements of B: 0".
void write_unwritten(RedistSettings const& settings, Sink const& sink) {
    for (auto const& [array, elements] : unwritten_elements(settings.plan.plans()))
        sink(fmt::format("  unwritten {} of {} of {}: {}\n", grouped(elements),
                         counted(checked_product(array.extents).value(), "element"), array.name, kept_text(settings, array)));
}

void unwritten_json(JsonWriter& json, RedistSettings const& settings) {
    auto const unwritten = unwritten_elements(settings.plan.plans());
    if (unwritten.empty()) return;
    json.key("unwritten");
    json.begin_list();
    for (auto const& [array, elements] : unwritten) {
        json.begin_object();
        json.entry("array", array.name);
        json.entry("elements", elements);
        json.entry("values", kept_text(settings, array));
        json.end_object();
    }
    json.end_array();
}

std::string verification_text(RedistOutcome const& outcome) {
    if (outcome.wrong) return "MISMATCH: " + *outcome.wrong;
    if (outcome.verification == Verification::Elements) return "verified: every element is in its place";
    return fmt::format("verified: checksum {:016x} of all elements and their positions, before and after",
                       outcome.checksum.value_or(0));
}

} // namespace

std::string redist_heading(RedistPlan const& plan) {
    ArraySpec const& source = plan.source().spec().array;
    ArraySpec const& target = plan.target().spec().array;
    std::string const to = source.name == target.name ? "" : describe(target) + ": ";
    return fmt::format("{}: {} -> {}{}\n", describe(source), describe(plan.source().spec()), to, describe(plan.target().spec()));
}

std::optional<double> bytes_per_second(RedistSettings const& settings, RedistOutcome const& outcome) {
    double const seconds = summary_of(outcome.move_seconds).median;
    if (seconds <= 0) return std::nullopt;
    return static_cast<double>(delivered_bytes(settings)) / seconds;
}

void redist_outcome_json(RedistSettings const& settings, RedistOutcome const& outcome, Sink const& sink) {
    bool const planned = !settings.has_own_messages();
    bool const waits = settings.as_printed || (planned && unpacks_on_arrival(settings.transport));
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.run/1");
    arrays_json(json, settings.plan);
    json.entry("ranks", Index{outcome.ranks});
    json.entry("method", settings.method().name);
    if (settings.as_printed) json.entry("as_printed", true);
    update_json(json, settings);
    json.entry("transport", planned ? std::optional(std::string(name_of(settings.transport))) : std::nullopt);
    json.entry("receive", waits ? std::optional(std::string(word(settings.receive))) : std::nullopt);
    node_traffic_json(json, outcome);
    phases_json(json, settings);
    if (settings.relabelling) {
        json.key("ranks_of_targets");
        json.begin_array();
        for (std::string const& line : relabelling_directives(*settings.relabelling)) json.value(line);
        json.end_array();
    }
    json.entry("in", typed(settings.in));
    json.entry("out", typed(settings.out));
    if (outcome.room) space_json(json, *outcome.room);
    unwritten_json(json, settings);
    json.key("totals");
    write_redist_totals(json, outcome.totals);
    rounds_json(json, settings, outcome);
    times_json(json, settings, outcome);
    verification_json(json, outcome);
    json.end_object();
}

void redist_outcome_text(RedistSettings const& settings, RedistOutcome const& outcome, Sink const& sink) {
    RedistTotals const& totals = outcome.totals;
    for (RedistPlan const& plan : settings.plan.plans()) sink(redist_heading(plan));
    if (settings.relabelling)
        for (std::string const& line : relabelling_lines(*settings.relabelling)) sink("  " + line + "\n");
    sink(fmt::format("  moved     {}\n", moved_text(settings, totals)));
    if (outcome.ranks == 1 && !settings.in && !settings.out)
        sink("  ranks     one, which holds everything; 'mpirun -n 4 redist ...' starts four\n");
    if (settings.batches.size() > 1) sink(fmt::format("  batches   {}\n", batches_text(settings)));
    write_unwritten(settings, sink);
    if (settings.method().name != methods().front().name) sink(fmt::format("  method    {}\n", method_text(settings)));
    if (std::string const update = update_text(settings.update, settings.transposed); !update.empty())
        sink(fmt::format("  elements  {}\n", update));
    sink(fmt::format("  time      {}\n", times_text(settings, outcome)));
    if (reports_node_traffic(outcome)) sink(fmt::format("  transport {}\n", node_traffic_text(*outcome.node_traffic)));
    if (outcome.rounds) sink(fmt::format("  memory    {}\n", rounds_text(settings, *outcome.rounds)));
    if (settings.without_steps)
        sink("  schedule  none: the ranks share one node's memory and copy; on no link do messages meet that steps could keep "
             "apart\n");
    for (ScheduleSettings const& each : settings.schedules)
        sink(fmt::format("  schedule  {}\n", schedule_text(each, settings, outcome)));
    if (outcome.verification != Verification::None) sink(fmt::format("  {}\n", verification_text(outcome)));
    if (outcome.room && !outcome.wrong) sink(space_line(*outcome.room, "were"));
    if (settings.out && !outcome.wrong) sink(fmt::format("  written   {}\n", settings.out->text));
}

std::string trace_document(RedistSettings const& settings, RedistOutcome const& outcome) {
    ScheduleSettings const& schedule = settings.schedules.front();
    ExecutedSchedule const executed{.algorithm = schedule.sited.schedule->algorithm(),
                                    .order = std::string(step_order_name(schedule.order)),
                                    .ranks = outcome.ranks,
                                    .topology = schedule.sited.site.topology->name(),
                                    .machine = schedule.sited.site.machine_name(),
                                    .predicted = schedule.predicted,
                                    .transfers = outcome.trace,
                                    .times = summary_of(outcome.move_seconds, settings.warm_up)};
    return trace_document(executed, *schedule.trace);
}

} // namespace tessera::cli
