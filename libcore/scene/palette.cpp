// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the colour of each rank, the same in every picture.
#include "libcore/scene/palette.hpp"

#include <array>

namespace tessera {
namespace {

constexpr Color blue{0, 114, 178};
constexpr Color orange{230, 159, 0};
constexpr Color green{0, 158, 115};
constexpr Color purple{204, 121, 167};
constexpr Color sky{86, 180, 233};
constexpr Color vermilion{213, 94, 0};
constexpr Color yellow{240, 228, 66};

// Chosen so that the 21 colours stay farthest apart, also after rounding to the 256 colours of a terminal (CIELAB).
constexpr double darkening = 0.32;
constexpr double lightening = 0.5;

struct Shade {
    Color hue;
    double darker = 0;
    double lighter = 0;
};
constexpr Shade dark(Color hue) {
    return {hue, darkening, 0};
}
constexpr Shade light(Color hue) {
    return {hue, 0, lightening};
}

// The plain hues first. Ordered so that neighbouring ranks are as far apart as they can be where this is worst: for those who see
// no red or no green, and in grey (which is why dark and light ones alternate); the last is the first one's neighbour.
constexpr std::array<Shade, palette_size> shades{
    Shade{purple}, Shade{blue},     Shade{orange}, Shade{green}, Shade{yellow},    Shade{vermilion}, Shade{sky},
    dark(orange),  light(blue),     light(yellow), dark(green),  dark(yellow),     light(sky),       dark(blue),
    light(purple), dark(vermilion), light(green),  dark(sky),    light(vermilion), dark(purple),     light(orange),
};

} // namespace

Color rank_color(Rank rank) {
    Shade const& shade = shades[as_size(rank) % palette_size];
    return blend(blend(shade.hue, black, shade.darker), white, shade.lighter);
}

} // namespace tessera
