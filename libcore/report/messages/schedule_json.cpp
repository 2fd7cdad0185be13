// SPDX-License-Identifier: BSD-3-Clause
// Tessera: schedules and comparisons of them as JSON.
#include "libcore/report/json_writer.hpp"
#include "libcore/report/messages/schedule_report.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <array>

namespace tessera {
namespace {

/// Returns whether blocks must be listed. In other schedules a transfer carries exactly the message between its two ranks.
bool names_blocks(Schedule const& schedule) {
    AlgorithmInfo const* info = find_algorithm(schedule.algorithm());
    return schedule.store_and_forward() || (info != nullptr && info->cuts);
}

void write_blocks(JsonWriter& json, Schedule const& schedule, std::vector<Transfer> const& transfers, int step) {
    MessageSet const& messages = schedule.messages();
    json.key("blocks");
    json.begin_array();
    for (Transfer const& transfer : transfers) {
        json.begin_array();
        for (Block const& block : schedule.blocks(transfer, step))
            json.value(std::array<Index, 4>{messages.rank(block.from), messages.rank(block.to), block.offset, block.bytes});
        json.end_array();
    }
    json.end_array();
}

void write_step(JsonWriter& json, RatedSchedule const& rated, int step) {
    Schedule const& schedule = *rated.schedule;
    StepCost const& cost = rated.cost.steps[as_size(step)];
    std::vector<Transfer> transfers;
    schedule.for_each_transfer(step, [&](Transfer const& transfer) { transfers.push_back(transfer); });
    json.begin_object();
    json.key("messages");
    json.begin_array();
    for (Transfer const& transfer : transfers)
        json.value(
            std::array<Index, 3>{schedule.messages().rank(transfer.from), schedule.messages().rank(transfer.to), transfer.bytes});
    json.end_array();
    if (names_blocks(schedule)) write_blocks(json, schedule, transfers, step);
    json.entry("max_load", cost.max_load);
    json.entry("max_load_bytes", cost.max_load_bytes);
    json.entry("demand", cost.demand);
    json.entry("utilisation", cost.utilisation);
    json.entry("idle_ranks", Index{rated.quality.idle_ranks[as_size(step)]});
    json.entry("time", cost.time);
    json.end_object();
}

void write_steps(JsonWriter& json, RatedSchedule const& rated) {
    json.key("steps");
    json.begin_list();
    for (int step = 0; step < rated.schedule->steps(); ++step) write_step(json, rated, step);
    json.end_array();
}

void write_quality(JsonWriter& json, ScheduleQuality const& quality) {
    json.key("quality");
    json.begin_object();
    json.entry("steps", Index{quality.steps});
    json.entry("max_degree", quality.max_degree);
    json.entry("one_port_cost", quality.one_port_cost);
    json.entry("lower_bound", quality.lower_bound);
    json.entry("transfers", quality.transfers);
    json.entry("bytes_sent", quality.bytes_sent);
    json.entry("max_memory", quality.max_memory);
    json.end_object();
}

} // namespace

Index messages_named(RatedSchedule const& rated) {
    MessageSet const& messages = rated.schedule->messages();
    if (!rated.schedule->store_and_forward() || messages.total_bytes() == 0) return rated.quality.transfers;
    double const times_sent = static_cast<double>(rated.quality.bytes_sent) / static_cast<double>(messages.total_bytes());
    return rated.quality.transfers + static_cast<Index>(times_sent * static_cast<double>(messages.messages()));
}

void write_schedule(JsonWriter& json, RatedSchedule const& rated, ScheduleDetail detail) {
    json.begin_object();
    json.entry("schema", "tessera.schedule/1");
    json.entry("algorithm", rated.schedule->algorithm());
    json.entry("processors", Index{rated.schedule->size()});
    json.entry("topology", rated.site.topology->name());
    json.entry("topology_assumed", rated.site.assumed);
    write_quality(json, rated.quality);
    json.entry("congestion_impact", rated.cost.congestion_impact);
    json.entry("at_least", rated.at_least());
    if (detail == ScheduleDetail::Steps) write_steps(json, rated);
    json.entry("packing_time", rated.cost.packing_time);
    json.entry("total_time", rated.cost.total_time);
    json.end_object();
}

void schedule_json(RatedSchedule const& rated, Sink const& sink) {
    JsonWriter json(sink);
    write_schedule(json, rated);
}

void write_comparison(JsonWriter& json, std::vector<ComparedSchedule> const& rows) {
    json.begin_object();
    json.entry("schema", "tessera.schedules/1");
    json.key("algorithms");
    json.begin_list();
    for (ComparedSchedule const& row : rows) {
        json.begin_object();
        json.entry("algorithm", row.algorithm);
        if (!row.refusal.empty()) {
            json.entry("refusal", row.refusal);
        } else {
            json.entry("steps", Index{row.steps});
            json.entry("bytes_sent", row.bytes_sent);
            json.entry("port_ratio", row.port_ratio);
            json.entry("max_load", row.max_load);
            json.entry("congestion_impact", row.congestion_impact);
            json.entry("congested_bytes", row.congested_bytes);
            json.entry("time", row.time);
            json.entry("at_least", row.at_least);
        }
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

void comparison_json(std::vector<ComparedSchedule> const& rows, Sink const& sink) {
    JsonWriter json(sink);
    write_comparison(json, rows);
}

} // namespace tessera
