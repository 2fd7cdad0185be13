// SPDX-License-Identifier: BSD-3-Clause
// Tessera: identifies the machines of a copy and their last boot.
#pragma once

#include "libcore/runtime/mpi/communicator.hpp"

#include <cstdint>

namespace tessera {

/// Collective. Returns a hash of the boot ids of all machines of the ranks; 0 if one is unknown. While it is unchanged, data
/// written to the system is still in memory or on the disk, even if the writing process was killed.
[[nodiscard]] std::uint64_t starts_of_nodes(Communicator const& comm);

} // namespace tessera
