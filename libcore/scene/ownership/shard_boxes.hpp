// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shards as boxes with the ranks that hold them, as users of JAX know them.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/scene/ansi.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"

namespace tessera {

/// Draws one box for each rectangle of rows and columns with the same holders, in proportion to its size, with the ranks that hold
/// it ("0,4": copies). It uses the actual owners, so uneven and empty shards appear as they are. Error: more boxes than fit into
/// `width` columns, or too many to read.
[[nodiscard]] Result<TextPicture> shard_boxes(Mapping const& mapping, OwnershipView const& view, int width, ColorDepth depth);

} // namespace tessera
