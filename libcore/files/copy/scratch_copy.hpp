// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies arrays in one pass, or in two passes with a scratch file.
#pragma once

#include "libcore/files/copy/file_copy.hpp"
#include "libcore/io/scratch_plan.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

// The scratch file of an array is ".name.scratch" beside the target ("scratch-2" for the third array), or lies in the folder that
// ScratchChoice names. In that case the target's journal names the folder from the first pass on. The scratch file is made like any
// target, under a provisional name and with a journal, so that an interrupted first pass can be resumed. When it is complete the
// last pass reads it. It is removed at the end of the copy, and after a failure unless --resume needs it.

/// The first pass of an array's copy.
struct ScratchPass {
    Extents chunk = {};                    ///< chunk shape of the scratch file
    std::optional<CopyPlan> plan;          ///< nothing: an interrupted copy has already made the file
    std::optional<std::uint64_t> checksum; ///< checksum of the elements if the file is already made
    std::string folder = {};               ///< folder of the scratch file; empty: the target's folder
};

struct CopyPasses {
    std::optional<ScratchPass> first = std::nullopt;
    CopyPlan last = {}; ///< plan of the last or only pass
};

/// The job of one array, divided into two passes.
class ScratchJobs {
  public:
    /// `job` must outlive it. Only the chunk, the folder and the optional checksum of `pass` are used.
    ScratchJobs(CopyJob const& job, ScratchPass const& pass);
    ~ScratchJobs();
    ScratchJobs(ScratchJobs&&) noexcept;

    [[nodiscard]] CopyJob first() const;
    [[nodiscard]] CopyJob last() const; ///< depends on set_checksum()
    void set_checksum(std::uint64_t checksum);
    [[nodiscard]] Index file_bytes() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_; // allocated once, because jobs refer to them
};

/// Returns whether the copy can have a first pass and CopyOptions::scratch allows it.
[[nodiscard]] bool may_have_two(CopyJob const& job);

/// Collective. Like plans_of(), but adds first passes if CopyOptions::scratch allows them and they cost less. A resumed copy keeps
/// its number of passes. Errors: those of plans_of(); the interrupted copy was another one, or its source has changed;
/// ScratchUse::Always, and the disk has no room for the file.
[[nodiscard]] Result<std::vector<CopyPasses>> passes_of(Communicator const& comm, std::span<CopyJob const> jobs);

/// Collective. Like the other copy_arrays(), after the first passes.
[[nodiscard]] Result<FileCopyOutcome> copy_arrays(Communicator const& comm, std::span<CopyJob const> jobs,
                                                  std::span<CopyPasses const> passes);

} // namespace tessera
