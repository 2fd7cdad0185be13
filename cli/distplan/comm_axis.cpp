// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan comm scan, enumerate, rank, spread and reduce --axis.
#include "cli/common/axis_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/comm.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/axis_messages.hpp"
#include "libcore/report/messages/axis_report.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

using Rounds = std::vector<AxisRound>;

/// Makes the rounds of an operation along one dimension.
using MakeRounds = Result<Rounds> (*)(AxisPlan const& plan);

Result<void> refuse_pictures(Tool const& tool) {
    for (char const* option : {"svg", "step", "export-trace", "export-paje"})
        if (tool.arguments.has(option))
            return fail(fmt::format("--{} is for a single exchange of messages; an operation along a dimension has several rounds",
                                    option));
    return {};
}

/// Reports the rounds. `order`: the algorithm that orders the messages of each round.
Result<ExitCode> report_rounds(Tool const& tool, AxisReport report, Rounds rounds, std::string const& order) {
    auto const rank = TRY(chosen_rank(tool.arguments));
    WatchedWork work("planning", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    for (AxisRound& round : rounds) {
        AxisReport::Round made{std::move(round)};
        if (wants_comm_schedule(tool, report.mapping))
            made.schedule = TRY(comm_schedule(tool, made.messages.messages, order, work.watch()));
        report.rounds.push_back(std::move(made));
    }
    work.finish();
    RedistReportOptions const options{.totals_only = tool.arguments.has("totals"), .rank = rank, .all = tool.arguments.has("all")};
    (tool.arguments.has("json") ? axis_json : axis_text)(report, options, sink_to(tool.out));
    return ExitCode::Done;
}

/// Handles an operation whose rounds are exchanges, which --algorithm orders.
Result<ExitCode> comm_exchanges(Tool const& tool, std::string operation, MakeRounds make) {
    TRY(refuse_pictures(tool));
    auto const mapping = TRY(comm_mapping(tool));
    auto const dim = TRY(load_axis(tool.arguments, mapping));
    auto const plan = TRY(AxisPlan::make(mapping, dim));
    auto rounds = TRY(make(plan));
    return report_rounds(tool, {.operation = std::move(operation), .mapping = mapping, .dims = {dim}}, std::move(rounds),
                         tool.arguments.text_or("algorithm", "auto"));
}

/// Returns the collective that --algorithm names, whose steps are the rounds; by default one of pC*'s.
Result<CollectiveAlgorithm const*> named_steps(Tool const& tool, CollectiveKind kind) {
    std::string const name = tool.arguments.text_or("algorithm", "auto");
    auto const found = find_collective(kind, name != "auto" ? name : kind == CollectiveKind::Reduce ? "loglocex" : "logfan");
    if (!found) return fail(fmt::format("--algorithm: {}", found.error().message));
    if ((*found)->make == nullptr)
        return fail(
            fmt::format("--algorithm: {} is inside the MPI library, so its steps are not known; name another algorithm", name));
    return *found;
}

std::string steps_note(CollectiveAlgorithm const& algorithm) {
    return fmt::format("steps of {}; by default distcomm uses MPI's own algorithm, whose steps are not known", algorithm.name);
}

/// A collective within each group, and the array that it combines.
struct GroupTask {
    CollectiveAlgorithm const* algorithm;
    Mapping mapping;
};
Result<GroupTask> collective_task(Tool const& tool, CollectiveKind kind) {
    TRY(refuse_pictures(tool));
    auto const algorithm = TRY(named_steps(tool, kind));
    auto mapping = TRY(comm_mapping(tool));
    return GroupTask{algorithm, std::move(mapping)};
}

} // namespace

Result<ExitCode> comm_scan(Tool const& tool) {
    return comm_exchanges(tool, "scan", [](AxisPlan const& plan) { return scan_rounds(plan, plan.mapping().array().type.bytes); });
}

Result<ExitCode> comm_enumerate(Tool const& tool) {
    return comm_exchanges(tool, "enumerate", [](AxisPlan const& plan) { return scan_rounds(plan, sizeof(Index)); });
}

Result<ExitCode> comm_rank(Tool const& tool) {
    return comm_exchanges(tool, "rank", ranking_rounds);
}

Result<ExitCode> comm_reduce_axis(Tool const& tool) {
    auto const [algorithm, mapping] = TRY(collective_task(tool, CollectiveKind::Reduce));
    auto const dim = TRY(load_axis(tool.arguments, mapping));
    auto const plan = TRY(AxisPlan::make(mapping, dim));
    auto rounds = TRY(reduction_rounds(plan, *algorithm));
    return report_rounds(tool, {.operation = "reduce", .mapping = mapping, .dims = {dim}, .note = steps_note(*algorithm)},
                         std::move(rounds), "auto");
}

Result<ExitCode> comm_spread(Tool const& tool) {
    auto const [algorithm, mapping] = TRY(collective_task(tool, CollectiveKind::Broadcast));
    auto const dims = TRY(load_axes(tool.arguments, mapping));
    auto const indices = TRY(load_axis_indices(tool.arguments, mapping, dims));
    Rounds rounds;
    for (std::size_t k = 0; k < dims.size(); ++k) {
        auto const plan = TRY(AxisPlan::make(mapping, dims[k]));
        std::vector<AxisIndex> later;
        for (std::size_t l = k + 1; l < dims.size(); ++l) later.push_back({dims[l], indices[l]});
        auto some = TRY(spread_rounds(plan, indices[k], later, *algorithm));
        for (AxisRound& round : some) {
            if (dims.size() > 1) round.what += fmt::format(", along dimension {}", dims[k] + 1);
            rounds.push_back(std::move(round));
        }
    }
    return report_rounds(
        tool, {.operation = "spread", .mapping = mapping, .dims = dims, .indices = indices, .note = steps_note(*algorithm)},
        std::move(rounds), "auto");
}

} // namespace tessera::cli
