// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whether the disk of a target has room for it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/store/output_place.hpp"

#include <optional>
#include <span>

namespace tessera {

/// What an array takes at least.
struct NeededRoom {
    Extents extents;
    Index element_bytes = 1;
    bool shrinks = false; ///< its chunks pass through filters, so that they may take a 65536th: zeros by zstd
};

/// Error: the arrays of one target take more than is free and what the draft of an interrupted run takes already. Nothing is known
/// of a file system that does not say what is free.
[[nodiscard]] Result<void> check_room(OutputPlace const& place, std::span<NeededRoom const> arrays);

} // namespace tessera
