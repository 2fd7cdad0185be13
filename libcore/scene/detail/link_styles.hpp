// SPDX-License-Identifier: BSD-3-Clause
// Tessera: appearance of links with traffic.
#pragma once

#include "libcore/scene/color.hpp"
#include "libcore/scene/color_scale.hpp"

namespace tessera::detail {

inline constexpr Color idle_link{213, 217, 222};
inline constexpr Color marked_link{214, 51, 132}; ///< no colour of a load
inline constexpr double marked_casing = 2.5;      ///< its width on both sides of a marked link
inline constexpr double thinnest_link = 1.8;
inline constexpr double thickest_link = 4.2;

/// Returns the colour scale for a share of a link's capacity.
[[nodiscard]] inline ColorScale share_scale() {
    return {ColorScale::Kind::Linear, 0.01, 1};
}

} // namespace tessera::detail
