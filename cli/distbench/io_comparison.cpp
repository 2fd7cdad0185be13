// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times of file access next to ours.
#include "cli/distbench/io_comparison.hpp"

#include "libcore/io/io_cost.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/spec/parse.hpp"

#include <fmt/format.h>
#include <map>

namespace tessera::cli {
namespace {

constexpr Index slab_columns = 16; // in tables 5.2 and 5.3

/// Returns the sections of all ranks of a cell, written as a job.
Result<IoTask> task_of(PublishedIo const& published, PublishedRow const& row, PublishedCell const& cell) {
    std::string const text =
        fmt::format("      real A({},{})\n"
                    "!hpf$ processors P({})\n"
                    "!hpf$ distribute A(block,*) onto P\n"
                    "!dist$ io {} A({}) for(p=0:{})\n",
                    published.rows, published.columns, cell.ranks, name_of(cell.direction), row.section, cell.ranks - 1);
    auto const job = parse_job(text, std::string(published.name), {.ranks = cell.ranks, .files = nullptr});
    if (!job) return forward_error(job);
    return io_task(*job, job->io_statements.front());
}

/// Returns all columns between the bounds of the section, even if the stride skips the upper bound. The paper counts like this
/// (5.5.1).
Run columns_covered(IoTask const& task, Index rows) {
    RankRange const& columns = task.statement.section.back();
    return {(columns.first->at - 1) * rows, columns.last->at * rows};
}

IoSettings settings_of(PublishedMethod method, IoTask const& task, Index rows, int ranks) {
    Index const column = rows * task.array.type.bytes;
    IoSettings settings;
    switch (method) {
    case PublishedMethod::DirectPerElement:
    case PublishedMethod::DirectPerRun:
        settings.access = Access::Direct;
        settings.direct = method == PublishedMethod::DirectPerRun ? DirectUnit::Run : DirectUnit::Element;
        break;
    case PublishedMethod::Sieve:
        settings.access = Access::Sieve;
        settings.sieve = {SieveShape::WholeSlabs, slab_columns * column, columns_covered(task, rows)};
        break;
    case PublishedMethod::Static:
    case PublishedMethod::Dynamic:
        // Sieving column by column, file domains of whole columns, all processors are aggregators (6.3.1).
        settings.sieve = {SieveShape::OneSlab, column, {}};
        settings.domains.kind = method == PublishedMethod::Static ? DomainKind::Static : DomainKind::Dynamic;
        settings.domains.unit = FileUnit::Slab;
        settings.domains.aggregators = ranks;
        break;
    }
    return settings;
}

Result<PlannedCell> planned(PublishedIo const& published, PublishedCell const& cell, IoTask const& task, Machine const& machine) {
    auto const plan = IoPlan::make(task.fad, cell.direction, settings_of(cell.method, task, published.rows, cell.ranks));
    if (!plan) return forward_error(plan);
    auto const time = predicted_time(*plan, machine);
    if (!time) return fail(fmt::format("{} has no rates of files, or of messages", machine.name));
    return PlannedCell{plan->totals().requests(), plan->totals().bytes() / task.array.type.bytes, time->total()};
}

} // namespace

Result<IoComparison> compare_io(PublishedIo const& published, Machine const& machine) {
    IoComparison comparison{published, machine.name, {}};
    for (PublishedRow const& row : published.table) {
        auto& cells = comparison.planned.emplace_back();
        std::map<int, IoTask> tasks; // key: number of ranks; the sections do not depend on the method
        for (PublishedCell const& cell : row.cells) {
            auto found = tasks.find(cell.ranks);
            if (found == tasks.end()) {
                auto task = task_of(published, row, cell);
                if (!task) return forward_error(task);
                found = tasks.emplace(cell.ranks, *std::move(task)).first;
            }
            auto ours = planned(published, cell, found->second, machine);
            if (!ours) return forward_error(ours);
            cells.push_back(*ours);
        }
    }
    return comparison;
}

} // namespace tessera::cli
