// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the copies that a plan's messages ask of the ranks at their two ends.
#pragma once

#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"

namespace tessera {

// Order of the elements within a message: row-major over the axes of the copy map, taken in the order in which the source array
// stores its dimensions (slowest first; axes without a source dimension before all others), ascending in each. Both ends know it
// from the plan alone, and the sender reads its memory in ascending order.

/// From the sender's local part to a gapless message buffer. The layout is that of message.from_position.
[[nodiscard]] CopyProgram pack_program(RedistPlan const& plan, Message const& message, LocalLayout const& source);

/// From a gapless message buffer to the receiver's local part. The layout is that of message.to_position.
[[nodiscard]] CopyProgram unpack_program(RedistPlan const& plan, Message const& message, LocalLayout const& target);

/// From a rank's source part straight to its target part. Precondition: message.from == message.to.
[[nodiscard]] CopyProgram direct_program(RedistPlan const& plan, Message const& message, LocalLayout const& source,
                                         LocalLayout const& target);

} // namespace tessera
