// SPDX-License-Identifier: BSD-3-Clause
// Tessera: schedules as readable tables, in the style of the papers.
#include "libcore/base/units.hpp"
#include "libcore/report/messages/schedule_report.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace tessera {
namespace {

constexpr int most_steps = 16;
constexpr int most_steps_at_the_end = 4;
constexpr std::size_t most_rows = 16;

std::string seconds(double time) {
    if (time < 1e-3) return fmt::format("{:.3g} us", time * 1e6);
    return time < 1 ? fmt::format("{:.3g} ms", time * 1e3) : fmt::format("{:.3g} s", time);
}

/// One step as a column of the table.
struct StepColumn {
    std::string heading;
    std::vector<std::string> transfers;
    std::string load;
    std::string time;

    [[nodiscard]] std::size_t width() const {
        std::size_t widest = std::max({heading.size(), load.size(), time.size()});
        for (std::string const& text : transfers) widest = std::max(widest, text.size());
        return widest;
    }
};

/// Returns "0<->1" for an exchange, else "0->1". An exchange is written once, by its lower position; the other transfer gives
/// nothing.
std::optional<std::string> text_of(MessageSet const& messages, Transfer const& transfer, bool exchange) {
    if (exchange && transfer.to < transfer.from) return std::nullopt;
    return fmt::format("{}{}{}", messages.rank(transfer.from), exchange ? "<->" : "->", messages.rank(transfer.to));
}

/// Returns the first texts of a step that is known by formula, and sets `count` to their total number. Either all or none of its
/// transfers are exchanges. Reads only the transfers that are shown.
std::vector<std::string> first_texts(Schedule const& schedule, int step, StepPattern const& pattern, Index& count) {
    bool const exchange = pattern.is_exchange();
    count = exchange ? pattern.transfers() / 2 : pattern.transfers();
    std::vector<std::string> texts;
    std::vector<Transfer> sent;
    for (int position = 0; position < schedule.size() && texts.size() <= most_rows; ++position) {
        sent.clear();
        schedule.sends(position, step, sent);
        for (Transfer const& transfer : sent)
            if (auto text = text_of(schedule.messages(), transfer, exchange)) texts.push_back(std::move(*text));
    }
    return texts;
}

std::vector<std::string> all_texts(Schedule const& schedule, int step) {
    std::vector<Transfer> list;
    std::set<std::pair<int, int>> pairs;
    schedule.for_each_transfer(step, [&](Transfer const& transfer) {
        list.push_back(transfer);
        pairs.emplace(transfer.from, transfer.to);
    });
    std::vector<std::string> texts;
    for (Transfer const& transfer : list)
        if (auto text = text_of(schedule.messages(), transfer, pairs.contains({transfer.to, transfer.from})))
            texts.push_back(std::move(*text));
    return texts;
}

/// Returns all transfers, or the first ones and the number of the others.
std::vector<std::string> transfers_of(Schedule const& schedule, int step, bool all) {
    auto const pattern = all ? std::nullopt : schedule.pattern(step);
    Index count = 0;
    std::vector<std::string> texts = pattern ? first_texts(schedule, step, *pattern, count) : all_texts(schedule, step);
    if (!pattern) count = std::ssize(texts);
    if (all || count <= static_cast<Index>(most_rows)) return texts;
    texts.resize(most_rows - 1);
    texts.push_back(fmt::format("+{}", count - static_cast<Index>(most_rows - 1)));
    return texts;
}

StepColumn column_of(RatedSchedule const& rated, int step, bool all) {
    StepCost const& cost = rated.cost.steps[as_size(step)];
    return {fmt::format("Step {}", step + 1), transfers_of(*rated.schedule, step, all), fmt::format("{:.4g}", cost.max_load),
            cost.time ? seconds(*cost.time) : ""};
}

/// Writes the columns of one band of the table, from `first` to `last`. A band is as wide as the page permits.
void write_band(std::vector<StepColumn> const& columns, std::size_t first, std::size_t last, bool timed, Sink const& sink) {
    std::size_t rows = 0;
    for (std::size_t c = first; c < last; ++c) rows = std::max(rows, columns[c].transfers.size());
    auto const line = [&](std::string_view label, auto const& cell) {
        std::string text = fmt::format("  {:<6}", label);
        for (std::size_t c = first; c < last; ++c) text += fmt::format("  {:<{}}", cell(columns[c]), columns[c].width());
        text.erase(text.find_last_not_of(' ') + 1);
        sink(text + "\n");
    };
    line("", [](StepColumn const& c) { return c.heading; });
    for (std::size_t row = 0; row < rows; ++row)
        line("", [row](StepColumn const& c) { return row < c.transfers.size() ? c.transfers[row] : std::string(); });
    line("load", [](StepColumn const& c) { return c.load; });
    if (timed) line("time", [](StepColumn const& c) { return c.time; });
}

void write_columns(std::vector<StepColumn> const& columns, int width, bool timed, Sink const& sink) {
    for (std::size_t first = 0; first < columns.size();) {
        std::size_t used = 8;
        std::size_t last = first;
        while (last < columns.size() && (last == first || used + 2 + columns[last].width() <= as_size(width)))
            used += 2 + columns[last++].width();
        write_band(columns, first, last, timed, sink);
        if (last < columns.size()) sink("\n");
        first = last;
    }
}

void write_steps(RatedSchedule const& rated, int width, bool all, Sink const& sink) {
    int const steps = rated.schedule->steps();
    bool const folded = !all && steps > most_steps;
    int const shown_first = folded ? most_steps - most_steps_at_the_end : steps;
    bool const timed = rated.cost.total_time.has_value();
    std::vector<StepColumn> columns;
    for (int step = 0; step < shown_first; ++step) columns.push_back(column_of(rated, step, all));
    write_columns(columns, width, timed, sink);
    if (!folded) return;
    sink(fmt::format("\n  ... {} more (--all shows them) ...\n\n", counted(steps - most_steps, "step")));
    columns.clear();
    for (int step = steps - most_steps_at_the_end; step < steps; ++step) columns.push_back(column_of(rated, step, all));
    write_columns(columns, width, timed, sink);
}

double ratio(Index cost, Index bound) {
    return bound > 0 ? static_cast<double>(cost) / static_cast<double>(bound) : 1.0;
}

void write_heading(RatedSchedule const& rated, Sink const& sink) {
    MessageSet const& messages = rated.schedule->messages();
    ScheduleQuality const& quality = rated.quality;
    sink(fmt::format("{} on {}: {} among {}, {}\n", rated.schedule->algorithm(), rated.site.topology->name(),
                     counted(messages.messages(), "message"), counted(messages.size(), "rank"),
                     scaled_bytes(messages.total_bytes())));
    if (rated.site.assumed) sink("  network   assumed; messages share only the ports of their ranks; see --topology\n");
    if (rated.site.of_profile)
        sink(fmt::format("  network   named by the profile of {}; see --topology\n", rated.site.machine_name()));
    if (!rated.reason.empty()) sink(fmt::format("  chosen: {}\n", rated.reason));
    sink(fmt::format("  steps     {}; sending every message directly, one at a time, takes at least {}\n", quality.steps,
                     quality.max_degree));
    sink(fmt::format("  volume    {} in {}; the busiest rank carries {:.2f} times the least possible\n",
                     scaled_bytes(quality.bytes_sent), counted(quality.transfers, "transfer"),
                     ratio(quality.one_port_cost, quality.lower_bound)));
    sink(fmt::format("  memory    {} per rank for data in transit\n", scaled_bytes(quality.max_memory)));
    char const* const bound = rated.at_least() ? "at least " : ""; // no order of messages is known, so the time is a lower bound
    sink(fmt::format("  sharing   links shared by several messages make it {}{:.2f} times as long\n", bound,
                     rated.cost.congestion_impact));
    if (rated.cost.total_time)
        sink(fmt::format("  time      {}{} on {}{}\n", bound, seconds(*rated.cost.total_time), rated.site.machine_name(),
                         rated.cost.packing_time ? ", and " + seconds(*rated.cost.packing_time) + " for packing" : ""));
    else if (rated.site.machine)
        sink(fmt::format("  time      not known: {}\n", rated.cost.lack));
    else
        sink("  time      not known without the rates of a machine (--machine FILE)\n");
}

int most_idle(RatedSchedule const& rated) {
    auto const& idle = rated.quality.idle_ranks;
    return idle.empty() ? 0 : *std::ranges::max_element(idle);
}

} // namespace

void schedule_totals_text(RatedSchedule const& rated, Sink const& sink) {
    write_heading(rated, sink);
    if (rated.schedule->steps() == 0) return sink("\nNothing has to be sent.\n");
    sink(fmt::format("  idle      {} of {} in the emptiest step\n", most_idle(rated), counted(rated.schedule->size(), "rank")));
}

void schedule_text(RatedSchedule const& rated, int width, bool all, Sink const& sink) {
    schedule_totals_text(rated, sink);
    if (rated.schedule->steps() == 0) return;
    sink("\nEach step's messages (a<->b: both ways); load: most messages on one link:\n\n");
    write_steps(rated, width, all, sink);
}

std::string schedule_line(RatedSchedule const& rated) {
    auto const time = rated.cost.time();
    return fmt::format("{} on {} by {}{}{}", counted(rated.schedule->steps(), "step"), rated.site.network(),
                       rated.schedule->algorithm(), time ? ", " + short_seconds(*time) : std::string(),
                       time                      ? " with the rates of " + rated.site.machine_name()
                       : rated.cost.lack.empty() ? std::string()
                                                 : "; no time: " + rated.cost.lack);
}

void comparison_text(std::vector<ComparedSchedule> const& rows, Sink const& sink) {
    using Align = TextTable::Align;
    TextTable table({{"algorithm", Align::Left}, {"time"}, {"steps"}, {"sent"}, {"port"}, {"load"}, {"sharing"}, {"busiest"}},
                    sink);
    for (ComparedSchedule const& row : rows) {
        if (!row.refusal.empty()) continue;
        std::string const bound = row.at_least ? ">=" : "";
        table.add({row.algorithm, row.time ? bound + seconds(*row.time) : "-", grouped(row.steps), scaled_bytes(row.bytes_sent),
                   fmt::format("{:.2f}", row.port_ratio), fmt::format("{:.4g}", row.max_load),
                   bound + fmt::format("{:.2f}", row.congestion_impact),
                   bound + scaled_bytes(static_cast<Index>(row.congested_bytes))});
    }
    table.finish();
    sink("\nsteps    rounds of messages\n"
         "sent     volume of all ranks, forwarded data counted again\n"
         "port     bytes of the busiest rank in all steps, over the least possible\n"
         "load     most messages on one link at once\n"
         "sharing  how many times longer it takes because messages share links\n"
         "busiest  bytes through the busiest rank or link, step by step; where no time is\n"
         "         known (--machine), algorithms are ordered by it\n");
    if (std::ranges::any_of(rows, &ComparedSchedule::at_least))
        sink(">=       at least: messages without an order meet in unpredictable ways\n");
    std::set<std::string> lacking;
    for (ComparedSchedule const& row : rows)
        if (!row.lack.empty()) lacking.insert(row.lack);
    for (std::string const& each : lacking) sink(fmt::format("-        {}\n", each));
    bool const refused = std::ranges::any_of(rows, [](ComparedSchedule const& row) { return !row.refusal.empty(); });
    if (refused) sink("\nNot applicable here:\n");
    for (ComparedSchedule const& row : rows)
        if (!row.refusal.empty()) sink(fmt::format("  {:<14}  {}\n", row.algorithm, row.refusal));
}

} // namespace tessera
