// SPDX-License-Identifier: BSD-3-Clause
// Tessera: MPI datatypes for the elements of a message in an array.
#pragma once

#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/move/copy/axis_moves.hpp"
#include "libcore/runtime/mpi/datatype.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

// Offsets count from the start of the allocation. Both types list the elements in message order (message_programs.hpp), so the
// two ends match. The size of a type depends on the runs of one period, not on the number of elements.

/// Returns the type for the sender's local part. `source` is the layout at message.from_position.
[[nodiscard]] Datatype send_type(RedistPlan const& plan, Message const& message, LocalLayout const& source);
/// Returns the type for the receiver's local part. `target` is the layout at message.to_position.
[[nodiscard]] Datatype receive_type(RedistPlan const& plan, Message const& message, LocalLayout const& target);

/// Returns the type for the elements of a box on one side of a copy. `base`: bytes added to all offsets of `sides`. `order`:
/// the axes in message order, slowest first.
[[nodiscard]] Datatype box_type(BoxSet const& box, std::span<AxisSide const> sides, std::span<std::size_t const> order, Index base,
                                Index element_bytes);
/// Returns one committed type for several types, one after another in a message.
[[nodiscard]] Datatype joined_types(std::vector<Datatype> types);

} // namespace tessera
