// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a plan of file access, carried out.
#pragma once

#include "libcore/io/io_plan.hpp"
#include "libcore/runtime/access/element_place.hpp"
#include "libcore/runtime/access/file_channel.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>

namespace tessera {

/// Collective: each rank's section of the plan, between the file and where `place` says behind `memory` (never looked at on ranks
/// without one). Ranks of the plan are ranks of the communicator. The requests made are those of the plan; AgreedFailure where one
/// fails on any rank.
void read_planned(Comm const& comm, FileChannel& file, IoPlan const& plan, ElementPlace const& place, std::byte* memory,
                  MemoryAccount& account);

/// The file must have the size that the layout needs wherever pieces are read before they are written. Where the plan has races,
/// ranks write one after the other: so of overlapping sections the highest rank's elements stay, whatever the method.
void write_planned(Comm const& comm, FileChannel& file, IoPlan const& plan, ElementPlace const& place, std::byte const* memory,
                   MemoryAccount& account);

} // namespace tessera
