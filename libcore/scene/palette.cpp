// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the colour of each rank, the same in every picture.
#include "libcore/scene/palette.hpp"

#include <array>

namespace tessera {
namespace {

// Ordered so that neighbouring ranks differ in lightness as well as in hue.
constexpr std::array hues{
    Color{0, 114, 178},   // blue
    Color{230, 159, 0},   // orange
    Color{0, 158, 115},   // bluish green
    Color{204, 121, 167}, // reddish purple
    Color{86, 180, 233},  // sky blue
    Color{213, 94, 0},    // vermilion
    Color{240, 228, 66},  // yellow
};

// Chosen so that the 21 colours stay farthest apart, also after rounding to the 256 colours of a terminal (CIELAB).
constexpr double darkening = 0.32;
constexpr double lightening = 0.5;

} // namespace

Color rank_color(Rank rank) {
    auto const slot = static_cast<std::size_t>(rank) % palette_size;
    Color const hue = hues[slot % hues.size()];
    switch (slot / hues.size()) {
    case 0:
        return hue;
    case 1:
        return blend(hue, black, darkening);
    default:
        return blend(hue, white, lightening);
    }
}

} // namespace tessera
