// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy between files, as every command that makes one shows its progress and tells its outcome.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/file_copy/file_copy.hpp"
#include "libcore/runtime/file_copy/room.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/output_file.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// What libraries (MPI, HDF5, zlib) and the program may take of each rank's memory beside the accounted buffers.
inline constexpr Index library_allowance = Index{24} << 20;

/// Of all ranks together.
struct MemoryUse {
    Index growth = 0;  ///< of the resident memory since the command began
    Index allowed = 0; ///< the bound on buffers, and library_allowance for each rank
};

/// An array in a file, as the user counts its dimensions.
struct CopySideText {
    FileName file;
    ArraySpec array;
    std::optional<Extents> chunk = std::nullopt;
    ChunkFilters filters = {};
    bool big_endian = false;
    ElementFields fields = {};
    UnstoredChunks unstored = {}; ///< of the source, of a copy that is done
    bool being_written = false;   ///< of the source: StoredArray::being_written
};

struct CopyReport {
    CopySideText source;
    CopySideText target;
    CopyOptions const& options;
    CopyOutcome const& outcome;
    MemoryUse memory;
    int ranks = 1;                       ///< that copied
    int started = 1;                     ///< and those that rested meanwhile
    std::vector<Loss> losses = {};       ///< OutputFile::losses()
    std::vector<std::string> notes = {}; ///< what else its user was told
};

/// One line for each thing worth knowing, from "copied" to "written".
void copy_report_text(CopyReport const& report, Sink const& sink);
/// Schema tessera.copy/2 (share/doc/formats.md).
void copy_report_json(CopyReport const& report, Sink const& sink);

/// "12 of 40 chunks are not stored: the fill value stands for them".
[[nodiscard]] std::string unstored_text(UnstoredChunks const& unstored);
/// "source_chunks": {"all", "not_stored"}, where some are not.
void unstored_json(JsonWriter& json, UnstoredChunks const& unstored);

/// "name": {"requests", "bytes"}.
void counts_json(JsonWriter& json, std::string_view name, RequestCounts const& counts);

/// "room": {"most_bytes", "free_bytes"}, each null where nobody knows.
void room_json(JsonWriter& json, DiskRoom const& room);
/// "  room      at most 1.5 GiB of elements to write; 20.0 GiB were free". `verb`: as describe() has it.
[[nodiscard]] std::string room_line(DiskRoom const& room, std::string_view verb);

/// "first_pass", where there was one: what it did; what stands beside it is the sum of both.
void first_pass_json(JsonWriter& json, std::optional<FirstPass> const& first);

/// On one rank: the report as --json and --quiet ask for it, the text below `heading`; what is wrong, or why it stopped, as an
/// error.
void tell_copy(Tool const& tool, CopyReport const& report, std::string const& heading);
/// Failed: the source cannot be read. Mismatch: something else is wrong, or was salvaged only.
[[nodiscard]] ExitCode exit_code_of(CopyOutcome const& outcome);
[[nodiscard]] ExitCode exit_code_of(FileCopyOutcome const& outcome);
/// Incomplete instead of Done: a whole file was asked for, and its target does not keep something.
[[nodiscard]] ExitCode with_losses(ExitCode code, std::vector<Loss> const& losses);
/// Where nothing was damaged, nothing is said.
void tell_damage(Tool const& tool, std::string const& source, std::string const& target, DamageList const& damage);
/// "damage": an object for each box; "more_damage": how many there are besides.
void damage_json(JsonWriter& json, DamageList const& damage);
/// "losses": an object for each; "notes".
void losses_json(JsonWriter& json, std::vector<Loss> const& losses, std::vector<std::string> const& notes);
/// By which signal, how much of the file is done, how to go on.
[[nodiscard]] std::string stopped_text(FileCopyOutcome const& outcome, std::string const& target);

/// One note on what a target does not keep of its original (OutputFile::losses()), where there is something.
void tell_losses(Tool const& tool, FileName const& target, std::vector<Loss> const& losses);
/// What is lost, each once, in one line; of very many only the first are named.
[[nodiscard]] std::string losses_text(std::vector<Loss> const& losses);

/// "uint32 A[100][200], chunk 10x20, shuffle, deflate 4".
[[nodiscard]] std::string side_text(CopySideText const& side);
/// "512x4096".
[[nodiscard]] std::string extents_text(Extents const& extents);
/// The same of a part, no longer than the array.
[[nodiscard]] std::string part_text(Extents const& part, Extents const& array);

/// One bar after the other.
[[nodiscard]] CopyProgress copy_progress(Tool const& tool);

} // namespace tessera::cli
