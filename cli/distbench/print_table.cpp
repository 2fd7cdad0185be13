// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench table.
#include "cli/distbench/cdt_table.hpp"
#include "cli/distbench/cluster_table.hpp"
#include "cli/distbench/delta_profile.hpp"
#include "cli/distbench/io_comparison.hpp"
#include "cli/distbench/load_comparison.hpp"
#include "cli/distbench/method_times.hpp"
#include "cli/distbench/pcstar_figures.hpp"
#include "cli/distbench/pcstar_tables.hpp"
#include "cli/distbench/program_times.hpp"
#include "cli/distbench/subcommands.hpp"
#include "cli/distbench/times_comparison.hpp"
#include "libcore/base/file_text.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace tessera::cli {
namespace {

Result<ExitCode> print_times(PublishedTimes const& published, bool json, Sink const& sink) {
    auto const delta = Machine::from_json(delta_profile);
    if (!delta) return forward_error(delta);
    auto const comparison = compare_times(published, *delta);
    if (!comparison) return forward_error(comparison);
    (json ? times_json : times_text)(*comparison, sink);
    return ExitCode::Done;
}

Result<ExitCode> print_loads(LoadTable const& table, bool json, Sink const& sink) {
    auto const loads = compare_loads(table);
    if (!loads) return forward_error(loads);
    (json ? loads_json : loads_text)(table, *loads, sink);
    return ExitCode::Done;
}

Result<ExitCode> print_io(PublishedIo const& published, bool json, Sink const& sink) {
    auto const delta = Machine::from_json(delta_profile);
    if (!delta) return forward_error(delta);
    auto const comparison = compare_io(published, *delta);
    if (!comparison) return forward_error(comparison);
    (json ? io_table_json : io_table_text)(*comparison, sink);
    return ExitCode::Done;
}

constexpr std::string_view cluster_name = "cluster";

/// Writes the recorded races next to those of `files`. As JSON, writes only the latter if there are any, ready to be recorded.
Result<ExitCode> print_cluster(std::span<std::string const> files, bool json, Sink const& sink) {
    std::vector<ClusterRace> now;
    for (std::string const& file : files) {
        auto const text = file_text(file);
        if (!text) return forward_error(text);
        auto races = cluster_races_of(*text, file);
        if (!races) return forward_error(races);
        std::ranges::move(*races, std::back_inserter(now));
    }
    auto const recorded = recorded_cluster_races();
    if (json)
        cluster_json(now.empty() ? recorded : now, sink);
    else
        cluster_text(recorded, now, sink);
    return ExitCode::Done;
}

/// Writes the papers' figures next to the recorded times, or to those of a file.
Result<ExitCode> print_methods(MethodTable const& table, std::span<std::string const> files, bool json, Sink const& sink) {
    MethodRun run;
    if (files.empty()) {
        run = recorded_method_run();
    } else {
        if (files.size() > 1) return fail(fmt::format("table {}: '{}' is one too many, it takes one file", table.name, files[1]));
        auto const text = file_text(files.front());
        if (!text) return forward_error(text);
        auto measured = method_run_of(*text, files.front());
        if (!measured) return forward_error(measured);
        run = *std::move(measured);
    }
    if (json)
        methods_json({&table, 1}, run, sink);
    else
        methods_text(table, run, sink);
    return ExitCode::Done;
}

/// Writes the recorded times, or those of a file.
Result<ExitCode> print_programs(std::span<std::string const> files, bool json, Sink const& sink) {
    ProgramTrials trials;
    if (files.empty()) {
        trials = recorded_program_trials();
    } else {
        if (files.size() > 1)
            return fail(fmt::format("table {}: '{}' is one too many, it takes one file", programs_table_name, files[1]));
        auto const text = file_text(files.front());
        if (!text) return forward_error(text);
        auto measured = program_trials_of(*text, files.front());
        if (!measured) return forward_error(measured);
        trials = *std::move(measured);
    }
    (json ? programs_json : programs_text)(trials, sink);
    return ExitCode::Done;
}

Result<ExitCode> print_cdt(bool json, Sink const& sink) {
    auto const rows = compare_cdt();
    if (!rows) return forward_error(rows);
    (json ? cdt_json : cdt_text)(*rows, sink);
    return ExitCode::Done;
}

/// Returns the names and titles of all tables.
std::vector<std::pair<std::string, std::string>> contents() {
    std::vector<std::pair<std::string, std::string>> list;
    for (PublishedTimes const& published : published_times())
        list.emplace_back(published.name, fmt::format("{}, times on the Delta", published.title));
    for (PublishedIo const& published : published_io())
        list.emplace_back(published.name, fmt::format("{}, on the Delta", published.title));
    for (LoadTable const& table : load_tables())
        list.emplace_back(table.name, fmt::format("{}, formula and exact load", table.title));
    list.emplace_back(cluster_name, "our own: algorithms raced on clusters of network namespaces, bytes counted by the kernel");
    list.emplace_back(cdt_table_name, cdt_table_title);
    for (MethodTable const& table : method_tables()) list.emplace_back(table.name, table.title);
    for (PcstarTable const& table : pcstar_tables()) list.emplace_back(table.name, table.title);
    for (PublishedRatios const& published : published_ratios()) list.emplace_back(published.name, published.title);
    list.emplace_back(programs_table_name, programs_table_title);
    return list;
}

tl::unexpected<Error> unknown(std::string const& name) {
    std::vector<std::string> names;
    for (auto const& [known, title] : contents()) names.push_back(known);
    return fail(fmt::format("table: no table '{}' ('distbench table' lists them){}", name, suggestion(name, names)));
}

} // namespace

Result<ExitCode> distbench_print_table(Tool const& tool) {
    auto const sink = [&tool](std::string_view text) { tool.out.write(text); };
    bool const json = tool.arguments.has("json");
    if (tool.arguments.positionals().empty()) {
        if (json) return fail("table: --json needs the name of a table, e.g. thakur-4.4");
        TextTable table({{"name", TextTable::Align::Left}, {"what it holds", TextTable::Align::Left}}, sink);
        for (auto const& [name, title] : contents()) table.add({name, title});
        table.finish();
        return ExitCode::Done;
    }
    std::string const& name = tool.arguments.positionals().front();
    auto const files = std::span(tool.arguments.positionals()).subspan(1);
    if (name == cluster_name) return print_cluster(files, json, sink);
    if (name == programs_table_name) return print_programs(files, json, sink);
    auto const methods = std::ranges::find(method_tables(), name, &MethodTable::name);
    if (methods != method_tables().end()) return print_methods(*methods, files, json, sink);
    if (!files.empty())
        return fail(
            fmt::format("table: '{}' is one too many; files are for the tables cluster, pitfalls, chapter3 and pcstar-7.9 alone",
                        files.front()));
    auto const published = std::ranges::find(published_times(), name, &PublishedTimes::name);
    if (published != published_times().end()) return print_times(*published, json, sink);
    auto const io = std::ranges::find(published_io(), name, &PublishedIo::name);
    if (io != published_io().end()) return print_io(*io, json, sink);
    auto const loads = std::ranges::find(load_tables(), name, &LoadTable::name);
    if (loads != load_tables().end()) return print_loads(*loads, json, sink);
    if (name == cdt_table_name) return print_cdt(json, sink);
    return unknown(name);
}

} // namespace tessera::cli
