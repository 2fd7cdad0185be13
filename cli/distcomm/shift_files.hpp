// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm shift of an array that is larger than memory, from files of its ranks to files of its ranks.
#pragma once

#include "cli/distcomm/comm_settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/files/copy/disk_space.hpp"

namespace tessera::cli {

/// The time and memory of a shift of files.
struct FileShift {
    double seconds = 0; ///< time of the slowest rank
    Index peak = 0;     ///< bytes of the buffers of all ranks together
    DiskSpace room;     ///< of --out, before anything was written; on rank 0
};

/// Shifts within `memory` bytes for the buffers of all ranks together. `op` combines arriving elements with those in place; null:
/// replaces them. Collective. Errors: --in and --out are not both given, or are not directories or manifests; errors of
/// OutOfCoreArray and shift_out_of_core.
[[nodiscard]] Result<FileShift> shift_files(Communicator const& world, CommSettings const& settings, GridShift const& shift,
                                            Combiner const* op, Index memory);

} // namespace tessera::cli
