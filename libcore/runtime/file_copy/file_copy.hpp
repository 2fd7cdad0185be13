// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays copied from files to a file by all ranks together, within a bound on memory.
#pragma once

#include "libcore/io/copy_plan.hpp"
#include "libcore/runtime/access/request_queue.hpp"
#include "libcore/runtime/file_copy/damage_list.hpp"
#include "libcore/runtime/file_copy/room.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/output_file.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// Told on rank 0 how far the work has come. Its own share stands for everybody's.
struct CopyProgress {
    std::function<void(std::string const& what, Index bytes)> begin; ///< "copying", so many bytes in all
    std::function<void(Index bytes)> advance;                        ///< since the last call
    std::function<void()> end;
};

/// What a limit on bandwidth counts of each byte that is copied: it is read once and written once.
inline constexpr Index bytes_of_a_copy = 2;

/// May a copy go by way of a scratch file (scratch_copy.hpp)?
enum class ScratchUse {
    Never,
    Auto, ///< where it costs less and there is room for the file
    Always,
};

struct ScratchChoice {
    ScratchUse use = ScratchUse::Never;
    std::string folder = {}; ///< for the file; empty: the target's
};

struct CopyOptions {
    Index memory = Index{256} << 20;             ///< for the buffers of all ranks together
    int threads = 1;                             ///< of each rank, that decode and encode chunks, at most; the same on all ranks
    std::optional<Access> access = std::nullopt; ///< none: the cheapest
    // Two-phase, as CopyTask has them:
    DomainKind domains = DomainKind::Dynamic;
    int aggregators = 0;
    ChannelKind channel = ChannelKind::Posix; ///< how the target's bytes are reached; StoredArray::channel says it of the source
    /// Of all ranks together: bytes of elements read plus bytes of elements written in a second; 0: no limit. Each rank keeps to
    /// its share of it, from part to part.
    Index bandwidth = 0;
    bool verify = false;   ///< read the target again before it gets its name
    bool resume = false;   ///< go on with an interrupted copy, if there is one
    bool force = false;    ///< replace the target, or an interrupted copy
    bool any_size = false; ///< begin even if the target's disk has less room than the target takes
    bool publish = true;   ///< else FileCopyOutcome::draft waits for its name
    /// The target gets its name although the source cannot be read everywhere: its fill value stands there (zeros, where it has
    /// none), and CopyOutcome::damage says where.
    bool salvage = false;
    std::optional<CopyProgress> progress = std::nullopt;
    ScratchChoice scratch = {}; ///< heeded by passes_of() alone
    /// Asked before each part that is copied, checked or verified, on every rank (set on all or on none): shall the copy stop here?
    /// One rank's yes is enough.
    std::function<bool()> stop = nullptr;
};

/// One array of a file that is made. `map`: from the source to the target, in normal form.
struct CopyJob {
    StoredArray const& source;
    CopyMap const& map;
    OutputFile& target;
    OutputPlace place;
    CopyOptions options = {};
    std::size_t array = 0; ///< which of the target's arrays it is
    /// Of the last of two passes (scratch_copy.hpp): the folder of the scratch file that is its source; empty: the target's. Its
    /// place was looked at before the first.
    std::optional<std::string> scratch = std::nullopt;
};

/// What the first of two passes did, to the scratch file; sums over all ranks.
struct FirstPass {
    Extents chunk = {}; ///< of the scratch file
    Index bytes = 0;    ///< of this file
    RequestCounts reads = {};
    RequestCounts writes = {};
    Index bytes_found = 0; ///< of elements: copied by an earlier, interrupted copy
    double seconds = 0;
};

/// What a copy did; sums over all ranks.
struct CopyOutcome {
    CopyPlan plan = {};
    Index parts = 0;
    Index bytes = 0;        ///< of the array
    Index bytes_found = 0;  ///< copied by an earlier, interrupted copy
    Index bytes_copied = 0; ///< without what was found
    RequestCounts reads = {};
    RequestCounts writes = {};
    std::optional<FirstPass> first_pass = std::nullopt; ///< `reads` and `writes` are those of all passes
    Index memory_peak = 0;                              ///< of the accounted buffers
    /// Where filters round floats, the most that one of those copied now has changed by; of all ranks. `checksum` is then that of
    /// the elements as they were rounded.
    std::optional<double> largest_change = std::nullopt;
    bool summed = false; ///< there is a checksum: the elements are not what only their format can copy
    std::uint64_t checksum = 0;
    bool checked_source = false; ///< against the checksum stored with it
    double copy_seconds = 0;
    double verify_seconds = 0;
    double seconds = 0; ///< everything, from the plan to the final name: of all arrays of the file
    /// It was asked to stop before its end: the target has no final name, and a copy with `resume` goes on.
    bool stopped = false;
    bool waits = false;        ///< then, on rank 0: something is left to go on with
    std::string waits_in = {}; ///< where it was the first of two passes: the folder of the scratch file that waits
    /// The source is not what it should be, or verification found that the target is not: the target has no final name. Else
    /// nothing.
    std::optional<std::string> wrong = std::nullopt;
    bool unreadable = false; ///< then: the source cannot be read everywhere
    /// Boxes of the target that are not what the source has: they could not be read, and were filled in where the target has its
    /// name; or what was written was not there when it was read again.
    DamageList damage = {};
    DiskRoom room = {}; ///< before it began, of the whole file; on rank 0
};

class FinishedDraft;

/// What a copy of arrays to one file did.
struct FileCopyOutcome {
    std::vector<CopyOutcome> arrays; ///< as the jobs had them; those that it did not come to copied nothing
    double seconds = 0;              ///< everything, from the plan to the final name
    bool stopped = false;            ///< as CopyOutcome::stopped, of the file
    bool waits = false;              ///< as CopyOutcome::waits
    std::string waits_in = {};       ///< as CopyOutcome::waits_in
    // As CopyOutcome has them, of all arrays:
    std::optional<std::string> wrong = std::nullopt;
    bool unreadable = false;
    DamageList damage = {};
    std::shared_ptr<FinishedDraft> draft = nullptr; ///< on rank 0 of a copy that is right and left unpublished
    DiskRoom room = {};                             ///< before it began; on rank 0
};

/// The outcome of the copy of one array. `file`: of its file, which has no other.
[[nodiscard]] CopyOutcome of_one_array(FileCopyOutcome const& file);

/// Can threads of one rank share most of the work: does more than half of the bytes pass through chunks that several may decode and
/// encode at the same time? Rank 0's answer counts. Collective.
[[nodiscard]] bool suits_threads(Comm const& comm, std::span<CopyJob const> jobs);

/// What plan_copy() plans it from.
[[nodiscard]] CopyTask task_of(Comm const& comm, CopyJob const& job);

/// Collective. The plan of the copy: the cheapest; with `resume`, where an interrupted copy left a journal, of parts that consist
/// of its units. They may be too large for all ranks at a time: then some of them do not work (CopyPlan::ranks). Errors: too little
/// memory for even one rank; it is no journal, or another process is at work on it.
[[nodiscard]] Result<CopyPlan> plan_of(Comm const& comm, CopyJob const& job);

/// Collective. Carries the plan out, which is the same on all ranks: its parts, its access, its buffers. Every rank reads whole
/// parts of the target and writes them, each for itself; then the target gets its final name. A journal beside the target says what
/// is done (copy_journal.hpp); whatever stops the copy, the next one can go on.
///
/// Errors: the target exists (without `force`), or an interrupted copy of it (without `resume` or `force`), or is the source; what
/// is to be resumed was another copy, or had other units. Failures of disks throw AgreedFailure; where the source cannot be read
/// the rest is copied, and the text names what is missing; so does the outcome with `salvage`.
[[nodiscard]] Result<CopyOutcome> copy_array(Comm const& comm, CopyJob const& job, CopyPlan const& plan);

/// What the target takes of its disk, and what is free there now. `jobs`: as copy_arrays() has them. One rank.
[[nodiscard]] DiskRoom disk_room(std::span<CopyJob const> jobs);

// The same of all arrays of one file, which has one place, one journal and one bound on memory: they are copied one after the
// other. `jobs`: one for each of the target's arrays, in their order, with the same target, place and options; at least one.

[[nodiscard]] Result<std::vector<CopyPlan>> plans_of(Comm const& comm, std::span<CopyJob const> jobs);
[[nodiscard]] Result<FileCopyOutcome> copy_arrays(Comm const& comm, std::span<CopyJob const> jobs, std::span<CopyPlan const> plans);

} // namespace tessera
