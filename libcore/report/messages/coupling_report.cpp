// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the exchange between two coupled programs, and a comparison of the algorithms, as text and JSON.
#include "libcore/report/messages/coupling_report.hpp"

#include "libcore/base/units.hpp"
#include "libcore/report/detail/message_source.hpp"
#include "libcore/report/json_parts.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <optional>

namespace tessera {
namespace {

/// Returns "0 to 3", or "0, 2, 4" if the ranks are not consecutive.
std::string rank_list(ProcessorGrid const& grid) {
    constexpr Index most_named = 12;
    bool consecutive = grid.size() > 2;
    for (Index position = 1; position < grid.size(); ++position)
        consecutive = consecutive && grid.rank(position) == grid.rank(position - 1) + 1;
    if (consecutive) return fmt::format("{} to {}", grid.rank(0), grid.rank(grid.size() - 1));
    std::string list;
    for (Index position = 0; position < std::min(grid.size(), most_named); ++position)
        list += fmt::format("{}{}", position > 0 ? ", " : "", grid.rank(position));
    return grid.size() > most_named ? list + ", ..." : list;
}

void write_sides(CouplingReport const& report, Sink const& sink) {
    RedistPlan const& plan = report.coupling.plan->plans()[0];
    sink(fmt::format("{} to {}: among all ranks, {} {}, and {} {}.\n", counted(report.coupling.senders, "sender"),
                     counted(report.coupling.receivers, "receiver"), rank_list(plan.source().grid()),
                     report.coupling.senders == 1 ? "sends" : "send", rank_list(plan.target().grid()),
                     report.coupling.receivers == 1 ? "receives" : "receive"));
    sink(fmt::format("To learn about each other they need {} one after the other.\n\n", counted(report.setup_messages, "message")));
}

void write_algorithms(CouplingReport const& report, Sink const& sink) {
    bool const timed = !report.machine.empty();
    sink(timed ? fmt::format("\nThe algorithms, with the rates of {}:\n", report.machine) : "\nThe algorithms:\n");
    TextTable table({{"", TextTable::Align::Left}, {"messages"}, {"across"}, {"sent"}, {"steps"}, {"M"}, {"W"}, {"time"}}, sink);
    for (RatedCoupling const& row : report.algorithms)
        table.add({row.algorithm, grouped(row.messages), grouped(row.crossing), scaled_bytes(row.bytes), grouped(row.steps),
                   grouped(row.busiest_messages), short_bytes(row.busiest_bytes), row.time ? short_seconds(*row.time) : "-"});
    table.finish();
    sink("\nacross  messages from a rank that sends to one that receives\n"
         "sent    volume of all ranks, forwarded data counted again\n"
         "M, W    messages and volume of one rank: time = t_m M + t_w W (CDT, equation 1)\n");
    sink(fmt::format("\n{}{}{}.\n", report.algorithm, report.reason.empty() ? " is asked for" : ": ", report.reason));
}

void write_coupling_row(JsonWriter& json, RatedCoupling const& row) {
    json.begin_object();
    json.entry("algorithm", row.algorithm);
    json.entry("messages", row.messages);
    json.entry("across", row.crossing);
    json.entry("bytes", row.bytes);
    json.entry("steps", row.steps);
    json.entry("messages_of_one", row.busiest_messages);
    json.entry("bytes_of_one", row.busiest_bytes);
    json.entry("time", row.time);
    json.end_object();
}

void write_side_ranks(JsonWriter& json, char const* key, ProcessorGrid const& grid) {
    json.key(key);
    json.begin_array();
    for (Index position = 0; position < grid.size(); ++position) json.value(Index{grid.rank(position)});
    json.end_array();
}

void write_exchange(JsonWriter& json, MultiPlan const& plan) {
    RedistPlan const& only = plan.plans()[0];
    json.key("exchange");
    json.begin_list();
    detail::for_each_message(plan, std::nullopt, [&](MultiMessage const& message) {
        json.begin_object();
        json.entry("from", Index{message.from});
        json.entry("to", Index{message.to});
        json.entry("elements", message.elements);
        json.entry("bytes", message.bytes);
        json.key("dims");
        write_box(json, only.source_box(message.parts[0].message), only.source().array());
        json.end_object();
        return true;
    });
    json.end_array();
}

} // namespace

int coupling_setup_messages(int senders, int receivers) {
    return 1 + static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(senders, receivers)) - 1));
}

void coupling_text(CouplingReport const& report, RedistReportOptions const& options, Sink const& sink) {
    write_sides(report, sink);
    Transition const handover{0, 0, report.coupling.plan, report.coupling.plan->totals()};
    redist_text({&handover, 1}, options, sink);
    write_algorithms(report, sink);
}

void coupling_json(CouplingReport const& report, RedistReportOptions const& options, Sink const& sink) {
    RedistPlan const& plan = report.coupling.plan->plans()[0];
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.coupling/1");
    json.key("array");
    write_array(json, plan.source().array());
    json.entry("sender", write_hpf(plan.source().spec()));
    json.entry("receiver", write_hpf(plan.target().spec()));
    write_side_ranks(json, "senders", plan.source().grid());
    write_side_ranks(json, "receivers", plan.target().grid());
    json.entry("setup_messages", Index{report.setup_messages});
    json.key("machine");
    report.machine.empty() ? json.null() : json.value(report.machine);
    json.entry("algorithm", report.algorithm);
    json.entry("reason", report.reason);
    json.key("algorithms");
    json.begin_list();
    for (RatedCoupling const& row : report.algorithms) write_coupling_row(json, row);
    json.end_array();
    if (!options.totals_only) write_exchange(json, *report.coupling.plan);
    json.end_object();
}

} // namespace tessera
