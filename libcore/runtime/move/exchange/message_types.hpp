// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of a message where they lie in an array, as MPI datatypes.
#pragma once

#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/move/copy/axis_moves.hpp"
#include "libcore/runtime/mpi/datatype.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

// Offsets count from the beginning of the allocation. Both types name the elements in the order of the message
// (message_programs.hpp), so that what one end sends the other receives. Their size follows the runs of one period, not the
// elements.

/// In the sender's local part. The layout is that of message.from_position.
[[nodiscard]] Datatype send_type(RedistPlan const& plan, Message const& message, LocalLayout const& source);
/// In the receiver's local part. The layout is that of message.to_position.
[[nodiscard]] Datatype receive_type(RedistPlan const& plan, Message const& message, LocalLayout const& target);

/// The elements of a box on one side of a copy, `base` bytes further than the sides say. `order`: the axes as the message has them,
/// the slowest first.
[[nodiscard]] Datatype box_type(BoxSet const& box, std::span<AxisSide const> sides, std::span<std::size_t const> order, Index base,
                                Index element_bytes);
/// Several one behind the other in one message, committed.
[[nodiscard]] Datatype joined_types(std::vector<Datatype> types);

} // namespace tessera
