// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies arrays from files to a file with all ranks, within a memory limit.
#pragma once

#include "libcore/files/access/request_queue.hpp"
#include "libcore/files/copy/damage_list.hpp"
#include "libcore/files/copy/disk_space.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/io/copy_plan.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// Callbacks on rank 0 that report progress. Rank 0's own progress, times the number of ranks, stands for the progress of all.
struct CopyProgress {
    std::function<void(std::string const& what, Index bytes)> begin; ///< `what`: for example "copying"; `bytes`: the total
    std::function<void(Index bytes)> advance;                        ///< `bytes`: done since the last call
    std::function<void()> end;
};

/// Bytes that the bandwidth limit counts per copied byte: one read and one written.
inline constexpr Index bytes_of_a_copy = 2;

/// Use of a scratch file and two passes by a copy (scratch_copy.hpp).
enum class ScratchUse {
    Never,
    Auto, ///< if it costs less and the disk has room for the file
    Always,
};

struct ScratchChoice {
    ScratchUse use = ScratchUse::Never;
    std::string folder = {}; ///< folder of the scratch file; empty: the target's folder
};

struct CopyOptions {
    Index memory = Index{256} << 20; ///< bytes of the buffers of all ranks together
    int threads = 1;                 ///< maximum number of threads per rank that decode and encode chunks; the same on all ranks
    std::optional<Access> access = std::nullopt; ///< none: the cheapest access is chosen
    // Options of two-phase access, with the meaning they have in CopyTask:
    DomainKind domains = DomainKind::Dynamic;
    int aggregators = 0;
    ChannelKind channel = ChannelKind::Posix; ///< how the target is accessed; StoredArray::channel is the same for the source
    /// Bytes of elements per second, read plus written, of all ranks together; 0: no limit. Each rank keeps to its share by a delay
    /// after each unit.
    Index bandwidth = 0;
    bool verify = false;   ///< read the target back before it gets its name
    bool resume = false;   ///< resume an interrupted copy, if there is one
    bool force = false;    ///< replace the target, or an interrupted copy
    bool any_size = false; ///< start even if the target's disk has too little room
    bool publish = true;   ///< give the target its final name; if false, FileCopyOutcome::draft is published later
    /// Publish the target even if parts of the source cannot be read. The source's fill value (zeros if it has none) replaces them,
    /// and CopyOutcome::damage lists them.
    bool salvage = false;
    std::optional<CopyProgress> progress = std::nullopt;
    ScratchChoice scratch = {}; ///< used only by passes_of()
    /// Called on every rank before each part is copied, checked or verified; set on all ranks or on none. The copy stops if it
    /// returns true on any rank.
    std::function<bool()> stop = nullptr;
};

/// The copy of one array into a new file. `map`: from the source to the target, in normal form.
struct CopyJob {
    StoredArray const& source;
    CopyMap const& map;
    OutputFile& target;
    OutputPath place;
    CopyOptions options = {};
    std::size_t array = 0; ///< index of the array in the target
    /// Set for the last of two passes (scratch_copy.hpp): the folder of its source, the scratch file; empty: the target's folder.
    /// The target's place was checked before the first pass.
    std::optional<std::string> scratch = std::nullopt;
};

/// Result of the first of two passes, which writes the scratch file. Sums over all ranks.
struct FirstPass {
    Extents chunk = {}; ///< chunk shape of the scratch file
    Index bytes = 0;    ///< size of the scratch file
    RequestCounts reads = {};
    RequestCounts writes = {};
    Index bytes_found = 0; ///< bytes of elements that an interrupted copy had already copied
    double seconds = 0;
};

/// Result of the copy of one array. Sums over all ranks, unless stated otherwise.
struct CopyOutcome {
    CopyPlan plan = {};
    Index parts = 0;
    Index bytes = 0;        ///< size of the array
    Index bytes_found = 0;  ///< bytes that an interrupted copy had already copied
    Index bytes_copied = 0; ///< bytes that this run copied; bytes_found is not included
    RequestCounts reads = {};
    RequestCounts writes = {};
    std::optional<FirstPass> first_pass = std::nullopt; ///< set after two passes; `reads` and `writes` then cover both
    Index memory_peak = 0;                              ///< peak bytes of the accounted buffers
    /// Largest change of a float by lossy filters, over all ranks and the elements copied by this run. `checksum` is then the
    /// checksum of the rounded elements.
    std::optional<double> largest_change = std::nullopt;
    bool summed = false; ///< `checksum` is valid; false if only the format can copy the elements
    std::uint64_t checksum = 0;
    bool checked_source = false; ///< the source was compared with its stored checksum
    double copy_seconds = 0;
    double verify_seconds = 0;
    double seconds = 0; ///< time of all arrays of the file, from the plan to the final name
    /// The copy was asked to stop before its end. The target has no final name; a copy with `resume` continues it.
    bool stopped = false;
    bool waits = false;        ///< after a stop, on rank 0: there is a partial copy to resume
    std::string waits_in = {}; ///< folder of the scratch file if the first of two passes was stopped
    /// Error text if the source does not match its checksum, or if verification found a wrong target. The target then has no final
    /// name.
    std::optional<std::string> wrong = std::nullopt;
    bool unreadable = false; ///< `wrong` is set because parts of the source cannot be read
    /// Boxes of the target that differ from the source. Either the source could not be read there (with `salvage` they hold the
    /// fill value), or verification read back something else than was written.
    DamageList damage = {};
    DiskSpace room = {}; ///< disk room of the whole file before the copy began; on rank 0
};

class FinishedDraft;

/// Result of the copy of all arrays to one file.
struct FileCopyOutcome {
    /// One per job, in the order of the jobs; arrays that the copy did not reach have copied nothing.
    std::vector<CopyOutcome> arrays;
    double seconds = 0;        ///< time from the plan to the final name
    bool stopped = false;      ///< CopyOutcome::stopped, for the file
    bool waits = false;        ///< CopyOutcome::waits
    std::string waits_in = {}; ///< CopyOutcome::waits_in
    // The members of CopyOutcome, for all arrays:
    std::optional<std::string> wrong = std::nullopt;
    bool unreadable = false;
    DamageList damage = {};
    /// On rank 0: the complete but unpublished file (CopyOptions::publish is false).
    std::shared_ptr<FinishedDraft> draft = nullptr;
    DiskSpace room = {}; ///< disk room before the copy began; on rank 0
};

/// Returns the outcome of the only array of `file`, with the members that `file` keeps for the whole file.
[[nodiscard]] CopyOutcome of_one_array(FileCopyOutcome const& file);

/// Returns the bytes of elements that were copied of all arrays.
[[nodiscard]] Index bytes_copied(FileCopyOutcome const& file);

/// Returns whether threads can do most of the work. True if more than half of the bytes are in chunks that several threads may
/// decode and encode at the same time. Rank 0 decides. Collective.
[[nodiscard]] bool suits_threads(Communicator const& comm, std::span<CopyJob const> jobs);

/// Returns the input of plan_copy() for this job.
[[nodiscard]] CopyTask task_of(Communicator const& comm, CopyJob const& job);

/// Collective. Returns the cheapest plan. With `resume` and a journal of an interrupted copy, parts consist of the units of that
/// copy. If they are too large for all ranks at a time, only CopyPlan::ranks ranks work. Errors: too little memory even for one
/// rank; the journal is invalid, or another process uses it.
[[nodiscard]] Result<CopyPlan> plan_of(Communicator const& comm, CopyJob const& job);

/// Collective. Executes the plan, which must be the same on all ranks. Each rank writes whole parts of the target. With two-phase
/// access the ranks read together, else each rank reads its own parts. Then the target gets its final name. A journal beside the
/// target records what is done (copy_journal.hpp), so an interrupted copy can be resumed.
///
/// Errors: the target exists (without `force`); an interrupted copy of it exists (without `resume` or `force`); the target is the
/// source; the interrupted copy was another one, or had other units. Failures of disks throw AgreedFailure. If parts of the source
/// cannot be read, the rest is copied, and the failure's text lists the missing boxes. With `salvage`, the outcome lists them
/// instead.
[[nodiscard]] Result<CopyOutcome> copy_array(Communicator const& comm, CopyJob const& job, CopyPlan const& plan);

/// Returns the bytes that the target needs at most, and the free bytes of its disk now. `jobs`: the argument of copy_arrays().
/// Called by one rank.
[[nodiscard]] DiskSpace disk_space(std::span<CopyJob const> jobs);

// The same functions for all arrays of one file. The arrays share one place, one journal and one memory limit, and are copied one
// after the other. `jobs`: one for each of the target's arrays, in their order, with the same target, place and options; at least
// one.

[[nodiscard]] Result<std::vector<CopyPlan>> plans_of(Communicator const& comm, std::span<CopyJob const> jobs);
[[nodiscard]] Result<FileCopyOutcome> copy_arrays(Communicator const& comm, std::span<CopyJob const> jobs,
                                                  std::span<CopyPlan const> plans);

} // namespace tessera
