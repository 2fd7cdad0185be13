// SPDX-License-Identifier: BSD-3-Clause
// Tessera: colours and their contrast.
#include "libcore/scene/color.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera {
namespace {

std::uint8_t blend_channel(std::uint8_t a, std::uint8_t b, double share) {
    return static_cast<std::uint8_t>(std::lround(a + share * (b - a)));
}

double linear(std::uint8_t channel) {
    double const value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

int squared_distance(Color a, Color b) {
    int const red = a.red - b.red;
    int const green = a.green - b.green;
    int const blue = a.blue - b.blue;
    return red * red + green * green + blue * blue;
}

/// Returns the level 0 .. 5. The cube's channels are 0, 95, 135, 175, 215, 255.
int cube_level(std::uint8_t channel) {
    if (channel < 48) return 0;
    return channel < 115 ? 1 : (channel - 35) / 40;
}
std::uint8_t cube_value(int level) {
    return static_cast<std::uint8_t>(level == 0 ? 0 : 55 + 40 * level);
}

} // namespace

Color blend(Color a, Color b, double share) {
    return {blend_channel(a.red, b.red, share), blend_channel(a.green, b.green, share), blend_channel(a.blue, b.blue, share)};
}

double luminance(Color color) {
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

double contrast(Color a, Color b) {
    auto const [darker, lighter] = std::minmax({luminance(a), luminance(b)});
    return (lighter + 0.05) / (darker + 0.05);
}

Color text_color_on(Color background) {
    return contrast(background, white) > contrast(background, black) ? white : black;
}

int palette256_index(Color color) {
    int const red = cube_level(color.red);
    int const green = cube_level(color.green);
    int const blue = cube_level(color.blue);
    Color const in_cube{cube_value(red), cube_value(green), cube_value(blue)};

    int const mean = (color.red + color.green + color.blue) / 3;
    int const step = std::clamp((mean - 3) / 10, 0, 23);
    auto const grey = static_cast<std::uint8_t>(8 + 10 * step);
    bool const grey_is_nearer = squared_distance(color, {grey, grey, grey}) < squared_distance(color, in_cube);
    return grey_is_nearer ? 232 + step : 16 + 36 * red + 6 * green + blue;
}

std::string hex(Color color) {
    return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

} // namespace tessera
