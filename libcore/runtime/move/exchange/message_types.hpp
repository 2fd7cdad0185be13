// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of a message where they lie in an array, as MPI datatypes.
#pragma once

#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/mpi/datatype.hpp"

namespace tessera {

// Offsets count from the beginning of the allocation. Both types name the elements in the order of the message
// (message_programs.hpp), so that what one end sends the other receives. Their size follows the runs of one period, not the
// elements.

/// In the sender's local part. The layout is that of message.from_position.
[[nodiscard]] Datatype send_type(RedistPlan const& plan, Message const& message, LocalLayout const& source);
/// In the receiver's local part. The layout is that of message.to_position.
[[nodiscard]] Datatype receive_type(RedistPlan const& plan, Message const& message, LocalLayout const& target);

} // namespace tessera
