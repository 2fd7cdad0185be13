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

// These values keep the 21 colours farthest apart, also after rounding to the 256 colours of a terminal (CIELAB).
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

// Plain and dark hues come first, because they are visible as lines on paper. The order maximises the smallest difference between
// neighbouring ranks, for red-blind and green-blind readers and in grey. For grey, darker and lighter shades alternate. The last
// colour counts as a neighbour of the first. The first seven all differ clearly from each other, the first four also in grey.
constexpr std::array<Shade, palette_size> shades{
    dark(green),     Shade{sky},    dark(orange), Shade{yellow}, Shade{purple}, dark(blue),       Shade{orange},
    dark(sky),       light(green),  dark(purple), dark(yellow),  light(sky),    Shade{vermilion}, light(vermilion),
    dark(vermilion), light(purple), Shade{blue},  light(orange), Shade{green},  light(yellow),    light(blue),
};

} // namespace

Color rank_color(Rank rank) {
    Shade const& shade = shades[as_size(rank) % palette_size];
    return blend(blend(shade.hue, black, shade.darker), white, shade.lighter);
}

} // namespace tessera
