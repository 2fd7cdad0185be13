// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array copied from files to a file by all ranks together, within a bound on memory.
#pragma once

#include "libcore/io/copy_plan.hpp"
#include "libcore/runtime/comm.hpp"
#include "libcore/runtime/copy_files/copy_target.hpp"
#include "libcore/runtime/copy_files/request_queue.hpp"
#include "libcore/runtime/copy_files/stored_array.hpp"
#include "libcore/runtime/files/staged_output.hpp"

#include <cstdint>
#include <functional>

namespace tessera {

struct CopyOptions {
    Index memory = Index{256} << 20; ///< for the buffers of all ranks together
    ReadAccess access = ReadAccess::Sieve;
    std::function<void(Index)> progress =
        nullptr; ///< on rank 0: bytes of the array done since the last call, extrapolated from its own
};

/// What a copy did; sums over all ranks.
struct CopyOutcome {
    CopyPlan plan = {};
    Index parts = 0;
    Index bytes = 0; ///< of the array
    RequestCounts reads = {};
    RequestCounts writes = {};
    Index memory_peak = 0; ///< of the accounted buffers
    std::uint64_t checksum = 0;
    double seconds = 0;
};

/// Collective. Every rank reads whole parts of the target and writes them, each for itself; then the file gets its final name.
/// `map`: in normal form. Errors: too little memory. Failures throw AgreedFailure.
[[nodiscard]] Result<CopyOutcome> copy_array(Comm const& comm, StoredArray const& source, CopyMap const& map, CopyTarget& target,
                                             StagedOutput& output, CopyOptions const& options);

} // namespace tessera
