// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a collective among the ranks that work on an array, and its report.
#include "cli/distcomm/run_collective.hpp"

#include "cli/common/man_page.hpp"
#include "cli/common/site_loading.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/collectives/array_collective.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {

std::string algorithms_text(CollectiveKind kind) {
    std::string text = "\n\nThe algorithms are:";
    for (CollectiveAlgorithm const& each : collective_algorithms())
        if (each.kind == kind) text += list_entry(each.name, sentence(fmt::format("{} ({})", each.summary, each.source)));
    return text + R"(

A multicast is MPI_Bcast here. By default auto takes MPI's own algorithm. With --machine it takes the one
that the profile's table of measured collectives names; 'distbench profile' fills this table. If the table has no
similar entry, auto takes an algorithm only if it predicts a shorter time than for the best that MPI is likely to have.
With --repeat 50 or more it takes the winner of a race. --compare prints the times of all algorithms.)";
}

Result<CollectiveChoice> load_collective(Arguments const& arguments, CollectiveTask const& task) {
    auto const machine = TRY(load_machine(arguments));
    auto choice = collective_named(task, arguments.text_or("algorithm", "auto"), machine.get());
    if (!choice) return fail(fmt::format("--algorithm: {}", choice.error().message));
    return choice;
}

CollectiveExecution::CollectiveExecution(CommArray const& array, CollectiveChoice choice, CollectiveTask const& task,
                                         std::optional<Combiner> combiner)
    : choice_(std::move(choice)), task_(task) {
    if (choice_.algorithm->make) totals_ = totals_of(make_collective(*choice_.algorithm, task));
    if (array.position()) collective_.emplace(array.members(), *choice_.algorithm, task, std::move(combiner));
}

Result<void> CollectiveExecution::record(Tool const& tool, Mapping const& mapping, CommTrace& trace) {
    if (!trace.wanted()) return {};
    TRY(trace.expect(tool, *choice_.algorithm, task_, mapping));
    if (collective_) collective_->record(trace.recorder(), collective_members(mapping.grid()));
    return {};
}

std::string CollectiveExecution::how() const {
    std::string const name(choice_.algorithm->name);
    if (!totals_) return name;
    return fmt::format("{}, {} in {}", name, counted(totals_->messages, "message"), counted(totals_->steps, "step"));
}

void CollectiveExecution::report_reason(Tool const& tool, CommOutcome& outcome) const {
    if (tool.arguments.has("machine") && !choice_.reason.empty()) outcome.rows.emplace_back("chosen", choice_.reason);
}

void CollectiveExecution::entries(JsonWriter& json) const {
    json.entry("algorithm", choice_.algorithm->name);
    json.entry("reason", choice_.reason.empty() ? std::nullopt : std::optional(choice_.reason));
    json.entry("steps", totals_ ? std::optional(Index{totals_->steps}) : std::nullopt);
    json.entry("messages", totals_ ? std::optional(totals_->messages) : std::nullopt);
    json.entry("message_bytes", task_.bytes());
}

} // namespace tessera::cli
