// SPDX-License-Identifier: BSD-3-Clause
// Tessera: progress and report of a copy between files, for all commands that copy.
#include "cli/common/copy_report.hpp"

#include "cli/common/progress.hpp"
#include "cli/common/stop_signals.hpp"
#include "libcore/base/units.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <string_view>

namespace tessera::cli {
namespace {

std::string rate_text(Index bytes, double seconds) {
    if (seconds <= 0) return "";
    return fmt::format(", {}/s", scaled_bytes(static_cast<Index>(static_cast<double>(bytes) / seconds)));
}

std::string found_text(CopyOutcome const& outcome) {
    if (outcome.bytes_found == 0) return "";
    return fmt::format("; {} were there already", scaled_bytes(outcome.bytes_found));
}

std::string checksum_line(CopyOutcome const& outcome, bool verified) {
    if (!outcome.summed)
        return verified ? "verified: every element was read again and compared" : "no checksum: elements have any length";
    std::string const sum = checksum_text(outcome.checksum);
    std::string const source = !outcome.checked_source  ? ""
                               : outcome.largest_change ? "; the source's was the one stored with it"
                                                        : "; it is the one stored with the source";
    std::string const rounded = outcome.largest_change ? " as they were rounded" : "";
    std::string const of = fmt::format("{} of all elements and their positions{}", sum, rounded);
    if (verified) return fmt::format("verified: checksum {}, read again{}", of, source);
    return fmt::format("checksum  {}{}", of, source);
}

void side_json(JsonWriter& json, std::string_view name, CopySideText const& side) {
    json.key(name);
    json.begin_object();
    json.entry("file", side.file.path);
    json.entry("dataset", side.file.dataset);
    json.entry("type", side.array.type.name);
    if (!side.fields.empty()) json.entry("fields", describe(side.fields));
    json.entry("shape", std::span(side.array.extents));
    json.entry("order", side.array.order == StorageOrder::C ? "c" : "fortran");
    json.entry("byte_order", side.big_endian ? "big" : "little");
    json.entry("chunk", side.chunk);
    json.entry("filters", describe(side.filters));
    if (side.being_written) json.entry("being_written", true);
    json.end_object();
}

/// Progress of a copy when it stopped.
struct Stop {
    Index copied;
    Index bytes;
    bool waits;
    std::string const& waits_in;
};

/// Returns the text for a stopped copy: the signal, how much is done, how to continue.
std::string stopped_text(Stop const& stop, std::string const& target) {
    std::string const why =
        StopSignals::asked() ? fmt::format("stopped by {}", StopSignals::name()) : "another rank was told to stop";
    if (!stop.waits) return fmt::format("{}: no part of '{}' was finished; --resume begins again", why, target);
    std::string const where =
        stop.waits_in.empty() ? fmt::format("beside '{}'", target) : fmt::format("in '{}' for the second pass", stop.waits_in);
    return fmt::format("{}: {} of {} were copied and kept {}; --resume continues", why,
                       short_bytes(static_cast<double>(stop.copied)), short_bytes(static_cast<double>(stop.bytes)), where);
}

} // namespace

void unstored_json(JsonWriter& json, UnstoredChunks const& unstored) {
    if (unstored.count == 0) return;
    json.key("source_chunks");
    json.begin_object();
    json.entry("all", unstored.all);
    json.entry("not_stored", unstored.count);
    json.end_object();
}

std::string extents_text(Extents const& extents) {
    return extents.empty() ? "1" : fmt::format("{}", fmt::join(extents, "x"));
}

std::string part_text(Extents const& part, Extents const& array) {
    Extents clipped = part;
    for (std::size_t d = 0; d < clipped.size(); ++d) clipped[d] = std::min(clipped[d], array[d]);
    return extents_text(clipped);
}

void report_losses(Tool const& tool, FileName const& target, std::vector<Loss> const& losses) {
    if (losses.empty()) return;
    tool.messages.note(fmt::format("'{}' does not keep {}{}", target.shown(), losses_text(losses), filters_hint(target, losses)));
}

void report_copy(Tool const& tool, CopyReport const& report, std::string const& heading) {
    CopyOutcome const& outcome = report.outcome;
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    if (outcome.stopped)
        return tool.messages.error(
            stopped_text({outcome.bytes_copied, outcome.bytes, outcome.waits, outcome.waits_in}, report.target.file.shown()));
    if (tool.arguments.has("json")) {
        copy_report_json(report, sink);
    } else if (!outcome.wrong && !tool.messages.quiet()) {
        sink(heading);
        copy_report_text(report, sink);
    }
    if (outcome.wrong) return tool.messages.error(*outcome.wrong);
    report_damage(tool, report.source.file.shown(), report.target.file.shown(), outcome.damage);
}

void report_damage(Tool const& tool, std::string const& source, std::string const& target, DamageList const& damage) {
    if (damage.empty()) return;
    tool.messages.error(fmt::format("'{}' has unreadable parts; '{}' holds the fill value, or 0, in their place:{}",
                                    visible_name(source), visible_name(target), damage_text(damage)));
}

void damage_json(JsonWriter& json, DamageList const& list) {
    json.key("damage");
    json.begin_list();
    for (Damage const& damage : list.found) {
        json.begin_object();
        json.entry("array", damage.array);
        json.key("box");
        json.begin_array();
        for (Run const run : damage.box) json.value(std::array{run.begin, run.end});
        json.end_array();
        json.entry("what", damage.what);
        json.key("bytes");
        json.begin_array();
        for (FileExtent const& stretch : damage.bytes) {
            json.begin_object();
            json.entry("file", stretch.file);
            json.entry("begin", stretch.bytes.begin);
            json.entry("end", stretch.bytes.end);
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
    json.entry("more_damage", list.more);
}

void losses_json(JsonWriter& json, std::vector<Loss> const& losses, std::vector<std::string> const& notes) {
    json.key("losses");
    json.begin_list();
    for (Loss const& loss : losses) {
        json.begin_object();
        json.entry("array", loss.array.empty() ? std::nullopt : std::optional(loss.array));
        json.entry("what", loss.what);
        json.end_object();
    }
    json.end_array();
    json.key("notes");
    json.begin_list();
    for (std::string const& note : notes) json.value(note);
    json.end_array();
}

namespace {

/// Returns the exit code of an array's or a file's copy.
template <class Outcome>
ExitCode code_of(Outcome const& outcome) {
    if (outcome.stopped) return ExitCode::Stopped;
    if (outcome.unreadable) return ExitCode::Failed;
    return outcome.wrong || !outcome.damage.empty() ? ExitCode::Mismatch : ExitCode::Done;
}

} // namespace

ExitCode exit_code_of(CopyOutcome const& outcome) {
    return code_of(outcome);
}

ExitCode exit_code_of(FileCopyOutcome const& outcome) {
    return code_of(outcome);
}

ExitCode with_losses(ExitCode code, FileName const& target, std::vector<Loss> const& losses) {
    bool const counts = !losses.empty() && target.format->capabilities().keeps_notes;
    return code == ExitCode::Done && counts ? ExitCode::Incomplete : code;
}

std::string stopped_text(FileCopyOutcome const& outcome, std::string const& target) {
    Index bytes = 0;
    for (CopyOutcome const& each : outcome.arrays) bytes += each.bytes;
    return stopped_text({bytes_copied(outcome), bytes, outcome.waits, outcome.waits_in}, target);
}

std::string side_text(CopySideText const& side) {
    std::string text = describe(side.array);
    bool const byte_swapped = side.big_endian != (std::endian::native == std::endian::big);
    if (byte_swapped && has_byte_order(side.array.type)) text += side.big_endian ? ", big-endian" : ", little-endian";
    if (!side.fields.empty()) text += fmt::format(", fields {}", describe(side.fields));
    if (side.chunk) text += fmt::format(", chunk {}", extents_text(*side.chunk));
    if (side.filters.any()) text += ", " + describe(side.filters);
    if (side.being_written) text += ", being written";
    return text;
}

namespace {

/// Returns "2 ranks" or "1 of 2 ranks".
std::string ranks_text(CopyReport const& report) {
    std::string const started = counted(report.started, "rank");
    return report.started > report.ranks ? fmt::format("{} of {}", report.ranks, started) : started;
}

/// Returns a text with bytes, time and rate, parts and ranks.
std::string copied_line(CopyReport const& report) {
    CopyOutcome const& outcome = report.outcome;
    if (!outcome.summed) return "every element with its texts and sequences, by one rank";
    return fmt::format("{} in {}{}; {} of {}; {}{}", scaled_bytes(outcome.bytes_copied), short_seconds(outcome.copy_seconds),
                       rate_text(outcome.bytes_copied, outcome.copy_seconds), counted(outcome.parts, "part"),
                       part_text(outcome.plan.part, report.target.array.extents), ranks_text(report), found_text(outcome));
}

std::string passes_line(FirstPass const& first) {
    std::string const found =
        first.bytes_found > 0 ? fmt::format("; {} of it were there already", scaled_bytes(first.bytes_found)) : "";
    return fmt::format("two, by a scratch file of {} in chunks of {}: the first in {}, {} for {} read, {} for {} written{}",
                       scaled_bytes(first.bytes), extents_text(first.chunk), short_seconds(first.seconds),
                       grouped(first.reads.requests), scaled_bytes(first.reads.bytes), grouped(first.writes.requests),
                       scaled_bytes(first.writes.bytes), found);
}

} // namespace

void first_pass_json(JsonWriter& json, std::optional<FirstPass> const& first) {
    if (!first) return;
    json.key("first_pass");
    json.begin_object();
    json.entry("chunk", std::span<Index const>(first->chunk));
    json.entry("bytes", first->bytes);
    json.entry("bytes_found", first->bytes_found);
    counts_json(json, "reads", first->reads);
    counts_json(json, "writes", first->writes);
    json.entry("seconds", first->seconds);
    json.end_object();
}

void counts_json(JsonWriter& json, std::string_view name, RequestCounts const& counts) {
    json.key(name);
    json.begin_object();
    json.entry("requests", counts.requests);
    json.entry("bytes", counts.bytes);
    json.end_object();
}

void space_json(JsonWriter& json, DiskSpace const& room) {
    json.key("room");
    json.begin_object();
    json.entry("most_bytes", room.most);
    json.entry("free_bytes", room.free);
    json.end_object();
}

std::string space_line(DiskSpace const& room, std::string_view verb) {
    return fmt::format("  room      {}\n", describe(room, verb));
}

void copy_report_text(CopyReport const& report, Sink const& sink) {
    CopyOutcome const& outcome = report.outcome;
    sink(fmt::format("  copied    {}\n", copied_line(report)));
    if (outcome.summed)
        sink(fmt::format("  requests  {} for {} read, {} for {} written\n", grouped(outcome.reads.requests),
                         scaled_bytes(outcome.reads.bytes), grouped(outcome.writes.requests), scaled_bytes(outcome.writes.bytes)));
    if (report.source.unstored.count > 0) sink(fmt::format("  source    {}\n", unstored_text(report.source.unstored)));
    if (outcome.first_pass) sink(fmt::format("  passes    {}\n", passes_line(*outcome.first_pass)));
    sink(fmt::format("  memory    {} of {} for buffers; the processes grew by {}\n", scaled_bytes(outcome.memory_peak),
                     scaled_bytes(report.options.memory), scaled_bytes(report.memory.growth)));
    sink(space_line(outcome.room, "were"));
    if (outcome.largest_change) sink(fmt::format("  rounded   no element by more than {:.3g}\n", *outcome.largest_change));
    sink(fmt::format("  {}\n", checksum_line(outcome, report.options.verify)));
    FileName const& to = report.target.file;
    sink(fmt::format("  written   {}\n", visible_name(to.shown())));
}

void copy_report_json(CopyReport const& report, Sink const& sink) {
    CopyOutcome const& outcome = report.outcome;
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.copy/2");
    side_json(json, "source", report.source);
    side_json(json, "target", report.target);
    json.entry("ranks", Index{report.ranks});
    json.entry("started_ranks", Index{report.started});
    json.entry("threads", Index{outcome.plan.threads});
    json.entry("bytes", outcome.bytes);
    json.entry("bytes_copied", outcome.bytes_copied);
    json.entry("parts", outcome.parts);
    json.entry("bytes_found", outcome.bytes_found);
    unstored_json(json, report.source.unstored);
    json.entry("part", std::span<Index const>(outcome.plan.part));
    json.entry("unit", std::span<Index const>(outcome.plan.unit));
    counts_json(json, "reads", outcome.reads);
    counts_json(json, "writes", outcome.writes);
    first_pass_json(json, outcome.first_pass);
    json.key("memory");
    json.begin_object();
    json.entry("bound", report.options.memory);
    json.entry("peak", outcome.memory_peak);
    json.entry("resident_growth", report.memory.growth);
    json.entry("resident_allowed", report.memory.allowed);
    json.end_object();
    space_json(json, outcome.room);
    json.key("times");
    json.begin_object();
    json.entry("copy", outcome.copy_seconds);
    json.entry("verify", outcome.verify_seconds);
    json.entry("total", outcome.seconds);
    json.end_object();
    json.entry("checksum", outcome.summed ? std::optional(checksum_text(outcome.checksum)) : std::nullopt);
    json.entry("largest_change", outcome.largest_change);
    json.entry("source_checked", outcome.checked_source);
    json.entry("verified", report.options.verify && !outcome.wrong);
    json.entry("wrong", outcome.wrong);
    damage_json(json, outcome.damage);
    losses_json(json, report.losses, report.notes);
    json.end_object();
}

CopyProgress copy_progress(Tool const& tool) {
    ProgressMode const mode = progress_mode(tool.arguments.text_or("progress", "auto"));
    auto const bar = std::make_shared<std::unique_ptr<Progress>>();
    bool const quiet = tool.messages.quiet();
    return {.begin =
                [=](std::string const& what, Index bytes) {
                    *bar = std::make_unique<Progress>(what, bytes, mode, quiet, Progress::standard_error(), Progress::Unit::Bytes);
                },
            .advance = [=](Index bytes) { (*bar)->advance(bytes); },
            .end =
                [=] {
                    (*bar)->finish();
                    bar->reset();
                }};
}

} // namespace tessera::cli
