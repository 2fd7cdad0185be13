// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages of a halo exchange, as text.
#include "libcore/base/units.hpp"
#include "libcore/report/detail/row_cap.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/messages/halo_report.hpp"
#include "libcore/report/messages/schedule_report.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace tessera {
namespace {

/// Returns "+-1", "-2 +1" or "+1".
std::string width_text(ShadowWidth width) {
    if (width.low == width.high) return fmt::format("+-{}", width.low);
    std::string text = width.low > 0 ? fmt::format("-{}", width.low) : "";
    if (width.high > 0) text += fmt::format("{}+{}", text.empty() ? "" : " ", width.high);
    return text;
}

/// Returns "4 neighbours of each element are read: +-1 in dimension 1, ...". Dimensions without neighbours are omitted.
std::string reach_text(HaloPlan const& plan) {
    Index const points = plan.stencil().points();
    std::string text = fmt::format("{} of each element {} read", counted(points, "neighbour"), points == 1 ? "is" : "are");
    std::string_view separator = ": ";
    for (int d = 0; d < plan.mapping().dims(); ++d) {
        ShadowWidth const width = plan.stencil().widths()[as_size(d)];
        if (width == ShadowWidth{}) continue;
        text += fmt::format("{}{} in dimension {}{}", separator, width_text(width), d + 1,
                            plan.axis(d).periodic() ? " (periodic)" : "");
        separator = ", ";
    }
    return text;
}

void write_summary(HaloReport const& report, Sink const& sink) {
    Mapping const& mapping = report.plan.mapping();
    HaloTotals const& totals = report.shares.totals();
    sink(fmt::format("{}\n  {}\n  {}\n", describe(mapping.array()), mapping_text(mapping.spec()), reach_text(report.plan)));
    if (report.plan.where()) sink(fmt::format("  by elements where {}\n", report.plan.where()->text()));
    bool const adds = report.way == HaloDirection::Add;
    sink(fmt::format("  {} {} in {} ({}) in one exchange", counted(totals.elements, "element"),
                     adds ? "go back to be added" : "arrive", counted(totals.messages, "message"), scaled_bytes(totals.bytes)));
    sink(report.steps > 1 ? fmt::format(", which serves {} steps\n", report.steps) : std::string("\n"));
    sink(fmt::format("  at most {} {} {} per rank; at most {:.3g} {} per element owned\n", counted(totals.most_elements, "element"),
                     adds ? "to" : "from", counted(totals.most_partners, "rank"), totals.most_surface, adds ? "sent" : "received"));
}

void write_time(HaloReport const& report, Sink const& sink) {
    if (report.schedule) sink(fmt::format("  {}\n", schedule_line(*report.schedule)));
}

void write_ranks(HaloReport const& report, bool all, Sink const& sink) {
    Mapping const& mapping = report.plan.mapping();
    Index const size = mapping.grid().size();
    bool const everything = all || size <= detail::most_rows;
    bool const adds = report.way == HaloDirection::Add;
    sink(adds ? "\nWhat each rank sends from its halo:\n" : "\nWhat each rank receives:\n");
    TextTable table(
        {{"rank"}, {"owned"}, {adds ? "sent" : "received"}, {adds ? "to ranks" : "from ranks"}, {"ratio"}, {"interior"}}, sink);
    for (Index position = 0; position < size; ++position) {
        if (!everything && position == detail::first_rows) {
            table.add_line("... (--all shows every rank)");
            position = size - detail::last_rows;
        }
        HaloShare const& share = report.shares.of(position);
        std::string const ratio =
            share.owned > 0 ? fmt::format("{:.3f}", static_cast<double>(share.elements) / static_cast<double>(share.owned)) : "-";
        table.add({fmt::format("{}", mapping.grid().rank(position)), grouped(share.owned), grouped(share.elements),
                   grouped(share.partners), ratio, grouped(report.plan.interior_count(position))});
    }
    table.finish();
    sink(fmt::format("\nratio     elements {} over elements owned: surface to volume\n"
                     "interior  owned elements that read no other rank: work to do during the exchange\n",
                     adds ? "sent" : "received"));
}

/// Returns the elements of one message, and also the halo indices that they fill if these are beyond a periodic edge.
std::string elements_text(HaloMessage const& message, ArraySpec const& array, std::size_t most, HaloDirection way) {
    std::string text;
    for (std::size_t i = 0; i < message.boxes.size() && i < most; ++i) {
        HaloBox const& box = message.boxes[i];
        if (i > 0) text += " and ";
        text += box_text(box.elements, array);
        if (std::ranges::all_of(box.distance, [](Index far) { return far == 0; })) continue;
        std::vector<PeriodicSet> places;
        for (std::size_t d = 0; d < box.distance.size(); ++d) places.push_back(box.elements.dims()[d].shifted(box.distance[d]));
        text += (way == HaloDirection::Add ? " <- " : " -> ") + box_text(BoxSet(std::move(places)), array);
    }
    return message.boxes.size() > most ? text + " and more" : text;
}

void write_halo_list(HaloReport const& report, std::vector<HaloMessage> const& messages, std::string const& heading, bool all,
                     Sink const& sink) {
    constexpr std::size_t most_boxes = 3;
    ArraySpec const& array = report.plan.mapping().array();
    sink(fmt::format("\n{}:\n", heading));
    TextTable table({{"from"}, {"to"}, {"elements"}, {"bytes"}, {"elements that travel", TextTable::Align::Left}}, sink);
    bool tuples = false;
    auto const shown = all || std::ssize(messages) <= detail::most_rows ? messages.size() : as_size(detail::first_rows);
    for (std::size_t i = 0; i < shown; ++i) {
        HaloMessage const message = going(messages[i], report.way);
        std::string const what = elements_text(message, array, all ? message.boxes.size() : most_boxes, report.way);
        tuples = tuples || has_tuple(what);
        table.add({fmt::format("{}", message.from), message.to == message.from ? "self" : fmt::format("{}", message.to),
                   grouped(message.elements), grouped(message.elements * array.type.bytes), what});
    }
    if (shown < messages.size()) table.add_line("... and more (--all shows every one)");
    table.finish();
    if (tuples) sink(fmt::format("  {}\n", tuple_legend));
}

void write_wide(HaloReport const& report, Sink const& sink) {
    sink("\nWide halos: one exchange for several steps\n");
    TextTable table({{"steps"}, {"messages"}, {"bytes"}, {"time"}, {"messages"}, {"bytes"}, {"time"}, {"computed again"}}, sink);
    for (WideHaloRow const& row : report.wide) {
        auto const steps = static_cast<double>(row.halo.steps);
        HaloTotals const& totals = row.halo.totals;
        table.add({grouped(row.halo.steps), grouped(totals.messages), scaled_bytes(totals.bytes),
                   row.time ? short_seconds(*row.time) : "-", fmt::format("{:.4g}", static_cast<double>(totals.messages) / steps),
                   short_bytes(static_cast<double>(totals.bytes) / steps), row.time ? short_seconds(*row.time / steps) : "-",
                   grouped(row.halo.computed_again / row.halo.steps)});
    }
    table.finish();
    sink("\nFirst for one exchange, then for each step: messages, bytes and time, and the elements of others that the\n"
         "ranks compute themselves, all ranks together.\n");
}

} // namespace

void halo_text(HaloReport const& report, HaloReportOptions const& options, Sink const& sink) {
    write_summary(report, sink);
    write_time(report, sink);
    if (!report.wide.empty()) write_wide(report, sink);
    if (options.totals_only) return;
    if (!options.rank) return write_ranks(report, options.all, sink);
    bool const adds = report.way == HaloDirection::Add;
    auto const heading = [&](bool sends) { return fmt::format("Rank {} {}", *options.rank, sends ? "sends" : "receives"); };
    write_halo_list(report, report.plan.receives(*options.rank), heading(adds), options.all, sink);
    write_halo_list(report, report.plan.sends(*options.rank), heading(!adds), options.all, sink);
}

} // namespace tessera
