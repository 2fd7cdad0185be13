// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shards as boxes with the ranks that hold them, as users of JAX know them.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/scene/ansi.hpp"
#include "libcore/scene/ownership_grid.hpp"

namespace tessera {

/// One box for each stretch of rows and columns with the same holders, about as large as it is among the others; in it the ranks
/// that hold it ("0,4": copies). Drawn from who owns what, so that uneven and empty shards look as they are.
/// Error: more boxes than have room in `width` columns, or than somebody would read.
[[nodiscard]] Result<TextPicture> shard_boxes(Mapping const& mapping, OwnershipView const& view, int width, ColorDepth depth);

} // namespace tessera
