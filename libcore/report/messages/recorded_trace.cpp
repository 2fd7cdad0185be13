// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the totals of a trace of redist --trace (schema tessera.trace/1), for comparison with predictions.
#include "libcore/report/messages/recorded_trace.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/json_member.hpp"
#include "libcore/base/shallow_json.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace tessera {
namespace {

using Json = nlohmann::json;

constexpr std::string_view trace_schema = "tessera.trace/1";

/// Returns whether the field is a non-negative integer.
bool is_count(Json const& json, char const* field) {
    return json.is_object() && json.contains(field) && is_whole_number<Index>(json[field]) && json[field].get<Index>() >= 0;
}

/// Returns whether "times" is absent, or has a count and positive seconds.
bool has_readable_times(Json const& trace) {
    if (!trace.contains("times")) return true;
    Json const& times = trace["times"];
    auto const positive = [&](char const* field) {
        return times.contains(field) && times[field].is_number() && times[field].get<double>() > 0;
    };
    return times.is_object() && std::ranges::all_of(std::array{"min", "median", "max"}, positive) && is_count(times, "repeat") &&
           (!times.contains("warm_up") || is_count(times, "warm_up"));
}

/// Returns the times of all executions, or without "times" that of the transfers, from the first start to the last arrival.
/// Precondition: has_readable_times.
TimeSummary times_of(Json const& trace) {
    auto const seconds = trace["time"].get<double>();
    if (!trace.contains("times")) return {.low = seconds, .median = seconds, .high = seconds};
    Json const& times = trace["times"];
    return {.low = times["min"].get<double>(),
            .median = times["median"].get<double>(),
            .high = times["max"].get<double>(),
            .repeat = times["repeat"].get<Index>(),
            .warm_up = times.contains("warm_up") ? times["warm_up"].get<Index>() : 0};
}

/// Returns the first error in the fields of a trace; empty: none.
std::string complaint(Json const& trace) {
    if (!trace.contains("time") || !trace["time"].is_number())
        return "is a trace without a time: \"time\" must be a number of seconds";
    if (!trace.contains("transfers") || !trace["transfers"].is_array())
        return "is a trace without transfers: \"transfers\" must be a list";
    if (!is_count(trace, "ranks")) return "is a trace that does not say how many ranks took part: \"ranks\" must be a whole number";
    std::optional<Index> sum = 0;
    for (Json const& transfer : trace["transfers"]) {
        if (!is_count(transfer, "bytes"))
            return "is a trace with a transfer that has no bytes: \"bytes\" in each entry of \"transfers\" must be a whole number";
        sum = sum ? checked_add(*sum, transfer["bytes"].get<Index>()) : sum;
    }
    if (!sum) return "is a trace whose transfers have more bytes together than fit 64 bits: \"bytes\" is too large";
    if (!has_readable_times(trace))
        return "is a trace whose \"times\" cannot be read: it needs \"repeat\", and \"min\", \"median\" and \"max\" above 0";
    if (trace["transfers"].empty() || trace["time"].get<double>() <= 0)
        return "is a trace of a run in which nothing was sent: \"transfers\" is empty, or \"time\" is not above 0";
    return {};
}

} // namespace

Result<RecordedTrace> read_trace(std::string_view json, std::string_view name) {
    Json const trace = Json::parse(shallow_json(json), nullptr, false);
    if (!has_schema(trace, trace_schema))
        return fail(fmt::format("'{}' is no trace: it needs \"schema\": \"{}\"; redist --algorithm NAME --trace FILE writes one",
                                name, trace_schema));
    if (std::string const wrong = complaint(trace); !wrong.empty()) return fail(fmt::format("'{}' {}", name, wrong));
    if (trace.contains("operation"))
        return fail(
            fmt::format("'{}' is a trace of distcomm {}, not of a redistribution", name,
                        trace["operation"].is_string() ? trace["operation"].get<std::string>() : trace["operation"].dump()));
    RecordedTrace read;
    bool const named = trace.contains("algorithm") && trace["algorithm"].is_string();
    read.algorithm = named ? trace["algorithm"].get<std::string>() : "";
    read.ranks = trace["ranks"].get<Index>();
    read.times = times_of(trace);
    for (Json const& transfer : trace["transfers"]) {
        auto const bytes = transfer["bytes"].get<Index>();
        ++read.transfers;
        read.bytes += bytes;
        read.longest = std::max(read.longest, bytes);
    }
    return read;
}

bool fits(RecordedTrace const& trace, MessageSet const& messages) {
    return messages.messages() > 0 && trace.ranks >= messages.size() && trace.bytes >= messages.total_bytes();
}

std::vector<ObservedTimes> observed_times(std::span<RecordedTrace const> traces) {
    std::vector<ObservedTimes> observed;
    for (RecordedTrace const& trace : traces)
        observed.push_back(
            {trace.algorithm, {{static_cast<double>(trace.longest), trace.times.median}}, summary_text(trace.times)});
    return observed;
}

} // namespace tessera
