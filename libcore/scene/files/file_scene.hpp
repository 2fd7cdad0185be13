// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of a file: wanted bytes, unneeded accesses, and file domains, phase by phase.
#pragma once

#include "libcore/scene/files/file_map.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>
#include <string>

namespace tessera {

/// Parts of a file picture that the user selects.
struct FileView {
    std::optional<Index> phase = {}; ///< 0-based phase: its requests get a frame, later ones are faint; absent: all phases together
    std::optional<Index> marked = {}; ///< a position that gets a frame and a description of its bytes
    double width = 900;               ///< width of a line in pixels
};

/// Draws the accessed part of the file as large as possible, in lines. If that part is small, the whole file is drawn above it. In
/// every cell the height of the wanted part is its share, in the colours of the ranks that want it. Elements that requests access
/// needlessly are grey, above it. Under each line are the file domains in the colours of their aggregators. The number of accesses
/// stands behind a line if it is more than one. Tags: BytesTag for every cell.
[[nodiscard]] Scene file_scene(std::string const& title, std::string const& subtitle, FileMap const& map, FileView const& view);

} // namespace tessera
