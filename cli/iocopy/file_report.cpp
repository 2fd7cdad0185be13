// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy's reports about a whole file.
#include "cli/iocopy/file_report.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/iocopy/outcome.hpp"
#include "libcore/base/units.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::cli {
namespace {

constexpr auto left = TextTable::Align::Left;
constexpr auto right = TextTable::Align::Right;

std::string layout_text(std::optional<Extents> const& chunk, ChunkFilters const& filters) {
    std::string text = chunk ? extents_text(*chunk) : "whole";
    if (filters.any()) text += ", " + describe(filters);
    return text;
}

/// Returns "whole -> 64x64, deflate 4", or only one layout if both are the same.
std::string layouts_text(ArrayCopySettings const& settings) {
    CopySideText const source = source_side(settings);
    std::string const before = layout_text(source.chunk, source.filters);
    std::string const after = layout_text(settings.stored.chunk, settings.stored.filters);
    return before == after ? after : fmt::format("{} -> {}", before, after);
}

std::vector<std::string> first_columns(ArrayCopySettings const& settings) {
    return {"  " + settings.from.dataset, fmt::format("{} {}", settings.made.type.name, extents_text(settings.made.extents)),
            layouts_text(settings)};
}

std::string counts_text(RequestCounts const& counts, bool exact) {
    return fmt::format("{}{}", exact ? "" : "about ", scaled_bytes(counts.bytes));
}

/// Writes the variables that HDF5 copies with the rest of the file.
void others_text(FileCopySettings const& settings, Sink const& sink) {
    if (settings.others.empty() && settings.arrays.empty()) sink("  no variable: groups, links, types and attributes\n");
    if (settings.others.empty()) return;
    constexpr std::size_t most_named = 4;
    std::vector<std::string> names = settings.others;
    if (names.size() > most_named) names.resize(most_named);
    std::ranges::transform(names, names.begin(), visible_name);
    sink(fmt::format("  {}by one rank as they are, {}: {}{}\n", settings.arrays.empty() ? "" : "and, ",
                     counted(std::ssize(settings.others), "variable"), fmt::join(names, ", "),
                     settings.others.size() > most_named ? ", ..." : ""));
}

RequestCounts sum_of(FileCopyOutcome const& outcome, RequestCounts CopyOutcome::*counts) {
    RequestCounts sum;
    for (CopyOutcome const& each : outcome.arrays) sum += each.*counts;
    return sum;
}

Index memory_peak(FileCopyOutcome const& outcome) {
    Index peak = 0;
    for (CopyOutcome const& each : outcome.arrays) peak = std::max(peak, each.memory_peak);
    return peak;
}

void others_json(JsonWriter& json, FileCopySettings const& settings) {
    json.key("others");
    json.begin_array();
    for (std::string const& name : settings.others) json.value(name);
    json.end_array();
}

/// Begins the entry of a variable, which is equal in both documents, with its description.
void begin_variable(JsonWriter& json, ArrayCopySettings const& settings) {
    CopySideText const source = source_side(settings);
    json.begin_object();
    json.entry("name", settings.from.dataset);
    json.entry("type", settings.made.type.name);
    json.entry("shape", std::span<Index const>(settings.made.extents));
    json.entry("source_chunk", source.chunk);
    json.entry("source_filters", describe(source.filters));
    if (source.being_written) json.entry("source_being_written", true);
    json.entry("chunk", settings.stored.chunk);
    json.entry("filters", describe(settings.stored.filters));
    if (!settings.chunk_reason.empty()) json.entry("chunk_reason", settings.chunk_reason);
}

} // namespace

void file_copy_text(FileCopySettings const& settings, FileCopyOutcome const& outcome, MemoryUse const& memory, Sink const& sink) {
    sink(fmt::format("{} -> {}\n", settings.from.path, settings.to.path));
    TextTable table(
        {{"  variable", left}, {"elements", left}, {"chunk", left}, {"copied", right}, {"time", right}, {"checksum", left}}, sink);
    for (std::size_t i = 0; i < outcome.arrays.size(); ++i) {
        CopyOutcome const& each = outcome.arrays[i];
        std::vector<std::string> row = first_columns(settings.arrays[i]);
        row.push_back(each.bytes_found == each.bytes && each.bytes > 0 ? "there already" : scaled_bytes(each.bytes_copied));
        row.push_back(short_seconds(each.copy_seconds));
        row.push_back(each.summed ? checksum_text(each.checksum) : "");
        table.add(std::move(row));
    }
    if (!settings.arrays.empty()) table.finish();
    others_text(settings, sink);
    if (settings.arrays.empty()) {
        if (settings.options.verify) sink("  verified: everything was read again and compared\n");
        sink(fmt::format("  written   {}\n", settings.to.path));
        return;
    }
    RequestCounts const reads = sum_of(outcome, &CopyOutcome::reads);
    RequestCounts const writes = sum_of(outcome, &CopyOutcome::writes);
    sink(fmt::format("  copied    {} in {}\n", scaled_bytes(bytes_copied(outcome)), short_seconds(outcome.seconds)));
    sink(fmt::format("  requests  {} for {} read, {} for {} written\n", grouped(reads.requests), scaled_bytes(reads.bytes),
                     grouped(writes.requests), scaled_bytes(writes.bytes)));
    sink(fmt::format("  memory    {} of {} for buffers; the processes grew by {}\n", scaled_bytes(memory_peak(outcome)),
                     scaled_bytes(settings.options.memory), scaled_bytes(memory.growth)));
    sink(space_line(outcome.room, "were"));
    for (std::size_t i = 0; i < outcome.arrays.size(); ++i)
        if (auto const& change = outcome.arrays[i].largest_change)
            sink(fmt::format("  rounded   no element of {} by more than {:.3g}\n", settings.arrays[i].from.dataset, *change));
    for (ArrayCopySettings const& each : settings.arrays)
        if (auto const unstored = unstored_of(each); unstored.count > 0 && outcome.damage.empty())
            sink(fmt::format("  source    of {}, {}\n", each.from.dataset, unstored_text(unstored)));
    if (settings.options.verify) sink("  verified: every variable was read again and compared\n");
    sink(fmt::format("  written   {}\n", settings.to.path));
}

void file_copy_json(FileCopySettings const& settings, FileCopyOutcome const& outcome, MemoryUse const& memory, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.filecopy/2");
    json.entry("source", settings.from.path);
    json.entry("target", settings.to.path);
    json.key("variables");
    json.begin_list();
    for (std::size_t i = 0; i < outcome.arrays.size(); ++i) {
        CopyOutcome const& each = outcome.arrays[i];
        begin_variable(json, settings.arrays[i]);
        json.entry("bytes", each.bytes);
        json.entry("bytes_copied", each.bytes_copied);
        json.entry("parts", each.parts);
        json.entry("bytes_found", each.bytes_found);
        if (!outcome.wrong && outcome.damage.empty()) unstored_json(json, unstored_of(settings.arrays[i]));
        counts_json(json, "reads", each.reads);
        counts_json(json, "writes", each.writes);
        first_pass_json(json, each.first_pass);
        json.entry("seconds", each.copy_seconds);
        json.entry("largest_change", each.largest_change);
        json.entry("checksum", each.summed ? std::optional(checksum_text(each.checksum)) : std::nullopt);
        json.end_object();
    }
    json.end_array();
    others_json(json, settings);
    json.entry("bytes_copied", bytes_copied(outcome));
    json.key("memory");
    json.begin_object();
    json.entry("bound", settings.options.memory);
    json.entry("peak", memory_peak(outcome));
    json.entry("resident_growth", memory.growth);
    json.entry("resident_allowed", memory.allowed);
    json.end_object();
    space_json(json, outcome.room);
    json.entry("seconds", outcome.seconds);
    json.entry("verified", settings.options.verify && !outcome.wrong);
    json.entry("wrong", outcome.wrong);
    damage_json(json, outcome.damage);
    losses_json(json, settings.target->losses(), settings.notes);
    json.end_object();
}

void file_plan_text(FileCopySettings const& settings, std::span<CopyPasses const> passes, std::span<CopyForecast const> forecasts,
                    Sink const& sink) {
    sink(fmt::format("{} -> {}\n", settings.from.path, settings.to.path));
    TextTable table({{"  variable", left},
                     {"elements", left},
                     {"chunk", left},
                     {"part", left},
                     {"access", left},
                     {"read", right},
                     {"written", right}},
                    sink);
    for (std::size_t i = 0; i < passes.size(); ++i) {
        std::vector<std::string> row = first_columns(settings.arrays[i]);
        row.push_back(part_text(settings.arrays[i], passes[i].last.part));
        row.push_back(fmt::format("{}{}", name_of(passes[i].last.access), passes[i].first ? ", two passes" : ""));
        row.push_back(counts_text(forecasts[i].reads.counts, forecasts[i].reads.exact));
        row.push_back(counts_text(forecasts[i].writes.counts, forecasts[i].writes.exact));
        table.add(std::move(row));
    }
    if (!settings.arrays.empty()) {
        table.finish();
        sink(space_line(disk_space(settings.jobs()), "are"));
    }
    for (ArrayCopySettings const& each : settings.arrays)
        if (!each.chunk_reason.empty()) sink(fmt::format("  chunks of {} {}\n", each.from.dataset, each.chunk_reason));
    others_text(settings, sink);
}

void file_plan_json(FileCopySettings const& settings, std::span<CopyPasses const> passes, std::span<CopyForecast const> forecasts,
                    Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.fileplan/1");
    json.entry("source", settings.from.path);
    json.entry("target", settings.to.path);
    json.key("variables");
    json.begin_list();
    for (std::size_t i = 0; i < passes.size(); ++i) {
        begin_variable(json, settings.arrays[i]);
        json.entry("part", std::span<Index const>(passes[i].last.part));
        json.entry("access", name_of(passes[i].last.access));
        json.entry("passes", Index{passes[i].first ? 2 : 1});
        counts_json(json, "reads", forecasts[i].reads.counts);
        counts_json(json, "writes", forecasts[i].writes.counts);
        json.end_object();
    }
    json.end_array();
    others_json(json, settings);
    if (!settings.arrays.empty()) space_json(json, disk_space(settings.jobs()));
    json.end_object();
}

void not_copied_json(std::string const& source, std::string const& target, std::string const& why, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("source", source);
    json.entry("target", target);
    json.entry("not_copied", why);
    json.end_object();
}

} // namespace tessera::cli
