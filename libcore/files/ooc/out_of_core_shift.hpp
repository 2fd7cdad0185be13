// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shifts out-of-core arrays over their grid by any distance.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/files/ooc/out_of_core_array.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <span>

namespace tessera {

/// Sets `target` to the shift of `source`, one message of its plan after another. Each message is split into pieces that two
/// buffers of half an ICLA can hold. Places that no element reaches get the source's own element, or with ShiftEdge::Fill the
/// bytes of `fill`. With `op` the arriving or filling element is combined with the source's own element there: element op
/// arriving. (PASSION's OutOfCoreArray::shift only fills overlap areas.) Takes icla_bytes from the account, and as much again
/// while a section is sieved. Collective; throws AgreedFailure if the disk fails on any rank. Errors: `op` is for another
/// type; an array is not mapped as in the shift; the two arrays order their files differently; `fill` is needed and has not
/// the length of an element.
[[nodiscard]] Result<void> shift_out_of_core(Communicator const& comm, MemoryAccount& account, GridShift const& shift,
                                             OutOfCoreArray& source, OutOfCoreArray& target, std::span<std::byte const> fill = {},
                                             Combiner const* op = nullptr);

} // namespace tessera
