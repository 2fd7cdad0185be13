// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an executed schedule, as JSON and for trace viewers.
#include "libcore/report/messages/trace_report.hpp"

#include "libcore/report/json_writer.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera {

namespace {

/// Rounds to a nanosecond, the resolution of the clocks.
double nanoseconds(double seconds) {
    return std::round(seconds * 1e9) / 1e9;
}

void steps_json(JsonWriter& json, ExecutedSchedule const& executed) {
    auto const spans = step_intervals(executed.transfers, static_cast<int>(executed.predicted.steps.size()));
    json.key("steps");
    json.begin_list();
    for (std::size_t step = 0; step < spans.size(); ++step) {
        auto const& span = spans[step];
        json.begin_object();
        json.entry("step", static_cast<Index>(step) + 1);
        json.entry("start", span ? std::optional(nanoseconds(span->start)) : std::nullopt);
        json.entry("end", span ? std::optional(nanoseconds(span->end)) : std::nullopt);
        json.entry("predicted_time", executed.predicted.steps[step].time);
        json.end_object();
    }
    json.end_array();
}

void transfer_json(JsonWriter& json, TracedTransfer const& transfer) {
    json.begin_object();
    json.entry("step", Index{transfer.step} + 1);
    json.entry("from", Index{transfer.from});
    json.entry("to", Index{transfer.to});
    json.entry("bytes", transfer.bytes);
    json.entry("start", nanoseconds(transfer.start));
    json.entry("sent", nanoseconds(transfer.sent));
    json.entry("arrived", nanoseconds(transfer.arrived));
    json.end_object();
}

/// Writes the start or the end of a transfer; viewers pair them by `id`.
void chrome_event(JsonWriter& json, TracedTransfer const& transfer, Index id, char const* phase, double seconds) {
    json.begin_object();
    json.entry("name", fmt::format("to {}", transfer.to));
    json.entry("cat", fmt::format("step {}", transfer.step + 1));
    json.entry("ph", phase);
    json.entry("id", id);
    json.entry("pid", Index{transfer.from});
    json.entry("tid", Index{transfer.from});
    json.entry("ts", nanoseconds(seconds) * 1e6);
    json.key("args");
    json.begin_object();
    json.entry("bytes", transfer.bytes);
    json.end_object();
    json.end_object();
}

} // namespace

std::vector<std::optional<StepInterval>> step_intervals(std::span<TracedTransfer const> transfers, int steps) {
    std::vector<std::optional<StepInterval>> spans(as_size(steps));
    for (TracedTransfer const& transfer : transfers) {
        auto& span = spans[as_size(transfer.step)];
        double const end = std::max(transfer.sent, transfer.arrived);
        span = span ? StepInterval{std::min(span->start, transfer.start), std::max(span->end, end)}
                    : StepInterval{transfer.start, end};
    }
    return spans;
}

double time_in_transfers(std::span<TracedTransfer const> transfers) {
    if (transfers.empty()) return 0;
    double start = transfers.front().start;
    double end = start;
    for (TracedTransfer const& transfer : transfers) {
        start = std::min(start, transfer.start);
        end = std::max({end, transfer.sent, transfer.arrived});
    }
    return end - start;
}

void trace_json(ExecutedSchedule const& executed, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.trace/1");
    if (!executed.operation.empty()) json.entry("operation", executed.operation);
    json.entry("algorithm", executed.algorithm);
    json.entry("order", executed.order);
    json.entry("ranks", Index{executed.ranks});
    json.entry("topology", executed.topology);
    json.entry("machine", executed.machine.empty() ? std::nullopt : std::optional(executed.machine));
    json.entry("time", nanoseconds(time_in_transfers(executed.transfers)));
    if (executed.times) {
        json.key("times");
        json.begin_object();
        summary_entries(json, *executed.times);
        json.end_object();
    }
    json.entry("predicted_time", executed.predicted.time());
    steps_json(json, executed);
    json.key("transfers");
    json.begin_list();
    for (TracedTransfer const& transfer : executed.transfers) transfer_json(json, transfer);
    json.end_array();
    json.end_object();
}

void trace_chrome(ExecutedSchedule const& executed, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("displayTimeUnit", "ms");
    json.key("traceEvents");
    json.begin_list();
    Index id = 0;
    for (TracedTransfer const& transfer : executed.transfers) {
        chrome_event(json, transfer, id, "b", transfer.start);
        chrome_event(json, transfer, id, "e", std::max(transfer.sent, transfer.arrived));
        ++id;
    }
    json.end_array();
    json.end_object();
}

std::string trace_document(ExecutedSchedule const& executed, std::string_view path) {
    auto const write = path.ends_with(".chrome.json") ? trace_chrome : trace_json;
    return written_text([&](Sink const& sink) { write(executed, sink); });
}

} // namespace tessera
