// SPDX-License-Identifier: BSD-3-Clause
// Tessera: legend and notes below the picture of a file.
#pragma once

#include "libcore/scene/color.hpp"
#include "libcore/scene/files/file_map.hpp"
#include "libcore/scene/files/file_scene.hpp"
#include "libcore/scene/scene.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tessera::detail {

inline constexpr Color unneeded_color{173, 181, 189}; ///< elements that are accessed but not wanted
inline constexpr Color several_color{73, 80, 87};     ///< more ranks than stripes can show
inline constexpr std::size_t most_file_stripes = 4;   ///< per cell

/// Returns "1.5 KiB".
[[nodiscard]] std::string bytes_text(Index bytes);

/// Adds the colours of all ranks in the picture. Returns the y below.
double add_file_legend(Scene& scene, FileMap const& map, FileView const& view, double left, double y);

/// Returns notes on the scale, the marked position, and the selected phase.
[[nodiscard]] std::vector<std::string> file_notes(FileMap const& map, FileView const& view);

} // namespace tessera::detail
