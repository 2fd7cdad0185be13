// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the colour of each rank, the same in every picture.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/scene/color.hpp"

namespace tessera {

/// How many ranks have colours of their own; rank r has that of r mod this.
inline constexpr int palette_size = 21;

/// The seven hues of Okabe and Ito's colour-blind-safe palette, each plain, darker and lighter.
[[nodiscard]] Color rank_color(Rank rank);

inline constexpr Color paper{255, 255, 255};
inline constexpr Color ink{33, 37, 41};
inline constexpr Color faint_ink{108, 117, 125};
inline constexpr Color neutral{222, 226, 230}; ///< cells without one owner

} // namespace tessera
