// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages of a general send or get, as text.
#include "libcore/base/units.hpp"
#include "libcore/report/detail/row_cap.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/messages/index_report.hpp"
#include "libcore/report/messages/schedule_report.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace tessera {
namespace {

std::string naming_of(IndexTotals const& totals) {
    if (totals.values == 0) return "no value names an element";
    if (totals.most == 1) return fmt::format("{}, each for another element", counted(totals.values, "value"));
    return fmt::format("{} for {}, up to {} for one", counted(totals.values, "value"), counted(totals.elements, "element"),
                       grouped(totals.most));
}

void write_index_heading(IndexReport const& report, Sink const& sink) {
    IndexPlan const& plan = report.plan;
    IndexTotals const& totals = plan.totals();
    bool const sends = plan.operation() == IndexOperation::Send;
    sink(fmt::format("{}\n  {}\n", describe(plan.mapping().array()), mapping_text(plan.mapping().spec())));
    sink(fmt::format("  {} by index ({}): {}\n", sends ? "sent" : "got", plan.lists().description(), naming_of(totals)));
    if (totals.merging_ranks > 0)
        sink(fmt::format("  {} of {} {}\n", grouped(totals.merging_ranks), counted(plan.ranks(), "rank"),
                         sends ? "put values for one element together before they travel"
                               : "get an element that they name again only once"));
    sink(fmt::format("  {} move in {} ({}), {} stay on their rank\n", counted(totals.moved, "value"),
                     counted(totals.messages, "message"), scaled_bytes(totals.bytes_moved), grouped(totals.kept)));
    sink(fmt::format("  at most {} and {} per rank\n", counted(totals.max_sends, "send"), counted(totals.max_receives, "receive")));
    if (report.schedule) sink(fmt::format("  {}\n", schedule_line(*report.schedule)));
    if (auto const uses = report.pays_from())
        sink(fmt::format("  places are sent once in advance, in {}; this pays from {} on\n",
                         short_seconds(*report.places->cost.time()), *uses == 1 ? "the first use" : fmt::format("{} uses", *uses)));
}

} // namespace

void index_text(IndexReport const& report, RedistReportOptions const& options, Sink const& sink) {
    write_index_heading(report, sink);
    if (options.totals_only) return;
    std::vector<IndexMessage> shown;
    for (IndexMessage const& message : report.plan.messages())
        if (!options.rank || *options.rank == message.from || *options.rank == message.to) shown.push_back(message);
    if (shown.empty()) return;
    sink("\nMessages:\n");
    TextTable table({{"from"}, {"to"}, {"values"}, {"bytes"}}, sink);
    auto const rows = options.all || std::ssize(shown) <= detail::most_rows ? shown.size() : as_size(detail::first_rows);
    for (IndexMessage const& message : std::span(shown).first(rows))
        table.add({fmt::format("{}", message.from), message.from == message.to ? "self" : fmt::format("{}", message.to),
                   grouped(message.elements), grouped(message.elements * report.plan.mapping().array().type.bytes)});
    if (rows < shown.size())
        table.add_line(fmt::format("... and {} more (--all shows every one)", grouped(static_cast<Index>(shown.size() - rows))));
    table.finish();
}

} // namespace tessera
