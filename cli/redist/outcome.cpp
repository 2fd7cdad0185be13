// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what came of a redistribution, and how it is told.
#include "cli/redist/outcome.hpp"

#include "cli/common/step_orders.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/trace_report.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

std::string_view word(Method method) {
    return method == Method::Direct ? "direct" : "naive";
}
std::string_view word(Receive receive) {
    return receive == Receive::Async ? "async" : "sync";
}

struct Spread {
    double low = 0;
    double median = 0;
    double high = 0;
};

Spread spread_of(std::vector<double> seconds) {
    std::ranges::sort(seconds);
    std::size_t const middle = seconds.size() / 2;
    double const median = seconds.size() % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
    return {seconds.front(), median, seconds.back()};
}

/// "3.2 ms", "1.25 s".
std::string duration(double seconds) {
    if (seconds < 1e-3) return fmt::format("{:.0f} us", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
    return fmt::format("{:.2f} s", seconds);
}

Index delivered_bytes(RedistSettings const& settings) {
    Index bytes = 0;
    for (RedistPlan const& plan : settings.plan.plans()) bytes += plan.totals().elements * plan.source().array().type.bytes;
    return bytes;
}

void text_or_null(JsonWriter& json, std::string_view key, std::optional<std::string> const& text) {
    json.key(key);
    if (text) {
        json.value(*text);
    } else {
        json.null();
    }
}

void arrays_json(JsonWriter& json, MultiPlan const& plans) {
    json.key("arrays");
    json.begin_list();
    for (RedistPlan const& plan : plans.plans()) {
        json.begin_object();
        json.entry("source", plan.source().array().name);
        json.entry("target", plan.target().array().name);
        json.entry("type", plan.source().array().type.name);
        json.entry("shape", std::span(plan.source().array().extents));
        json.entry("from", describe(plan.source().spec()));
        json.entry("to", describe(plan.target().spec()));
        json.end_object();
    }
    json.end_array();
}

void totals_json(JsonWriter& json, RedistTotals const& totals) {
    json.key("totals");
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

void times_json(JsonWriter& json, RedistSettings const& settings, RedistOutcome const& outcome) {
    Spread const spread = spread_of(outcome.move_seconds);
    json.entry("plan_time", outcome.plan_seconds);
    json.key("times");
    json.begin_object();
    json.entry("repeat", Index{settings.repeat});
    json.entry("min", spread.low);
    json.entry("median", spread.median);
    json.entry("max", spread.high);
    json.end_object();
    json.key("bytes_per_second");
    if (auto const rate = bytes_per_second(settings, outcome)) {
        json.value(*rate);
    } else {
        json.null();
    }
}

void verification_json(JsonWriter& json, RedistOutcome const& outcome) {
    json.key("verification");
    if (outcome.verification == Verification::None) return json.null();
    json.begin_object();
    json.entry("by", outcome.verification == Verification::Elements ? "elements" : "checksum");
    json.entry("passed", !outcome.wrong.has_value());
    text_or_null(json, "wrong", outcome.wrong);
    text_or_null(json, "checksum", outcome.checksum ? std::optional(fmt::format("{:016x}", *outcome.checksum)) : std::nullopt);
    json.end_object();
}

void schedule_json(JsonWriter& json, RedistSettings const& settings) {
    json.key("schedule");
    if (!settings.schedule) return json.null();
    ScheduleSettings const& schedule = *settings.schedule;
    json.begin_object();
    json.entry("algorithm", schedule.sited.schedule->algorithm());
    json.entry("steps", Index{schedule.sited.schedule->steps()});
    json.entry("order", step_order_name(schedule.order));
    json.entry("topology", schedule.sited.site.topology->name());
    text_or_null(json, "machine", schedule.sited.site.machine ? std::optional(schedule.sited.site.machine_name()) : std::nullopt);
    json.key("predicted_time");
    if (auto const time = schedule.predicted.time()) {
        json.value(*time);
    } else {
        json.null();
    }
    json.end_object();
}

std::optional<std::string> typed(std::optional<FileName> const& file) {
    return file ? std::optional(file->text) : std::nullopt;
}

std::string how(RedistSettings const& settings) {
    if (settings.method == Method::Naive) return "naive";
    if (!unpacks_on_arrival(settings.transport)) return std::string(name_of(settings.transport));
    return fmt::format("{}, {}", name_of(settings.transport), word(settings.receive));
}

std::string times_text(RedistSettings const& settings, RedistOutcome const& outcome) {
    Spread const spread = spread_of(outcome.move_seconds);
    std::string text = duration(spread.median);
    if (settings.repeat > 1)
        text = fmt::format("{} (median of {}; {} to {})", text, settings.repeat, duration(spread.low), duration(spread.high));
    if (auto const rate = bytes_per_second(settings, outcome))
        text += fmt::format(", {}/s", scaled_bytes(static_cast<Index>(*rate)));
    return fmt::format("{}; plan {}; {}; {}", text, duration(outcome.plan_seconds), counted(outcome.ranks, "rank"), how(settings));
}

std::string schedule_text(ScheduleSettings const& schedule, RedistOutcome const& outcome) {
    std::string text = fmt::format("{}, {}, {}", schedule.sited.schedule->algorithm(),
                                   counted(schedule.sited.schedule->steps(), "step"), step_order_name(schedule.order));
    if (auto const time = schedule.predicted.time())
        text += fmt::format("; predicted {}, observed {}", duration(*time), duration(spread_of(outcome.move_seconds).median));
    if (!schedule.sited.reason.empty()) text += "\n            " + schedule.sited.reason;
    return text;
}

std::string verification_text(RedistOutcome const& outcome) {
    if (outcome.wrong) return "MISMATCH: " + *outcome.wrong;
    if (outcome.verification == Verification::Elements) return "verified: every element is in its place";
    return fmt::format("verified: checksum {:016x} of all elements and their places, before and after",
                       outcome.checksum.value_or(0));
}

} // namespace

std::string redist_heading(RedistPlan const& plan) {
    ArraySpec const& source = plan.source().array();
    ArraySpec const& target = plan.target().array();
    std::string const to = source.name == target.name ? "" : describe(target) + ": ";
    return fmt::format("{}: {} -> {}{}\n", describe(source), describe(plan.source().spec()), to, describe(plan.target().spec()));
}

std::optional<double> bytes_per_second(RedistSettings const& settings, RedistOutcome const& outcome) {
    double const seconds = spread_of(outcome.move_seconds).median;
    if (seconds <= 0) return std::nullopt;
    return static_cast<double>(delivered_bytes(settings)) / seconds;
}

void redist_outcome_json(RedistSettings const& settings, RedistOutcome const& outcome, Sink const& sink) {
    bool const planned = settings.method == Method::Direct;
    bool const waits = planned && unpacks_on_arrival(settings.transport);
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.run/1");
    arrays_json(json, settings.plan);
    json.entry("ranks", Index{outcome.ranks});
    json.entry("method", word(settings.method));
    text_or_null(json, "transport", planned ? std::optional(std::string(name_of(settings.transport))) : std::nullopt);
    text_or_null(json, "receive", waits ? std::optional(std::string(word(settings.receive))) : std::nullopt);
    schedule_json(json, settings);
    text_or_null(json, "in", typed(settings.in));
    text_or_null(json, "out", typed(settings.out));
    totals_json(json, outcome.totals);
    times_json(json, settings, outcome);
    verification_json(json, outcome);
    json.end_object();
}

void redist_outcome_text(RedistSettings const& settings, RedistOutcome const& outcome, Sink const& sink) {
    RedistTotals const& totals = outcome.totals;
    for (RedistPlan const& plan : settings.plan.plans()) sink(redist_heading(plan));
    sink(fmt::format("  moved     {} of {} elements ({}) in {}\n", grouped(totals.moved), grouped(totals.elements),
                     scaled_bytes(totals.bytes_moved), counted(totals.messages, "message")));
    sink(fmt::format("  time      {}\n", times_text(settings, outcome)));
    if (settings.schedule) sink(fmt::format("  schedule  {}\n", schedule_text(*settings.schedule, outcome)));
    if (outcome.verification != Verification::None) sink(fmt::format("  {}\n", verification_text(outcome)));
    if (settings.out && !outcome.wrong) sink(fmt::format("  written   {}\n", settings.out->text));
}

std::string trace_document(RedistSettings const& settings, RedistOutcome const& outcome) {
    ScheduleSettings const& schedule = *settings.schedule;
    ExecutedSchedule const executed{.algorithm = schedule.sited.schedule->algorithm(),
                                    .order = std::string(step_order_name(schedule.order)),
                                    .ranks = outcome.ranks,
                                    .topology = schedule.sited.site.topology->name(),
                                    .machine = schedule.sited.site.machine_name(),
                                    .predicted = schedule.predicted,
                                    .transfers = outcome.trace};
    std::string document;
    Sink const sink = [&document](std::string_view piece) { document += piece; };
    (schedule.trace->ends_with(".chrome.json") ? trace_chrome : trace_json)(executed, sink);
    return document;
}

} // namespace tessera::cli
