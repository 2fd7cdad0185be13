// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages between two mappings, as text.
#include "libcore/base/units.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/report/detail/collective_lines.hpp"
#include "libcore/report/detail/message_source.hpp"
#include "libcore/report/detail/row_cap.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/messages/redist_report.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>

namespace tessera {
namespace {

constexpr Index most_matrix_ranks = 16;
constexpr std::size_t rows_of_one_rank = 14; // for sends and for receives each
constexpr std::size_t set_entries = 6;       // entries shown of an index set

/// Returns whether the plan is a sum that a placement left pending. Then the text does not present the array of addends as an array
/// of its own.
bool is_pending_sum(RedistPlan const& plan) {
    ArraySpec const& source = plan.source().array();
    ArraySpec const& target = plan.target().array();
    return source.addends && adds_in_place(plan) && std::equal(target.lower.begin(), target.lower.end(), source.lower.begin());
}

/// Returns "(block,*) onto P(2,4), addends (block)"; a mapping with an alignment is unchanged.
std::string addends_text(MappingSpec mapping) {
    if (mapping.target) return mapping_text(mapping);
    std::string const of_addends = write_format(mapping, static_cast<int>(mapping.formats.size()) - 1);
    mapping.formats.pop_back();
    return fmt::format("{}, addends ({})", mapping_text(mapping), of_addends);
}

/// Writes the shapes that indices refer to, for arrays that a reshape sees in another one.
void write_shapes(RedistPlan const& plan, Sink const& sink) {
    std::vector<std::string> shapes;
    for (Mapping const* const side : {&plan.source(), &plan.target()})
        if (side->array() != side->spec().array) shapes.push_back(describe(side->array()));
    if (!shapes.empty())
        sink(fmt::format("  indices are those of {}, the same elements in the same order\n", fmt::join(shapes, " and ")));
}

void write_heading(RedistPlan const& plan, Sink const& sink) {
    if (is_pending_sum(plan)) {
        sink(fmt::format("{}, {} of each element\n", describe(plan.target().array()), counted(addends_of(plan.map()), "addend")));
        sink(fmt::format("  from {}\n  to   {}\n", addends_text(plan.source().spec()), mapping_text(plan.target().spec())));
        return;
    }
    ArraySpec const& source = plan.source().spec().array;
    ArraySpec const& target = plan.target().spec().array;
    sink(source == target ? fmt::format("{}\n", describe(source)) : fmt::format("{} -> {}\n", describe(source), describe(target)));
    sink(fmt::format("  from {}\n  to   {}\n", mapping_text(plan.source().spec()), mapping_text(plan.target().spec())));
    write_shapes(plan, sink);
}

void write_totals(RedistTotals const& totals, Sink const& sink) {
    sink(fmt::format("  {} of {} move in {} ({}), {} stay on their rank\n", grouped(totals.moved),
                     counted(totals.elements, "element"), counted(totals.messages, "message"), scaled_bytes(totals.bytes_moved),
                     grouped(totals.kept)));
    sink(fmt::format("  at most {} and {} per rank\n", counted(totals.max_sends, "send"), counted(totals.max_receives, "receive")));
}

/// Writes the elements by sender and receiver, both ascending. Ranks without messages are omitted.
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

/// The table of messages. The object records whether an entry needs the legend of tuples.
class MessageTable {
  public:
    MessageTable(MultiPlan const& plan, Sink const& sink, std::size_t entries)
        : plan_(plan), entries_(entries),
          table_({{"from"}, {"to"}, {"elements"}, {"bytes"}, {"indices", TextTable::Align::Left}}, sink) {}

    void add(MultiMessage const& message) {
        std::string what;
        for (auto const& part : message.parts) {
            if (!what.empty()) what += " and ";
            what += part_text(plan_.plans()[as_size(part.plan)], part.message);
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
        std::string const to = box_text(plan.target_box(message), target, entries_);
        if (is_pending_sum(plan))
            return fmt::format("{}, addends {}", to,
                               set_text(plan.source_box(message).dims().back(), source.lower.back(), source.order, entries_));
        std::string const from = box_text(plan.source_box(message), source, entries_);
        return from == to ? from : from + " -> " + to;
    }

    MultiPlan const& plan_;
    std::size_t entries_;
    TextTable table_;
    bool tuples_ = false;
};

constexpr std::string_view all_hint = "... and more (--rank R shows those of one rank, --all every one)";

/// Returns whether the list is longer than a screen. Stops counting at the limit.
bool is_long(MultiPlan const& plan) {
    Index count = 0;
    detail::for_each_message(plan, std::nullopt, [&](MultiMessage const&) { return ++count <= detail::most_rows; });
    return count > detail::most_rows;
}

void write_all_messages(MultiPlan const& plan, bool all, Sink const& sink) {
    bool const everything = all || !is_long(plan);
    sink("\nMessages:\n");
    MessageTable table(plan, sink, all ? std::string::npos : set_entries);
    Index row = 0;
    detail::for_each_message(plan, std::nullopt, [&](MultiMessage const& message) {
        table.add(message);
        return everything || ++row < detail::first_rows;
    });
    if (!everything) table.add_line(std::string(all_hint));
    table.finish(sink);
}

/// Writes "Rank 3 sends 120 elements in 2 messages (480 B):" and the messages.
void write_list(std::string const& what, std::vector<MultiMessage> const& messages, MultiPlan const& plan, bool all,
                Sink const& sink) {
    Index elements = 0;
    Index bytes = 0;
    for (MultiMessage const& message : messages) {
        elements += message.elements;
        bytes += message.bytes;
    }
    sink(fmt::format("\n{} {} in {} ({})", what, counted(elements, "element"), counted(std::ssize(messages), "message"),
                     scaled_bytes(bytes)));
    sink(messages.empty() ? "\n" : ":\n");
    if (messages.empty()) return;
    MessageTable table(plan, sink, all ? std::string::npos : set_entries);
    auto const shown = all || messages.size() <= rows_of_one_rank ? messages.size() : rows_of_one_rank - 1;
    for (std::size_t i = 0; i < shown; ++i) table.add(messages[i]);
    if (shown < messages.size())
        table.add_line(
            fmt::format("... and {} more (--all shows every one)", grouped(static_cast<Index>(messages.size() - shown))));
    table.finish(sink);
}

void write_rank(MultiPlan const& plan, Rank rank, bool all, Sink const& sink) {
    auto const own = [](MultiMessage const& message) { return message.from == message.to; };
    auto sends = plan.sends(rank);
    auto receives = plan.receives(rank);
    auto const kept = std::ranges::find_if(sends, own);
    sink(fmt::format("\nRank {} keeps {}\n", rank, counted(kept == sends.end() ? 0 : kept->elements, "element")));
    std::erase_if(sends, own);
    std::erase_if(receives, own);
    write_list(fmt::format("Rank {} sends", rank), sends, plan, all, sink);
    write_list(fmt::format("Rank {} receives", rank), receives, plan, all, sink);
}

void write_transition(Transition const& transition, RedistReportOptions const& options, Sink const& sink) {
    MultiPlan const& plan = transition.outcome();
    for (RedistPlan const& each : plan.plans()) write_heading(each, sink);
    write_totals(transition.totals, sink);
    detail::write_collectives(transition, options.memory, sink);
    if (options.totals_only) return;
    if (options.rank) return write_rank(plan, *options.rank, options.all, sink);
    if (plan.ranks() <= most_matrix_ranks) write_matrix(plan, sink);
    write_all_messages(plan, options.all, sink);
}

bool begins(Transition const& transition) {
    return transition.phase == nullptr || transition.phase->number == 0;
}

/// Returns "Transition 1 of 2, state 0 to 1" for a whole transition; empty if there is only one.
std::string transition_text(std::span<Transition const> transitions, std::size_t place) {
    auto const count = std::ranges::count_if(transitions, begins);
    if (count == 1) return {};
    auto const number = std::ranges::count_if(transitions.first(place + 1), begins);
    return fmt::format("Transition {} of {}, {}", number, count, transitions[place].states());
}

/// Returns "Method lcm, by way of cyclic(lcm) of the block sizes (Thakur, Fig. 3.16)", and below it the reason and the way it finds
/// messages.
std::string method_text(TransitionPhase const& phase, std::string const& transition) {
    MethodInfo const& method = *phase.composite.method;
    std::string text = transition.empty() ? "Method" : transition + ", method";
    text += fmt::format(" {}: {} ({})", method.name, method.summary, method.source);
    if (!phase.reason.empty()) text += "\n  chosen: " + phase.reason;
    if (auto const& phases = phase.composite.phases; phases.size() == 1 && !phases[0].how.empty())
        text += "\n  in one phase: " + phases[0].how;
    for (std::string const& line : explain(phase.composite)) text += "\n  " + line;
    return text;
}

/// Returns "All 2 transitions", "All 2 phases" or "All 4 phases of 2 transitions".
std::string sum_text(std::span<Transition const> transitions) {
    auto const count = std::ranges::count_if(transitions, begins);
    if (std::ssize(transitions) == count) return fmt::format("All {} transitions", count);
    std::string const text = fmt::format("All {} phases", transitions.size());
    return count == 1 ? text : fmt::format("{} of {} transitions", text, count);
}

void write_relabelling(Relabelling const& relabelling, Sink const& sink) {
    for (std::string const& line : relabelling_lines(relabelling)) sink(line + "\n");
    sink("\n");
}

} // namespace

std::vector<std::string> relabelling_directives(Relabelling const& relabelling) {
    std::vector<std::string> lines;
    for (auto const& [processors, instead_of] : relabelling.arrangements)
        std::ranges::move(instead_of.empty() ? std::vector{write_ranks(processors)} : write_processors(processors),
                          std::back_inserter(lines));
    return lines;
}

std::vector<std::string> relabelling_lines(Relabelling const& relabelling) {
    auto const& [plan, before, after, arrangements] = relabelling;
    if (arrangements.empty()) return {"Relabelling saves nothing: the ranks are already the best"};
    std::vector<std::string> lines{fmt::format("Relabelling: {} of {} move instead of {}, {} instead of {}",
                                               grouped(after.totals.moved), counted(after.totals.elements, "element"),
                                               grouped(before.totals.moved), scaled_bytes(after.totals.bytes_moved),
                                               scaled_bytes(before.totals.bytes_moved))};
    if (before.bytes_between_nodes > 0)
        lines.push_back(fmt::format("  between nodes {} instead of {}", scaled_bytes(after.bytes_between_nodes),
                                    scaled_bytes(before.bytes_between_nodes)));
    std::ranges::move(relabelling_directives(relabelling), std::back_inserter(lines));
    for (auto const& [processors, instead_of] : arrangements)
        if (!instead_of.empty())
            lines.push_back(
                fmt::format("! redistribute onto {} instead of {}, which keeps its ranks because other arrays are on it",
                            processors.name, instead_of));
    return lines;
}

std::string transition_heading(std::span<Transition const> transitions, std::size_t place) {
    std::string const transition = transition_text(transitions, place);
    if (transitions[place].phase == nullptr) return transition.empty() ? "" : transition + ":";
    TransitionPhase const& phase = *transitions[place].phase;
    std::string text = phase.number == 0 ? method_text(phase, transition) : "";
    if (phase.composite.phases.size() == 1) return text;
    std::string const& how = phase.composite.phases[phase.number].how;
    if (phase.number == 0) text += "\n\n";
    return text + fmt::format("Phase {} of {}{}:", phase.number + 1, phase.composite.phases.size(), how.empty() ? "" : ", " + how);
}

void redist_text(std::span<Transition const> transitions, RedistReportOptions const& options, Sink const& sink) {
    assert(!transitions.empty());
    for (std::size_t i = 0; i < transitions.size(); ++i) {
        if (transitions[i].relabelling && begins(transitions[i])) write_relabelling(*transitions[i].relabelling, sink);
        std::string const heading = transition_heading(transitions, i);
        if (begins(transitions[i]) && detail::is_part_of_sum(transitions[i]))
            detail::write_sum(transitions[i].phase->composite, options.memory, sink);
        if (!heading.empty()) sink(heading + "\n");
        write_transition(transitions[i], options, sink);
        if (transitions.size() > 1) sink("\n");
    }
    if (transitions.size() == 1) return;
    sink(fmt::format("{}:\n", sum_text(transitions)));
    write_totals(sum_of(transitions), sink);
    if (is_one_composite(transitions))
        sink(fmt::format("  {}, before, between and after together\n",
                         detail::held_text(held_bytes(transitions.front().phase->composite))));
}

} // namespace tessera
