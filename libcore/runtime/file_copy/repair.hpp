// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array that was copied, compared with its source and mended where it differs.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/runtime/file_copy/file_copy.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// One array of a file that is there. `map`: from the source to the target, in normal form.
struct RepairJob {
    StoredArray const& source;
    CopyMap const& map;
    std::function<Result<StoredArray>()> open_target; ///< as it is, to be mended (OpenRequest::to_mend); called several times
    Index memory = Index{256} << 20;                  ///< for the buffers of all ranks together
};

struct RepairSettings {
    bool look_only = false; ///< nothing is written
    std::optional<CopyProgress> progress = std::nullopt;
};

/// Of one array; sums over all ranks.
struct RepairedArray {
    Index bytes = 0;        ///< compared
    DamageList damage = {}; ///< what was not what the source has
    Index bytes_mended = 0; ///< of elements that were written again
    std::uint64_t checksum = 0;
};

struct RepairOutcome {
    std::vector<RepairedArray> arrays; ///< one for each job
    double seconds = 0;                ///< of the slowest rank
};

/// Collective. `jobs`: arrays of one source file and of one target file. Reads both part by part; only when all arrays were
/// compared and none is refused it writes again what differs: the target's chunk, or a stretch of 64 KiB at most, in its place in
/// the file; then it compares everything once more. The file is never without its other elements, but a chunk that is being written
/// when the power fails is as bad as it was.
///
/// Errors, and nothing is written: a target has another shape or type than the copy makes; its stored checksum is not the source's,
/// so that it is a copy of something else; nothing of any array is right, and no checksum says that it ever was; chunks pass
/// through filters that are not known here; too little memory. Failures of disks, and a source that cannot be read, throw
/// AgreedFailure.
[[nodiscard]] Result<RepairOutcome> repair_arrays(Comm const& comm, std::vector<RepairJob> const& jobs,
                                                  RepairSettings const& settings);

} // namespace tessera
