// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the copies that a plan's messages ask of the ranks at their two ends.
#pragma once

#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/move/copy/axis_moves.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

// Order of the elements within a message: row-major over the axes of the copy map, taken in the order in which the source array
// stores its dimensions (slowest first; axes without a source dimension before all others), ascending in each. Both ends know it
// from the plan alone, and the sender reads its memory in ascending order.

/// The axes of the plan's copy map from slowest to fastest in that order.
[[nodiscard]] std::vector<std::size_t> message_order(RedistPlan const& plan);

/// For each axis where its indices lie in a rank's local part, in bytes from the first owned element; `side` says of which array.
[[nodiscard]] std::vector<AxisSide> local_sides(LocalLayout const& layout, std::span<CopyAxis const> axes,
                                                std::optional<CopySide> CopyAxis::*side, Index element_bytes);

/// From the sender's local part to a gapless message buffer. The layout is that of message.from_position.
[[nodiscard]] CopyProgram pack_program(RedistPlan const& plan, Message const& message, LocalLayout const& source);

// Messages hold elements of the source; an updater makes those of the target of them on arrival.

/// From a gapless message buffer to the receiver's local part. The layout is that of message.to_position.
[[nodiscard]] CopyProgram unpack_program(RedistPlan const& plan, Message const& message, LocalLayout const& target,
                                         std::shared_ptr<BlockUpdater const> const& updater = nullptr);

/// From the sender's local part straight to the receiver's, both in memory that one rank sees. The layouts are those of
/// message.from_position and message.to_position.
[[nodiscard]] CopyProgram direct_program(RedistPlan const& plan, Message const& message, LocalLayout const& source,
                                         LocalLayout const& target, std::shared_ptr<BlockUpdater const> const& updater = nullptr);

// The same for a part of a message: a box of the iteration space, all of whose elements the sender (the receiver) holds.

[[nodiscard]] CopyProgram pack_program(RedistPlan const& plan, BoxSet const& box, LocalLayout const& source);
[[nodiscard]] CopyProgram unpack_program(RedistPlan const& plan, BoxSet const& box, LocalLayout const& target,
                                         std::shared_ptr<BlockUpdater const> const& updater = nullptr);
[[nodiscard]] CopyProgram direct_program(RedistPlan const& plan, BoxSet const& box, LocalLayout const& source,
                                         LocalLayout const& target, std::shared_ptr<BlockUpdater const> const& updater = nullptr);

} // namespace tessera
