// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the methods of file access as a table.
#include "libcore/base/units.hpp"
#include "libcore/report/files/io_report.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {
namespace {

constexpr std::size_t most_ranks_shown = 12;

std::string size(Index bytes) {
    return short_bytes(static_cast<double>(bytes));
}

std::string share_text(Index part, Index whole) {
    return whole == 0 ? "-" : percent_text(part, whole);
}

/// Returns the storage order in words, such as "row by row" for a matrix in C order.
std::string order_text(FileLayout const& layout) {
    StoredShape const& shape = layout.shape();
    if (shape.extents.size() < 2) return "one dimension";
    bool const columns = shape.permutation.front() == 0;
    std::string const text = columns ? "first dimension fastest" : "last dimension fastest";
    return layout.chunks() > 1 ? fmt::format("chunks of {}, {}", fmt::join(shape.chunk, " x "), text) : text;
}

std::string demand_text(IoTask const& task) {
    Fad const& fad = *task.fad;
    Index const element = fad.layout().element_bytes();
    std::string text =
        fmt::format("{}, {}", counted(static_cast<Index>(fad.members().size()), "rank"), size(fad.demanded() * element));
    if (fad.is_common()) return text + " in all, the same for each";
    if (fad.is_distinct()) return text + ", no byte twice";
    return text + fmt::format(" in all, which is {} of the file", size(fad.wanted().count() * element));
}

std::string buffer_text(IoTask const& task) {
    if (!task.asked.memory) return fmt::format("buffer    {} per rank at a time", size(task.settings.sieve.buffer_bytes));
    return fmt::format("memory    {} for the buffers of all ranks, {} each", size(*task.statement.memory),
                       size(*task.asked.memory));
}

void write_heading(IoReport const& report, Sink const& sink) {
    IoTask const& task = report.task;
    FileLayout const& layout = task.fad->layout();
    sink(fmt::format("{}\n", describe(task.statement, task.array)));
    sink(fmt::format("  file      {}: {}, {}\n", describe(task.array), size(layout.positions() * layout.element_bytes()),
                     order_text(layout)));
    sink(fmt::format("  needed    {}\n", demand_text(task)));
    if (!task.io_processors.empty())
        sink(fmt::format("  through   {}: {} {}, for two-phase\n", task.io_processors,
                         task.settings.domains.ranks.size() == 1 ? "rank" : "ranks", fmt::join(task.settings.domains.ranks, ", ")));
    sink(fmt::format("  {}\n\n", buffer_text(task)));
}

std::string cost_text(IoCandidate const& candidate, bool timed) {
    if (timed) return short_seconds(candidate.time->total());
    return short_bytes(candidate.cost);
}

void write_methods(IoReport const& report, bool timed, Sink const& sink) {
    TextTable table({{"  method", TextTable::Align::Left},
                     {"requests"},
                     {"touched"},
                     {"useful"},
                     {"messages"},
                     {"sent"},
                     {"memory"},
                     {timed ? "time" : "cost"}},
                    sink);
    std::vector<IoCandidate> const& candidates = report.choice.candidates;
    for (IoCandidate const& each : candidates) {
        bool const chosen = &each == &candidates[report.choice.best];
        IoTotals const& totals = each.plan.totals();
        bool const sends = totals.sends > 0;
        table.add({fmt::format("{} {}{}", chosen ? "*" : " ", each.name, each.plan.has_races() ? " !" : ""),
                   grouped(totals.requests()), size(totals.bytes()), share_text(totals.useful, totals.bytes()),
                   sends ? grouped(totals.sends) : "-", sends ? size(totals.bytes_sent) : "-",
                   totals.memory > 0 ? size(totals.memory) : "-", cost_text(each, timed)});
    }
    table.finish();
}

void write_legend(IoReport const& report, bool timed, Sink const& sink) {
    sink(fmt::format("\n* {}.\n", report.choice.reason));
    bool const races = std::ranges::any_of(report.choice.candidates, [](IoCandidate const& each) { return each.plan.has_races(); });
    for (ExcludedMethod const& each : report.choice.left_out)
        sink(fmt::format("- {} is not planned: it would take {:.1e} steps, more than {:.1e}.\n", each.name, each.steps,
                         static_cast<double>(most_planning_steps)));
    if (races) sink("! The contents of the file may depend on which rank writes first.\n");
    sink("\ntouched: bytes that requests read or write; useful: the part that a rank needs;\n"
         "memory: buffers of the rank that needs most, its section not counted;\n");
    if (timed)
        sink(fmt::format("time: predicted for {}, the busiest rank's.\n", report.machine));
    else
        sink("cost: bytes that could be moved in the same time; for times, use --machine FILE.\n");
    sink("Out-of-core arrays and 'distbench io' run these plans. iocopy and redist copy whole\n"
         "arrays by other plans, which 'iocopy --plan' prints.\n");
}

void write_ranks(IoReport const& report, Sink const& sink) {
    IoPlan const& plan = report.choice.candidates[report.choice.best].plan;
    sink(fmt::format("\nWith {}, in {}:\n\n", report.choice.candidates[report.choice.best].name, counted(plan.phases(), "phase")));
    TextTable table({{"  rank"}, {"wants"}, {"requests"}, {"touched"}, {"sends"}, {"sent"}, {"receives"}, {"received"}}, sink);
    std::size_t shown = 0;
    for (RankTotals const& each : plan.ranks()) {
        if (shown++ == most_ranks_shown) {
            table.add_line(fmt::format("  ... ({} in all)", counted(static_cast<Index>(plan.ranks().size()), "rank")));
            break;
        }
        Fad::Member const* const member = plan.fad().member(each.rank);
        Index const wants = member == nullptr ? 0 : member->section.count() * plan.fad().layout().element_bytes();
        IoTotals const& totals = each.totals;
        table.add({fmt::to_string(each.rank), size(wants), grouped(totals.requests()), size(totals.bytes()), grouped(totals.sends),
                   size(totals.bytes_sent), grouped(totals.receives), size(totals.bytes_received)});
    }
    table.finish();
}

} // namespace

void io_text(IoReport const& report, Sink const& sink) {
    bool const timed = std::ranges::all_of(report.choice.candidates, [](IoCandidate const& each) { return each.time.has_value(); });
    write_heading(report, sink);
    write_methods(report, timed, sink);
    write_legend(report, timed, sink);
    write_ranks(report, sink);
}

} // namespace tessera
