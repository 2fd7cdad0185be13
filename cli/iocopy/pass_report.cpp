// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy's reports about copies in one pass and in two.
#include "cli/iocopy/pass_report.hpp"

#include "cli/common/copy_report.hpp"
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/text_table.hpp"

#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace tessera::cli {
namespace {

/// Returns how many times the source's bytes are read. A decoded chunk counts whole for each access.
double amplification(PassForecasts const& ways, ForecastCounts const& reads) {
    auto const decoded = static_cast<double>(reads.counts.requests) * static_cast<double>(ways.decoded);
    double const bytes = ways.decoded > 0 ? decoded : static_cast<double>(reads.counts.bytes);
    return bytes / static_cast<double>(ways.source_bytes);
}

std::vector<std::string> row(std::string name, CopyForecast const& forecast, std::string times) {
    return {std::move(name),
            requests_text(forecast.reads),
            bytes_text(forecast.reads),
            requests_text(forecast.writes),
            bytes_text(forecast.writes),
            std::move(times)};
}

std::string times_text(PassForecasts const& ways, ForecastCounts const& reads) {
    return ways.source_bytes == 0 ? "" : fmt::format("{:.2f} times", amplification(ways, reads));
}

void begin_way(JsonWriter& json, PassForecasts const& ways, Index passes, bool fits) {
    json.begin_object();
    json.entry("passes", passes);
    json.entry("chosen", ways.takes_two == (passes == 2));
    json.entry("fits", fits);
}

void way_json(JsonWriter& json, PassForecasts const& ways, CopyForecast const& forecast, ForecastCounts const& of_source) {
    demand_json(json, "reads", forecast.reads);
    demand_json(json, "writes", forecast.writes);
    json.entry("amplification", ways.source_bytes == 0 ? std::nullopt : std::optional(amplification(ways, of_source)));
}

} // namespace

void pass_table(PassForecasts const& ways, Sink const& sink) {
    if (!ways.two) return;
    sink(fmt::format(
        "\nIn one pass, or by way of a scratch file of {} in chunks of {}{}; rechunker with as much memory for each rank"
        ".\n\n",
        scaled_bytes(ways.two->bytes), extents_text(ways.two->chunk), ways.two->made ? ", which is there" : ""));
    constexpr auto right = TextTable::Align::Right;
    TextTable table({{"  passes", TextTable::Align::Left},
                     {"reads", right},
                     {"bytes", right},
                     {"writes", right},
                     {"bytes", right},
                     {"the source", right}},
                    sink);
    if (ways.one)
        table.add(row(ways.takes_two ? "  one" : "* one", *ways.one, times_text(ways, ways.one->reads)));
    else
        table.add({"  one: too little memory", "", "", "", "", ""});
    table.add(row(ways.takes_two ? "* two" : "  two", sum_of(ways.two->first, ways.two->second),
                  times_text(ways, ways.two->first.reads)));
    if (auto const& plan = ways.rechunker) {
        std::string const name =
            plan->passes == 1 ? "  rechunker, one" : fmt::format("  rechunker, by {}", extents_text(plan->between));
        table.add({name, grouped(plan->reads), scaled_bytes(plan->bytes), grouped(plan->writes), scaled_bytes(plan->bytes),
                   "1.00 times"});
    }
    table.finish();
}

void passes_json(JsonWriter& json, PassForecasts const& ways) {
    json.key("passes");
    json.begin_list();
    begin_way(json, ways, 1, ways.one.has_value());
    if (ways.one) way_json(json, ways, *ways.one, ways.one->reads);
    json.end_object();
    if (auto const& two = ways.two) {
        begin_way(json, ways, 2, true);
        way_json(json, ways, sum_of(two->first, two->second), two->first.reads);
        json.entry("scratch_chunk", std::span<Index const>(two->chunk));
        json.entry("scratch_bytes", two->bytes);
        json.entry("scratch_is_there", two->made);
        json.end_object();
    }
    json.end_array();
    if (!ways.rechunker) return;
    RechunkerPlan const& plan = *ways.rechunker;
    json.key("rechunker");
    json.begin_object();
    json.entry("passes", Index{plan.passes});
    json.entry("read_chunk", std::span<Index const>(plan.read));
    json.entry("between_chunk", std::span<Index const>(plan.between));
    json.entry("write_chunk", std::span<Index const>(plan.write));
    demand_json(json, "reads", {{plan.reads, plan.bytes}, true});
    demand_json(json, "writes", {{plan.writes, plan.bytes}, true});
    json.end_object();
}

std::string requests_text(ForecastCounts const& forecast) {
    std::string const number = grouped(forecast.counts.requests);
    return forecast.exact ? number : "about " + number;
}

std::string bytes_text(ForecastCounts const& forecast) {
    bool const countable = forecast.counts.bytes < std::numeric_limits<Index>::max();
    return (countable ? "" : "> ") + scaled_bytes(forecast.counts.bytes);
}

void demand_json(JsonWriter& json, std::string_view name, ForecastCounts const& forecast) {
    json.key(name);
    json.begin_object();
    json.entry("requests", forecast.counts.requests);
    json.entry("bytes", forecast.counts.bytes);
    json.entry("exact", forecast.exact);
    json.end_object();
}

} // namespace tessera::cli
