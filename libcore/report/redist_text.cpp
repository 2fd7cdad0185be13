// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what moves between two mappings, as text.
#include "libcore/report/detail/message_source.hpp"
#include "libcore/report/detail/row_cap.hpp"
#include "libcore/report/redist_report.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/report/units.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <map>

namespace tessera {
namespace {

constexpr Index most_matrix_ranks = 16;

void write_heading(RedistPlan const& plan, Sink const& sink) {
    ArraySpec const& source = plan.source().array();
    ArraySpec const& target = plan.target().array();
    sink(source == target ? fmt::format("{}\n", describe(source)) : fmt::format("{} -> {}\n", describe(source), describe(target)));
    sink(fmt::format("  from {}\n  to   {}\n", describe(plan.source().spec()), describe(plan.target().spec())));
}

void write_totals(RedistTotals const& totals, Sink const& sink) {
    sink(fmt::format("  {} of {} move in {} ({}), {} stay on their rank\n", grouped(totals.moved),
                     counted(totals.elements, "element"), counted(totals.messages, "message"), scaled_bytes(totals.bytes_moved),
                     grouped(totals.kept)));
    sink(fmt::format("  at most {} and {} per rank\n", counted(totals.max_sends, "send"), counted(totals.max_receives, "receive")));
}

/// Elements by sender and receiver, both ascending; ranks that take no part are left out.
void write_matrix(MultiPlan const& plan, Sink const& sink) {
    std::map<Rank, std::map<Rank, Index>> rows;
    std::map<Rank, bool> receivers;
    detail::for_each_message(plan, std::nullopt, [&](MultiMessage const& message) {
        rows[message.from][message.to] = message.elements;
        receivers[message.to] = true;
        return true;
    });
    sink("\nElements from each rank (rows) to each rank (columns):\n");
    std::vector<TextTable::Column> columns{{"from \\ to"}};
    for (auto const& [to, unused] : receivers) columns.push_back({fmt::format("{}", to)});
    TextTable table(std::move(columns), sink);
    for (auto const& [from, row] : rows) {
        std::vector<std::string> cells{fmt::format("{}", from)};
        for (auto const& [to, unused] : receivers) cells.push_back(row.contains(to) ? grouped(row.at(to)) : ".");
        table.add(std::move(cells));
    }
    table.finish();
}

/// The table of messages; remembers whether an entry needs the legend of tuples.
class MessageTable {
  public:
    MessageTable(MultiPlan const& plan, Sink const& sink, std::size_t entries)
        : plan_(plan), entries_(entries),
          table_({{"from"}, {"to"}, {"elements"}, {"bytes"}, {"indices", TextTable::Align::Left}}, sink) {}

    void add(MultiMessage const& message) {
        std::string what;
        for (auto const& part : message.parts) {
            if (!what.empty()) what += " and ";
            what += part_text(plan_.plans()[static_cast<std::size_t>(part.plan)], part.message);
        }
        tuples_ = tuples_ || has_tuple(what);
        std::string const to = message.from == message.to ? std::string("self") : fmt::format("{}", message.to);
        table_.add({fmt::format("{}", message.from), to, grouped(message.elements), grouped(message.bytes), what});
    }
    void add_line(std::string line) { table_.add_line(std::move(line)); }
    void finish(Sink const& sink) {
        table_.finish();
        if (tuples_) sink(fmt::format("  {}\n", tuple_legend));
    }

  private:
    [[nodiscard]] std::string part_text(RedistPlan const& plan, Message const& message) const {
        ArraySpec const& source = plan.source().array();
        ArraySpec const& target = plan.target().array();
        std::string const from = box_text(plan.source_box(message), source, entries_);
        std::string const to = box_text(plan.target_box(message), target, entries_);
        return from == to ? from : from + " -> " + to;
    }

    MultiPlan const& plan_;
    std::size_t entries_;
    TextTable table_;
    bool tuples_ = false;
};

/// How many messages the list has: totals leave out what stays on a rank. Counted no further than needed.
Index count_up_to(MultiPlan const& plan, std::optional<Rank> rank, Index limit) {
    Index count = 0;
    detail::for_each_message(plan, rank, [&](MultiMessage const&) { return ++count < limit; });
    return count;
}

void write_messages(MultiPlan const& plan, RedistReportOptions const& options, Sink const& sink) {
    bool const everything = options.all || count_up_to(plan, options.rank, detail::most_rows + 1) <= detail::most_rows;
    sink(options.rank ? fmt::format("\nWhat rank {} sends and receives:\n", *options.rank) : "\nMessages:\n");
    MessageTable table(plan, sink, options.all ? std::string::npos : 6);
    Index row = 0;
    detail::for_each_message(plan, options.rank, [&](MultiMessage const& message) {
        table.add(message);
        return everything || ++row < detail::first_rows;
    });
    if (!everything) table.add_line("... and more (--rank R shows those of one rank, --all every one)");
    table.finish(sink);
}

} // namespace

void redist_text(MultiPlan const& plan, RedistReportOptions const& options, Sink const& sink) {
    assert(!plan.plans().empty());
    for (RedistPlan const& each : plan.plans()) write_heading(each, sink);
    write_totals(plan.totals(), sink);
    if (options.totals_only) return;
    if (!options.rank && plan.ranks() <= most_matrix_ranks) write_matrix(plan, sink);
    write_messages(plan, options, sink);
}

} // namespace tessera
