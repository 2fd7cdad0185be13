// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages of operations along a dimension of a distributed array, as text and JSON.
#include "libcore/report/messages/axis_report.hpp"

#include "libcore/base/units.hpp"
#include "libcore/report/detail/row_cap.hpp"
#include "libcore/report/json_parts.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/messages/schedule_report.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <span>

namespace tessera {
namespace {

std::vector<Index> dims_from_one(AxisReport const& report) {
    std::vector<Index> dims;
    for (int const dim : report.dims) dims.push_back(dim + 1);
    return dims;
}

/// Returns the indices in the array's own bounds.
std::vector<Index> indices_in_bounds(AxisReport const& report) {
    std::vector<Index> indices;
    for (std::size_t k = 0; k < report.indices.size(); ++k)
        indices.push_back(report.indices[k] + report.mapping.array().lower[as_size(report.dims[k])]);
    return indices;
}

/// Calls visit(round, from, to, bytes) with 1-based rounds and real ranks. With a selected rank, only for its messages.
void for_each_axis_message(AxisReport const& report, std::optional<Rank> rank,
                           std::function<void(Index, Rank, Rank, Index)> const& visit) {
    for (std::size_t round = 0; round < report.rounds.size(); ++round) {
        MessageSet const& set = report.rounds[round].messages.messages;
        set.for_each([&](int from, int to, Index bytes) {
            if (!rank || set.rank(from) == *rank || set.rank(to) == *rank)
                visit(static_cast<Index>(round) + 1, set.rank(from), set.rank(to), bytes);
        });
    }
}

void write_axis_heading(AxisReport const& report, Sink const& sink) {
    std::vector<Index> const dims = dims_from_one(report);
    sink(fmt::format("{}\n  {}\n  {} along {} {}", describe(report.mapping.array()), mapping_text(report.mapping.spec()),
                     report.operation, dims.size() == 1 ? "dimension" : "the dimensions", fmt::join(dims, ",")));
    if (!report.indices.empty()) sink(fmt::format(", index {}", fmt::join(indices_in_bounds(report), ",")));
    sink("\n");
    if (!report.note.empty()) sink(fmt::format("  {}\n", report.note));
    if (report.rounds.empty()) sink("  no message: each rank holds whole lines\n");
    for (std::size_t round = 0; round < report.rounds.size(); ++round) {
        MessageSet const& set = report.rounds[round].messages.messages;
        sink(fmt::format("  round {}: {}; {}, {}; at most {} per rank\n", round + 1, report.rounds[round].messages.what,
                         counted(set.messages(), "message"), scaled_bytes(set.total_bytes()), grouped(set.max_degree())));
        if (report.rounds[round].schedule) sink(fmt::format("    {}\n", schedule_line(*report.rounds[round].schedule)));
    }
}

} // namespace

void axis_text(AxisReport const& report, RedistReportOptions const& options, Sink const& sink) {
    write_axis_heading(report, sink);
    if (options.totals_only || report.rounds.empty()) return;
    sink("\nMessages:\n");
    TextTable table({{"round"}, {"from"}, {"to"}, {"bytes"}}, sink);
    Index rows = 0;
    for_each_axis_message(report, options.rank, [&](Index round, Rank from, Rank to, Index bytes) {
        if (options.all || rows < detail::most_rows)
            table.add({fmt::format("{}", round), fmt::format("{}", from), fmt::format("{}", to), grouped(bytes)});
        else if (rows == detail::most_rows)
            table.add_line("... and more (--all shows every one)");
        ++rows;
    });
    table.finish();
}

void axis_json(AxisReport const& report, RedistReportOptions const& options, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.axis/1");
    json.entry("operation", report.operation);
    json.key("array");
    write_array(json, report.mapping.array());
    std::vector<Index> const dims = dims_from_one(report);
    json.entry("axis", std::span<Index const>(dims));
    std::vector<Index> const indices = indices_in_bounds(report);
    if (!indices.empty()) json.entry("index", std::span<Index const>(indices));
    json.key("rounds");
    json.begin_list();
    for (AxisReport::Round const& round : report.rounds) {
        MessageSet const& set = round.messages.messages;
        json.begin_object();
        json.entry("what", round.messages.what);
        json.entry("messages", set.messages());
        json.entry("bytes", set.total_bytes());
        json.entry("most_per_rank", set.max_degree());
        if (round.schedule) {
            json.entry("algorithm", round.schedule->schedule->algorithm());
            json.entry("topology", round.schedule->site.network());
            json.entry("time", round.schedule->cost.time());
        }
        json.end_object();
    }
    json.end_array();
    if (!options.totals_only) {
        json.key("messages");
        json.begin_list();
        for_each_axis_message(report, options.rank, [&](Index round, Rank from, Rank to, Index bytes) {
            json.begin_object();
            json.entry("round", round);
            json.entry("from", Index{from});
            json.entry("to", Index{to});
            json.entry("bytes", bytes);
            json.end_object();
        });
        json.end_array();
    }
    json.end_object();
}

} // namespace tessera
