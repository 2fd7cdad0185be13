// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm shift of an array that is larger than memory, from files of its ranks to files of its ranks.
#pragma once

#include "cli/distcomm/comm_settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/runtime/file_copy/room.hpp"

namespace tessera::cli {

/// What a shift of files took.
struct FileShift {
    double seconds = 0; ///< the slowest rank's
    Index peak = 0;     ///< bytes of the buffers of all ranks together
    DiskRoom room;      ///< of --out, before anything was written; on rank 0
};

/// Within `memory` bytes for the buffers of all ranks together. Collective. Errors: --in and --out are not both given, or no
/// directories or manifests; what OutOfCoreArray and shift_out_of_core say.
/// `op` combines what arrives with what is there; null: it takes the place.
[[nodiscard]] Result<FileShift> shift_files(Comm const& world, CommSettings const& settings, GridShift const& shift,
                                            Combiner const* op, Index memory);

} // namespace tessera::cli
