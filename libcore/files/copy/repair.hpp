// SPDX-License-Identifier: BSD-3-Clause
// Tessera: compares a copied array with its source and repairs it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// One array of an existing file. `map`: from the source to the target, in normal form.
struct RepairJob {
    StoredArray const& source;
    CopyMap const& map;
    /// Opens the existing target for repair (OpenRequest::to_repair); called several times.
    std::function<Result<StoredArray>()> open_target;
    Index memory = Index{256} << 20; ///< bytes of the buffers of all ranks together
};

struct RepairSettings {
    bool look_only = false; ///< compare only; write nothing
    std::optional<CopyProgress> progress = std::nullopt;
};

/// Result for one array. Sums over all ranks.
struct RepairedArray {
    Index bytes = 0;          ///< bytes compared
    DamageList damage = {};   ///< boxes that differed from the source
    Index bytes_repaired = 0; ///< bytes of elements that were written again
    std::uint64_t checksum = 0;
};

struct RepairOutcome {
    std::vector<RepairedArray> arrays; ///< one per job
    double seconds = 0;                ///< time of the slowest rank
};

/// Collective. `jobs`: arrays of one source file and one target file. Reads both part by part. Writes only after all arrays were
/// compared and none was refused: each wrong chunk of the target, or wrong run of at most 64 KiB, in its place in the file. Then it
/// compares everything again. All other elements stay in the file. A chunk that is being written when the power fails stays
/// damaged.
///
/// Errors, after which nothing is written: the target's shape or type is not the one this copy makes; its stored checksum is not
/// the source's, so it is a copy of something else; no part of any array is right and there is no stored checksum; the chunks have
/// unknown filters; too little memory. Failures of disks and an unreadable source throw AgreedFailure.
[[nodiscard]] Result<RepairOutcome> repair_arrays(Communicator const& comm, std::vector<RepairJob> const& jobs,
                                                  RepairSettings const& settings);

} // namespace tessera
