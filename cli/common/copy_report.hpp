// SPDX-License-Identifier: BSD-3-Clause
// Tessera: progress and report of a copy between files, for all commands that copy.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/files/copy/disk_space.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/copy/loss_text.hpp"
#include "libcore/files/copy/working_ranks.hpp"
#include "libcore/files/store/file_name.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// An array in a file, with dimensions in the user's order.
struct CopySideText {
    FileName file;
    ArraySpec array;
    std::optional<Extents> chunk = std::nullopt;
    ChunkFilters filters = {};
    bool big_endian = false;
    ElementFields fields = {};
    UnstoredChunks unstored = {}; ///< for the source of a finished copy
    bool being_written = false;   ///< for the source: StoredArray::being_written
};

struct CopyReport {
    CopySideText source;
    CopySideText target;
    CopyOptions const& options;
    CopyOutcome const& outcome;
    MemoryUse memory;
    int ranks = 1;                       ///< ranks that copied
    int started = 1;                     ///< all ranks, including those that rested
    std::vector<Loss> losses = {};       ///< OutputFile::losses()
    std::vector<std::string> notes = {}; ///< other notes printed for the user
};

/// Writes one line per result, from "copied" to "written".
void copy_report_text(CopyReport const& report, Sink const& sink);
/// Writes the report in schema tessera.copy/2 (share/doc/formats.md).
void copy_report_json(CopyReport const& report, Sink const& sink);

/// Writes "source_chunks": {"all", "not_stored"} if some chunks are not stored.
void unstored_json(JsonWriter& json, UnstoredChunks const& unstored);

/// Writes "name": {"requests", "bytes"}.
void counts_json(JsonWriter& json, std::string_view name, RequestCounts const& counts);

/// "room": {"most_bytes", "free_bytes"}, each null where nobody knows.
void space_json(JsonWriter& json, DiskSpace const& room);
/// "  room      at most 1.5 GiB of elements to write; 20.0 GiB were free". `verb`: as describe() has it.
[[nodiscard]] std::string space_line(DiskSpace const& room, std::string_view verb);

/// "first_pass", where there was one: what it did; what stands beside it is the sum of both.
void first_pass_json(JsonWriter& json, std::optional<FirstPass> const& first);

/// Prints the report on one rank according to --json and --quiet, the text under `heading`. A failed or stopped copy is
/// printed as an error.
void report_copy(Tool const& tool, CopyReport const& report, std::string const& heading);
/// Returns Failed if the source cannot be read; Mismatch if anything else is wrong or data is damaged.
[[nodiscard]] ExitCode exit_code_of(CopyOutcome const& outcome);
[[nodiscard]] ExitCode exit_code_of(FileCopyOutcome const& outcome);
/// Returns Incomplete instead of Done if the target does not keep everything. Formats that hold elements and nothing else (npy,
/// raw, local files) are chosen for the elements, so their losses do not change the code.
[[nodiscard]] ExitCode with_losses(ExitCode code, FileName const& target, std::vector<Loss> const& losses);
/// Prints the damaged parts as an error; prints nothing if there are none.
void report_damage(Tool const& tool, std::string const& source, std::string const& target, DamageList const& damage);
/// Writes "damage", one object per box, and "more_damage", the number of further ones.
void damage_json(JsonWriter& json, DamageList const& damage);
/// Writes "losses", one object each, and "notes".
void losses_json(JsonWriter& json, std::vector<Loss> const& losses, std::vector<std::string> const& notes);
/// Returns the text for a stopped copy: the signal, how much of the file is done, how to continue.
[[nodiscard]] std::string stopped_text(FileCopyOutcome const& outcome, std::string const& target);

/// Prints a note on what the target does not keep of its original (OutputFile::losses()), if anything.
void report_losses(Tool const& tool, FileName const& target, std::vector<Loss> const& losses);

/// Returns a text such as "uint32 A[100][200], chunk 10x20, shuffle, deflate 4".
[[nodiscard]] std::string side_text(CopySideText const& side);
/// Returns a text such as "512x4096".
[[nodiscard]] std::string extents_text(Extents const& extents);
/// Returns the extents of a part, clipped to those of the array, as text.
[[nodiscard]] std::string part_text(Extents const& part, Extents const& array);

/// Returns a progress display with one bar after another.
[[nodiscard]] CopyProgress copy_progress(Tool const& tool);

} // namespace tessera::cli
