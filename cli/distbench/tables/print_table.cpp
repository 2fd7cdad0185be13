// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench table.
#include "cli/distbench/tables/print_table.hpp"

#include "cli/distbench/tables/cluster_races.hpp"
#include "cli/distbench/tables/comparer.hpp"
#include "cli/distbench/tables/embedded.hpp"
#include "libcore/base/file_text.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// The only table of ours. Its races are no paper's.
constexpr std::string_view cluster_name = "cluster";
constexpr std::string_view cluster_summary_line =
    "our own: algorithms raced on clusters of network namespaces, bytes counted by the kernel";

/// Returns the names of all tables, and what they hold.
std::vector<std::vector<std::string>> contents() {
    std::vector<std::vector<std::string>> list;
    for (PaperTable const& paper : paper_tables()) list.push_back({paper.name(), paper.fact("summary")});
    list.push_back({std::string(cluster_name), std::string(cluster_summary_line)});
    return list;
}

/// Returns the table of datasets/papers with this name, or the user's own: a file whose name ends in .csv. Errors: there is none;
/// the file cannot be read, or is no table.
Result<PaperTable> wanted_table(std::string const& name) {
    if (auto const* const found = find_paper_table(name)) return *found;
    if (name.ends_with(".csv")) {
        auto const text = TRY(file_text(name));
        return PaperTable::parse(text, name);
    }
    std::vector<std::string> names;
    for (auto const& entry : contents()) names.push_back(entry.front());
    return fail(fmt::format("table: no table '{}' ('distbench table' lists them){}", name, suggestion(name, names)));
}

/// A table with its comparer, which has what it needs.
struct CheckedTable {
    PaperTable paper;
    Comparer const& comparer;
};

Result<CheckedTable> checked_table(std::string const& name, std::span<std::string const> files) {
    auto paper = TRY(wanted_table(name));
    auto const comparer = TRY(comparer_of(paper));
    if (files.size() > comparer->most_files)
        return fail(fmt::format("table {}: '{}' is one too many, it {}", paper.name(), files[comparer->most_files],
                                comparer->most_files == 0 ? "reads no file" : "takes one file"));
    TRY(paper.require(comparer->facts, comparer->columns));
    return CheckedTable{std::move(paper), *comparer};
}

/// Runs the comparer. The report of rank 0 counts.
Result<TableReport> compared(CheckedTable const& table, Machine const& delta, std::span<std::string const> files,
                             Communicator const* world) {
    if (world == nullptr || table.comparer.runs != Comparer::Runs::OnOneRank)
        return table.comparer.compare(table.paper, {delta, world, files});
    Communicator const self = world->split(world->rank());
    Result<TableReport> report;
    if (world->rank() == 0) report = table.comparer.compare(table.paper, {delta, &self, files});
    world->sleep_until_all();
    return report;
}

} // namespace

bool table_measures(std::string const& name) {
    auto const table = checked_table(name, {});
    return table && table->comparer.runs != Comparer::Runs::WithoutMpi;
}

Result<ExitCode> distbench_print_table(Tool const& tool, Communicator const* world) {
    auto const sink = [&tool](std::string_view text) { tool.out.write(text); };
    bool const json = tool.arguments.has("json");
    auto const words = std::span(tool.arguments.positionals());
    if (words.empty()) {
        if (json) return fail("table: --json needs the name of a table, e.g. thakur-4.4");
        sink(table_text({{"name", TextTable::Align::Left}, {"what it holds", TextTable::Align::Left}}, contents()));
        return ExitCode::Done;
    }
    TableReport report;
    if (words.front() == cluster_name) {
        report = TRY(cluster_report(words.subspan(1)));
    } else {
        auto const table = TRY(checked_table(words.front(), words.subspan(1)));
        auto const delta = TRY(Machine::from_json(machines_delta_json));
        report = TRY(compared(table, delta, words.subspan(1), world));
    }
    if (world == nullptr || world->rank() == 0) write_report(report, json, sink);
    return ExitCode::Done;
}

} // namespace tessera::cli
