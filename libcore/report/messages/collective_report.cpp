// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a comparison of the algorithms for a broadcast or reduction, as text and JSON.
#include "libcore/report/messages/collective_report.hpp"

#include "libcore/base/units.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <set>
#include <string>

namespace tessera {
namespace {

std::string_view operation_of(CollectiveTask const& task) {
    return task.kind == CollectiveKind::Broadcast ? "broadcast" : "reduce";
}

/// Sets the predicted time, or the reason why there is none.
void add_cost(RatedCollective& row, CollectiveTask const& task, Site const& site) {
    constexpr Index most_moves = Index{1} << 21; // some 500 MiB
    if (!site.machine || !site.machine->has_rates()) return;
    Index const moves = row.totals.messages + row.totals.multicasts * (task.ranks - 2); // one for each receiver
    if (moves > most_moves) {
        row.lacking = fmt::format("{} has {} messages, too many to predict its time", row.algorithm->name, grouped(moves));
        return;
    }
    auto const cost = cost_of(make_collective(*row.algorithm, task), task.element_bytes, site);
    if (cost)
        row.cost = *cost;
    else
        row.lacking = cost.error().message;
}

std::string time_text(std::optional<double> seconds) {
    return seconds ? short_seconds(*seconds) : "-";
}

} // namespace

std::vector<RatedCollective> rate_collectives(CollectiveTask const& task, Site const& site) {
    std::vector<RatedCollective> rows;
    for (CollectiveAlgorithm const& each : collective_algorithms()) {
        if (each.kind != task.kind || each.make == nullptr) continue;
        RatedCollective row{&each, totals_of(each, task), std::nullopt, {}};
        add_cost(row, task, site);
        rows.push_back(std::move(row));
    }
    auto const time = [](RatedCollective const& row) {
        return row.cost ? row.cost->time : std::numeric_limits<double>::infinity();
    };
    std::ranges::stable_sort(rows, {}, time);
    return rows;
}

void collective_text(CollectiveReport const& report, Sink const& sink) {
    CollectiveTask const& task = report.task;
    sink(fmt::format("{} of {} among {} on {}{}:\n\n", operation_of(task) == "reduce" ? "Reduction" : "Broadcast",
                     scaled_bytes(task.bytes()), counted(task.ranks, "rank"), report.network,
                     report.machine.empty() ? std::string() : " with the rates of " + report.machine));
    using Align = TextTable::Align;
    bool const multicasts = std::ranges::any_of(report.rows, [](RatedCollective const& row) { return row.algorithm->multicasts; });
    TextTable table(
        {{"algorithm", Align::Left}, {"steps"}, {"messages"}, {"sent"}, {"by one"}, {"time"}, {"multicast"}, {"how", Align::Left}},
        sink);
    for (RatedCollective const& row : report.rows)
        table.add({std::string(row.algorithm->name), grouped(row.totals.steps), grouped(row.totals.messages),
                   scaled_bytes(row.totals.elements_sent * task.element_bytes),
                   scaled_bytes(row.totals.most_sent * task.element_bytes),
                   time_text(row.cost ? std::optional(row.cost->time) : std::nullopt),
                   time_text(row.cost ? row.cost->time_multicast : std::nullopt), std::string(row.algorithm->summary)});
    table.finish();
    sink("\nsent    volume of all ranks; by one: of the rank that sends most\n");
    std::set<std::string> lacking;
    for (RatedCollective const& row : report.rows)
        if (!row.lacking.empty()) lacking.insert(row.lacking);
    for (std::string const& each : lacking) sink(fmt::format("-       {}\n", each));
    if (report.choice) sink(fmt::format("auto    takes {}; {}\n", report.choice->algorithm->name, report.choice->reason));
    if (multicasts) sink("multicast  time if the network carries a message to all ranks at once; otherwise a tree carries it\n");
}

void collective_json(CollectiveReport const& report, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.collectives/1");
    json.entry("operation", operation_of(report.task));
    json.entry("ranks", Index{report.task.ranks});
    json.entry("bytes", report.task.bytes());
    json.entry("topology", report.network);
    json.key("machine");
    report.machine.empty() ? json.null() : json.value(report.machine);
    json.entry("auto", report.choice ? std::optional(report.choice->algorithm->name) : std::nullopt);
    json.key("algorithms");
    json.begin_list();
    for (RatedCollective const& row : report.rows) {
        json.begin_object();
        json.entry("algorithm", row.algorithm->name);
        json.entry("source", row.algorithm->source);
        json.entry("steps", Index{row.totals.steps});
        json.entry("messages", row.totals.messages);
        json.entry("bytes", row.totals.elements_sent * report.task.element_bytes);
        json.entry("bytes_of_one", row.totals.most_sent * report.task.element_bytes);
        json.entry("time", row.cost ? std::optional(row.cost->time) : std::nullopt);
        json.entry("time_multicast", row.cost ? row.cost->time_multicast : std::nullopt);
        json.entry("lacking", row.lacking.empty() ? std::nullopt : std::optional(row.lacking));
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

} // namespace tessera
