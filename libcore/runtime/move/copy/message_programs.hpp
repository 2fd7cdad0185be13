// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the copy programs that pack, unpack or directly copy a plan's messages.
#pragma once

#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/move/copy/axis_moves.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"
#include "libcore/runtime/move/copy/sliced_copy.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

// Order of elements within a message: row-major over the axes of the copy map, ascending along each axis. The axes are in the
// storage order of the source array's dimensions, slowest first. Axes without a source dimension come before all others. Both
// ends derive this order from the plan alone, and the sender reads its memory in ascending order.

/// Returns the axes of the plan's copy map in message order, slowest first.
[[nodiscard]] std::vector<std::size_t> message_order(RedistPlan const& plan);

/// Returns for each axis the offsets of its indices in a rank's local part, in bytes from the first owned element. `side`
/// selects the source or the target array.
[[nodiscard]] std::vector<AxisSide> local_sides(LocalLayout const& layout, std::span<CopyAxis const> axes,
                                                std::optional<CopySide> CopyAxis::*side, Index element_bytes);

/// Returns the copy from the sender's local part to a contiguous message buffer. `source` is the layout at
/// message.from_position.
[[nodiscard]] CopyProgram pack_program(RedistPlan const& plan, Message const& message, LocalLayout const& source);

// Messages hold elements of the source. An updater converts them to elements of the target on arrival.

/// Returns the copy from a contiguous message buffer to the receiver's local part. `target` is the layout at
/// message.to_position.
[[nodiscard]] CopyProgram unpack_program(RedistPlan const& plan, Message const& message, LocalLayout const& target,
                                         std::shared_ptr<BlockUpdater const> const& updater = nullptr);

/// Returns the direct copy from the sender's local part to the receiver's, if one rank can access both. The layouts are those
/// at message.from_position and message.to_position.
[[nodiscard]] CopyProgram direct_program(RedistPlan const& plan, Message const& message, LocalLayout const& source,
                                         LocalLayout const& target, std::shared_ptr<BlockUpdater const> const& updater = nullptr);

// The same, to be done slice by slice.

[[nodiscard]] SlicedCopy sliced_pack_program(RedistPlan const& plan, Message const& message, LocalLayout const& source);
[[nodiscard]] SlicedCopy sliced_unpack_program(RedistPlan const& plan, Message const& message, LocalLayout const& target,
                                               std::shared_ptr<BlockUpdater const> const& updater = nullptr);

// The same for a part of a message: a box of the iteration space. The sender (the receiver) holds all its elements.

[[nodiscard]] CopyProgram pack_program(RedistPlan const& plan, BoxSet const& box, LocalLayout const& source);
[[nodiscard]] CopyProgram unpack_program(RedistPlan const& plan, BoxSet const& box, LocalLayout const& target,
                                         std::shared_ptr<BlockUpdater const> const& updater = nullptr);
[[nodiscard]] CopyProgram direct_program(RedistPlan const& plan, BoxSet const& box, LocalLayout const& source,
                                         LocalLayout const& target, std::shared_ptr<BlockUpdater const> const& updater = nullptr);

} // namespace tessera
