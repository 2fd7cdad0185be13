// SPDX-License-Identifier: BSD-3-Clause
// Tessera: between a global file and a distributed array, by way of slabs.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/file_array.hpp"

#include <cstddef>
#include <functional>

namespace tessera {

/// How a transfer goes about it.
struct SlabTransferOptions {
    Index slab_bytes = Index{64} * 1024 * 1024;    ///< what each rank reads or writes at a time, at least one slab
    std::function<void(Index)> progress = nullptr; ///< bytes of the whole file done since the last call; only on rank 0
};

// Two phases (Thakur 1995, section 6): the file is read or written in large gapless pieces, block-distributed over all ranks along
// its slowest dimension, and our own redistribution moves them to or from the mapping that is wanted. Large files take several
// rounds, so the memory for slabs and messages stays bounded.

/// Collective. `local`: the beginning of this rank's allocation in `mapping`, in its standard layout.
/// Precondition: expect_array() holds. Error: the mapping names ranks that are not there.
[[nodiscard]] Result<void> read_slabs(Comm const& comm, SlabFile& file, Mapping const& mapping, std::byte* local,
                                      SlabTransferOptions const& options = {});
[[nodiscard]] Result<void> write_slabs(Comm const& comm, SlabFile& file, Mapping const& mapping, std::byte const* local,
                                       SlabTransferOptions const& options = {});

} // namespace tessera
