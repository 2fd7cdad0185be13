// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages of a grid shift, as text.
#include "libcore/base/units.hpp"
#include "libcore/report/detail/row_cap.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/messages/schedule_report.hpp"
#include "libcore/report/messages/shift_report.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace tessera {
namespace {

void write_shift_heading(ShiftReport const& report, Sink const& sink) {
    GridShift const& shift = report.shift;
    RedistTotals const totals = shift.totals();
    sink(fmt::format("{}\n  {}\n  shifted by {}", describe(shift.mapping().array()), mapping_text(shift.mapping().spec()),
                     tuple_text(shift.distance())));
    if (shift.selects()) sink(" " + shift.context_text());
    if (shift.edge() == ShiftEdge::Torus)
        sink(" around its ends\n");
    else
        sink(fmt::format("; {} {} the array, and elements that receive nothing {}\n", counted(shift.lost(), "element"),
                         shift.lost() == 1 ? "leaves" : "leave",
                         shift.edge() == ShiftEdge::Fill ? "are filled" : "keep what they hold"));
    sink(fmt::format("  {} move in {} ({}), {} stay on their rank\n", counted(totals.moved, "element"),
                     counted(totals.messages, "message"), scaled_bytes(totals.bytes_moved), grouped(totals.kept)));
    sink(fmt::format("  at most {} and {} per rank\n", counted(totals.max_sends, "send"), counted(totals.max_receives, "receive")));
    if (report.schedule) sink(fmt::format("  {}\n", schedule_line(*report.schedule)));
}

/// Enough for a torus in three dimensions; a context may have more parts.
constexpr std::size_t most_parts = 8;

/// Returns the sources and targets of a part's elements.
std::string part_text(GridShift const& shift, ShiftPart const& part) {
    std::vector<PeriodicSet> from;
    std::vector<PeriodicSet> to;
    for (std::size_t d = 0; d < part.box.dims().size(); ++d) {
        CopyAxis const& axis = shift.plan().plans()[part.plan].map().axes[d];
        from.push_back(part.box.dims()[d].shifted(axis.source->start));
        to.push_back(part.box.dims()[d].shifted(axis.target->start));
    }
    ArraySpec const& array = shift.mapping().array();
    return fmt::format("{} -> {}", box_text(BoxSet(std::move(from)), array), box_text(BoxSet(std::move(to)), array));
}

void write_shift_messages(GridShift const& shift, bool all, Sink const& sink) {
    sink("\nMessages:\n");
    TextTable table({{"from"}, {"to"}, {"elements"}, {"bytes"}, {"elements that travel", TextTable::Align::Left}}, sink);
    ArraySpec const& array = shift.mapping().array();
    Index rows = 0;
    for (Index position = 0; position < shift.mapping().grid().size(); ++position) {
        for (ShiftMessage const& message : shift.sends(shift.mapping().grid().rank(position))) {
            if (!all && rows++ == detail::most_rows) {
                table.add_line("... and more (--all shows every one)");
                return table.finish();
            }
            std::string what;
            for (std::size_t i = 0; i < message.parts.size() && (all || i < most_parts); ++i)
                what += (i == 0 ? "" : " and ") + part_text(shift, message.parts[i]);
            if (!all && message.parts.size() > most_parts) what += " and more";
            table.add({fmt::format("{}", message.from), message.from == message.to ? "self" : fmt::format("{}", message.to),
                       grouped(message.elements), grouped(message.elements * array.type.bytes), what});
        }
    }
    table.finish();
}

void write_shift_runs(GridShift const& shift, Rank rank, bool all, Sink const& sink) {
    sink(fmt::format("\nThe memory of rank {}, run by run:\n", rank));
    TextTable table({{"offset"}, {"elements"}, {"to rank"}, {"offset there"}}, sink);
    // The total number is only counted for `all`, because there may be as many runs as elements.
    Index rows = 0;
    auto const add_row = [&](ShiftRun const& run) {
        if (!all && rows++ == detail::most_rows) {
            table.add_line("... and more (--all shows every one)");
            return false;
        }
        table.add({grouped(run.offset), grouped(run.count), run.to ? fmt::format("{}", *run.to) : "-",
                   run.to ? grouped(run.target_offset) : "leaves"});
        return true;
    };
    if (auto const position = shift.mapping().grid().position(rank)) for_each_shift_run(shift, *position, add_row);
    table.finish();
}

} // namespace

void shift_text(ShiftReport const& report, RedistReportOptions const& options, Sink const& sink) {
    write_shift_heading(report, sink);
    if (options.totals_only) return;
    if (options.rank)
        write_shift_runs(report.shift, *options.rank, options.all, sink);
    else
        write_shift_messages(report.shift, options.all, sink);
}

} // namespace tessera
