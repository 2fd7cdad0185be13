// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes a plan of file access.
#pragma once

#include "libcore/files/access/element_location.hpp"
#include "libcore/files/access/file_channel.hpp"
#include "libcore/io/io_plan.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>

namespace tessera {

/// Reads each rank's section of the plan from the file to the places `place` relative to `memory` (unused on ranks without a
/// section). Ranks of the plan are ranks of the communicator. Makes exactly the requests of the plan. Throws AgreedFailure if
/// one fails on any rank. Collective.
void read_planned(Communicator const& comm, FileChannel& file, IoPlan const& plan, ElementLocation const& place, std::byte* memory,
                  MemoryAccount& account);

/// Writes each rank's section likewise. Precondition: if pieces are read before they are written, the file has the size of the
/// layout. If the plan has races, ranks write one after another. So in overlapping sections the highest rank's elements stay,
/// for every method.
void write_planned(Communicator const& comm, FileChannel& file, IoPlan const& plan, ElementLocation const& place,
                   std::byte const* memory, MemoryAccount& account);

} // namespace tessera
