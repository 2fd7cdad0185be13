// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays copied in one pass or, by way of a scratch file, in two.
#pragma once

#include "libcore/io/scratch_plan.hpp"
#include "libcore/runtime/file_copy/file_copy.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

// An array's scratch file is ".name.scratch" beside the target ("scratch-2" of the third array), or in the folder that
// ScratchChoice names; then the target's journal names the folder, from the first pass on. It is made as any target is, under a
// provisional name and with a journal, so that a copy that was interrupted in its first pass goes on with it; when it is complete
// the last pass begins, whose source it is. It is removed with the end of the copy, and after a failure, unless --resume needs it.

/// The first pass of an array's copy.
struct ScratchPass {
    Extents chunk = {};                    ///< of the scratch file
    std::optional<CopyPlan> plan;          ///< nothing: an interrupted copy has made the file
    std::optional<std::uint64_t> checksum; ///< then: of its elements
    std::string folder = {};               ///< where it is; empty: the target's
};

struct CopyPasses {
    std::optional<ScratchPass> first = std::nullopt;
    CopyPlan last = {}; ///< the only one, where there is no first
};

/// One array's job, cut in two.
class ScratchJobs {
  public:
    /// `job` outlives it. `pass`: its chunk and, where it is known, its checksum count.
    ScratchJobs(CopyJob const& job, ScratchPass const& pass);
    ~ScratchJobs();
    ScratchJobs(ScratchJobs&&) noexcept;

    [[nodiscard]] CopyJob first() const;
    [[nodiscard]] CopyJob last() const; ///< changes with set_checksum()
    void set_checksum(std::uint64_t checksum);
    [[nodiscard]] Index file_bytes() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_; // stay where they are: jobs refer to them
};

/// Can this copy have a first pass, and may it?
[[nodiscard]] bool may_have_two(CopyJob const& job);

/// Collective. As plans_of(), with first passes where CopyOptions::scratch lets them be and they pay; an interrupted copy has as
/// many as it had. Errors: as plans_of(); an interrupted copy was another one, or its source has changed; asked for, the file finds
/// no room.
[[nodiscard]] Result<std::vector<CopyPasses>> passes_of(Comm const& comm, std::span<CopyJob const> jobs);

/// Collective. As the other copy_arrays(), first passes before it.
[[nodiscard]] Result<FileCopyOutcome> copy_arrays(Comm const& comm, std::span<CopyJob const> jobs,
                                                  std::span<CopyPasses const> passes);

} // namespace tessera
