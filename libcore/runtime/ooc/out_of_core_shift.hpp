// SPDX-License-Identifier: BSD-3-Clause
// Tessera: out-of-core arrays moved over their grid, as far as one likes.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/ooc/out_of_core_array.hpp"

#include <cstddef>
#include <span>

namespace tessera {

/// `target` becomes what the shift makes of `source`: by the messages of its plan, one after the other, each in pieces that two
/// buffers of half an ICLA hold. Places that nothing comes to get the source's own element, or with ShiftEdge::Fill the bytes of
/// `fill`. With `op` what arrives, or fills, is combined with the source's own element there: element op arriving.
/// (OutOfCoreArray::shift, PASSION's, fills overlap areas and moves nothing.) Takes icla_bytes of the account, and as much again
/// where a section is sieved. Collective; throws AgreedFailure where the disk fails on any rank. Errors: `op` is for another type;
/// one of the arrays is not mapped as the shift says, or they order their files in different ways; `fill` is not as long as an
/// element, where it is needed.
[[nodiscard]] Result<void> shift_out_of_core(Comm const& comm, MemoryAccount& account, GridShift const& shift,
                                             OutOfCoreArray& source, OutOfCoreArray& target, std::span<std::byte const> fill = {},
                                             Combiner const* op = nullptr);

} // namespace tessera
