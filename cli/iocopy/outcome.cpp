// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what iocopy says.
#include "cli/iocopy/outcome.hpp"

#include "libcore/base/units.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/runtime/store/stored_checksum.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::cli {
namespace {

std::string layout_text(ArraySpec const& array, std::optional<Extents> const& chunk, ChunkFilters const& filters) {
    std::string text = describe(array);
    if (chunk) text += fmt::format(", chunk {}", extents_text(*chunk));
    if (filters.any()) text += ", " + describe(filters);
    return text;
}

std::optional<Extents> source_chunk(IocopySettings const& settings) {
    StoredFile const& file = settings.source.files.front();
    return file.chunked ? std::optional(file.shape.chunk) : std::nullopt;
}

std::string rate_text(Index bytes, double seconds) {
    if (seconds <= 0) return "";
    return fmt::format(", {}/s", scaled_bytes(static_cast<Index>(static_cast<double>(bytes) / seconds)));
}

std::string found_text(CopyOutcome const& outcome) {
    if (outcome.parts_found == 0) return "";
    return fmt::format("; {} of {} parts were there already", outcome.parts_found, outcome.parts);
}

std::string checksum_line(CopyOutcome const& outcome, bool verified) {
    std::string const sum = checksum_text(outcome.checksum);
    std::string const source = outcome.checked_source ? "; it is the one stored with the source" : "";
    if (verified) return fmt::format("verified: checksum {} of all elements and their places, read again{}", sum, source);
    return fmt::format("checksum  {} of all elements and their places{}", sum, source);
}

void counts_json(JsonWriter& json, std::string_view name, RequestCounts const& counts) {
    json.key(name);
    json.begin_object();
    json.entry("requests", counts.requests);
    json.entry("bytes", counts.bytes);
    json.end_object();
}

void side_json(JsonWriter& json, std::string_view name, FileName const& file, ArraySpec const& array,
               std::optional<Extents> const& chunk, ChunkFilters const& filters) {
    json.key(name);
    json.begin_object();
    json.entry("file", file.path);
    json.entry("dataset", file.dataset);
    json.entry("type", array.type.name);
    json.entry("shape", std::span(array.extents));
    json.entry("order", array.order == StorageOrder::C ? "c" : "fortran");
    json.key("chunk");
    chunk ? json.value(std::span<Index const>(*chunk)) : json.null();
    json.entry("filters", describe(filters));
    json.end_object();
}

} // namespace

std::string extents_text(Extents const& extents) {
    return extents.empty() ? "1" : fmt::format("{}", fmt::join(extents, "x"));
}

std::string part_text(IocopySettings const& settings, Extents const& part) {
    Extents clipped = part;
    for (std::size_t d = 0; d < clipped.size(); ++d) clipped[d] = std::min(clipped[d], settings.made.extents[d]);
    return extents_text(clipped);
}

std::string source_text(IocopySettings const& settings) {
    return layout_text(settings.array, source_chunk(settings), settings.source.files.front().filters);
}

std::string target_text(IocopySettings const& settings) {
    return layout_text(settings.made, settings.stored.chunk, settings.stored.filters);
}

void iocopy_outcome_text(IocopySettings const& settings, CopyOutcome const& outcome, MemoryUse const& memory, int ranks,
                         Sink const& sink) {
    sink(fmt::format("{} -> {}\n", source_text(settings), target_text(settings)));
    sink(fmt::format("  copied    {} in {}{}; {} of {}; {}{}\n", scaled_bytes(outcome.bytes_copied),
                     short_seconds(outcome.copy_seconds), rate_text(outcome.bytes_copied, outcome.copy_seconds),
                     counted(outcome.parts, "part"), part_text(settings, outcome.plan.part), counted(ranks, "rank"),
                     found_text(outcome)));
    sink(fmt::format("  requests  {} for {} read, {} for {} written\n", grouped(outcome.reads.requests),
                     scaled_bytes(outcome.reads.bytes), grouped(outcome.writes.requests), scaled_bytes(outcome.writes.bytes)));
    sink(fmt::format("  memory    {} of {} for buffers; the processes grew by {}\n", scaled_bytes(outcome.memory_peak),
                     scaled_bytes(settings.options.memory), scaled_bytes(memory.growth)));
    sink(fmt::format("  {}\n", checksum_line(outcome, settings.options.verify)));
    sink(fmt::format("  written   {}\n", settings.to.format == FileName::Format::Hdf5
                                             ? fmt::format("{}:{}", settings.to.path, settings.to.dataset)
                                             : settings.to.path));
}

void iocopy_outcome_json(IocopySettings const& settings, CopyOutcome const& outcome, MemoryUse const& memory, int ranks,
                         Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.copy/1");
    side_json(json, "source", settings.from, settings.array, source_chunk(settings), settings.source.files.front().filters);
    side_json(json, "target", settings.to, settings.made, settings.stored.chunk, settings.stored.filters);
    json.entry("ranks", Index{ranks});
    json.entry("bytes", outcome.bytes);
    json.entry("bytes_copied", outcome.bytes_copied);
    json.entry("parts", outcome.parts);
    json.entry("parts_found", outcome.parts_found);
    json.entry("part", std::span<Index const>(outcome.plan.part));
    counts_json(json, "reads", outcome.reads);
    counts_json(json, "writes", outcome.writes);
    json.key("memory");
    json.begin_object();
    json.entry("bound", settings.options.memory);
    json.entry("peak", outcome.memory_peak);
    json.entry("resident_growth", memory.growth);
    json.entry("resident_allowed", memory.allowed);
    json.end_object();
    json.key("times");
    json.begin_object();
    json.entry("copy", outcome.copy_seconds);
    json.entry("verify", outcome.verify_seconds);
    json.entry("total", outcome.seconds);
    json.end_object();
    json.entry("checksum", checksum_text(outcome.checksum));
    json.entry("source_checked", outcome.checked_source);
    json.entry("verified", settings.options.verify && !outcome.wrong);
    json.key("wrong");
    outcome.wrong ? json.value(*outcome.wrong) : json.null();
    json.end_object();
}

} // namespace tessera::cli
