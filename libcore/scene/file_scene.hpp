// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of a file: who wants which bytes, what is touched in vain, whose domain it is, phase by phase.
#pragma once

#include "libcore/scene/file_map.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>
#include <string>

namespace tessera {

/// What is drawn of a file.
struct FileView {
    std::optional<Index> phase =
        {}; ///< from 0: what happens in it is framed, what comes later is faint; absent: all phases together
    std::optional<Index> marked = {}; ///< a position that is framed, and whose bytes are told
    double width = 900;               ///< pixels of a line
};

/// The file in lines, the part that is touched as large as possible and, where that is little, the whole file above it. In every
/// cell the wanted share is as high as it is large, in the colours of the ranks that want it; what requests touch besides stands
/// above it in grey. Under each line lie the file domains in the colours of their aggregators. Behind a line stands how often it is
/// touched, where that is more than once. Tags: SceneTag::Kind::Bytes for every cell.
[[nodiscard]] Scene file_scene(std::string const& title, std::string const& subtitle, FileMap const& map, FileView const& view);

} // namespace tessera
