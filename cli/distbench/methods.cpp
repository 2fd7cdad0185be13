// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench methods: the papers' experiments with redistribution methods, measured here.
#include "cli/common/progress.hpp"
#include "cli/distbench/method_contest.hpp"
#include "cli/distbench/rounds.hpp"
#include "cli/distbench/subcommands.hpp"
#include "cli/distbench/tables/method_times.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <thread>

namespace tessera::cli {
namespace {

/// Returns the named table, or all.
Result<std::span<MethodTable const>> wanted_tables(Arguments const& arguments) {
    auto const tables = method_tables();
    if (arguments.positionals().empty()) return tables;
    std::string const& name = arguments.positionals().front();
    auto const found = std::ranges::find(tables, name, &MethodTable::name);
    if (found != tables.end()) return tables.subspan(as_size(found - tables.begin()), 1);
    std::vector<std::string> names;
    for (MethodTable const& table : tables) names.push_back(table.name);
    return fail(
        fmt::format("methods: no experiments '{}'; expected {}{}", name, fmt::join(names, " or "), suggestion(name, names)));
}

/// Returns the number of processors of all nodes of the job, if each node has as many as this one.
Index processors_of(Communicator const& world) {
    return Index{std::thread::hardware_concurrency()} * (std::ranges::max(node_numbers(world)) + 1);
}

/// The rows that this number of ranks can measure, and their moves per round.
struct Feasible {
    Index moves = 0;
    Index left_out = 0;
    int ranks_wanted = 0; ///< largest number of ranks in a row
};

Feasible feasible(std::span<MethodTable const> tables, int ranks) {
    Feasible sum;
    for (MethodTable const& table : tables)
        for (MethodFigure const& figure : table.figures)
            for (MethodRow const& row : figure.rows) {
                sum.ranks_wanted = std::max(sum.ranks_wanted, row.ranks);
                if (row.ranks > ranks)
                    ++sum.left_out;
                else
                    sum.moves += std::ssize(figure.contenders);
            }
    return sum;
}

/// Runs one row on the ranks that take part; the others wait, and get an empty result.
Result<MethodContest> run_row(Communicator const& world, MethodFigure const& figure, MethodRow const& row, int rounds,
                              std::function<void()> const& progress) {
    bool const takes_part = world.rank() < row.ranks;
    Communicator const comm = world.split(takes_part ? 1 : 0);
    Result<MethodContest> contest = takes_part ? run_methods(comm, figure, row, rounds, progress) : MethodContest{};
    world.sleep_until_all();
    return contest;
}

/// Runs all rows that fit the job. `wrong`: the first misplaced element.
Result<MethodMeasurements> run_tables(Communicator const& world, std::span<MethodTable const> tables, MethodMeasurements run,
                                      std::string& wrong, std::function<void()> const& progress) {
    for (MethodTable const& table : tables)
        for (MethodFigure const& figure : table.figures)
            for (MethodRow const& row : figure.rows) {
                if (row.ranks > world.size()) continue;
                auto contest = TRY(run_row(world, figure, row, static_cast<int>(run.rounds), progress));
                if (wrong.empty() && !contest.wrong.empty())
                    wrong = fmt::format("{}, {}: {}", figure.name, row.label, contest.wrong);
                run.rows.push_back({table.name, figure.name, row.label, Index{row.ranks}, std::move(contest.times)});
            }
    return run;
}

} // namespace

Result<ExitCode> distbench_methods(Tool const& tool, Communicator const& world) {
    auto const tables = TRY(wanted_tables(tool.arguments));
    auto const rounds = TRY(rounds_of(tool.arguments));
    Feasible const what = feasible(tables, world.size());
    if (what.moves == 0)
        return fail(fmt::format("methods: no experiment runs on {}; the largest needs {}: start it with mpirun -n {}",
                                counted(world.size(), "rank"), what.ranks_wanted, what.ranks_wanted));
    std::optional<Progress> bar;
    if (world.rank() == 0) {
        if (what.left_out > 0)
            tool.messages.note(fmt::format("{} left out: they need up to {} ranks, but this job has {}",
                                           counted(what.left_out, "experiment"), what.ranks_wanted, world.size()));
        bar.emplace("moving", what.moves * rounds, progress_mode(tool.arguments.text_or("progress", "auto")),
                    tool.messages.quiet());
    }
    MethodMeasurements empty{.machine = tool.arguments.text_or("name", "measured just now"),
                             .processors = processors_of(world),
                             .rounds = rounds,
                             .rows = {}};
    std::string wrong;
    auto const run = TRY(run_tables(world, tables, std::move(empty), wrong, [&] {
        if (bar) bar->advance(1);
    }));
    if (world.rank() != 0) return ExitCode::Done;
    bar->finish();
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    if (tool.arguments.has("json"))
        write_report({"", methods_json(tables, run)}, true, sink);
    else
        for (MethodTable const& table : tables) sink(methods_text(table, run));
    if (wrong.empty()) return ExitCode::Done;
    tool.messages.error("not every element is in its place: " + wrong);
    return ExitCode::Mismatch;
}

} // namespace tessera::cli
