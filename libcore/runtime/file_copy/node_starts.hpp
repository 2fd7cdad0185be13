// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which machines work on a copy, and since which start of theirs.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

#include <cstdint>

namespace tessera {

/// A hash of the starts of all machines that the ranks run on: as long as it is the same, the system has, or has put on the disk,
/// whatever was written to it, even if the process that wrote it was killed. 0 where one of them cannot be known. Collective.
[[nodiscard]] std::uint64_t starts_of_nodes(Comm const& comm);

} // namespace tessera
