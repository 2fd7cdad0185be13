// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the colour of each rank, the same in every picture.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/scene/color.hpp"

namespace tessera {

/// Number of different rank colours; rank r has the colour of r mod palette_size.
inline constexpr int palette_size = 21;

/// Returns a colour that differs clearly from those of neighbours in a processor grid, for each kind of colour blindness.
[[nodiscard]] Color rank_color(Rank rank);

inline constexpr Color paper{255, 255, 255};
inline constexpr Color ink{33, 37, 41};
inline constexpr Color faint_ink{108, 117, 125};
inline constexpr Color neutral{222, 226, 230}; ///< cells without one owner

} // namespace tessera
