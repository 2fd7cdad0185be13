// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the colours of pictures in a light or a dark window.
#include "gui/canvas/theme.hpp"

#include "libcore/scene/color_scale.hpp"
#include "libcore/scene/palette.hpp"

#include <QFont>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace tessera::gui {
namespace {

constexpr Color darkPaper{30, 33, 36};

bool isGrey(Color color) {
    auto const [least, most] = std::minmax({int{color.red}, int{color.green}, int{color.blue}});
    return most - least <= 24;
}

constexpr int leastOfTints = 140; // minimum of the smallest channel, for a colour that is mostly white

/// Returns whether the colour is a rank's colour blended with white. Some rank colours are pale themselves, and greys are slightly
/// blue.
bool isTint(Color color) {
    if (std::min({color.red, color.green, color.blue}) < leastOfTints) return false;
    if (isGrey(color) && color.red <= color.green && color.green <= color.blue) return false;
    for (Rank rank = 0; rank < static_cast<Rank>(palette_size); ++rank)
        if (color == rank_color(rank)) return false;
    return true;
}

/// Returns the tint with dark paper instead of white.
Color darkTint(Color color) {
    auto const least = static_cast<double>(std::min({color.red, color.green, color.blue}));
    auto const channel = [least](int value, int paper) {
        return static_cast<std::uint8_t>(std::lround(value - least + paper * least / 255));
    };
    return {channel(color.red, darkPaper.red), channel(color.green, darkPaper.green), channel(color.blue, darkPaper.blue)};
}

constexpr int scaleSamples = 8192; // more than the number of colours in the scale
constexpr double mostDark = 0.75;  // limit of the scale in a dark window, because darker colours would be invisible

std::uint32_t key(Color color) {
    return std::uint32_t{color.red} << 16 | std::uint32_t{color.green} << 8 | color.blue;
}

/// Maps the colours of quantities to their colours in a dark window.
std::unordered_map<std::uint32_t, Color> const& turnedScale() {
    static auto const turned = [] {
        std::unordered_map<std::uint32_t, Color> made;
        for (int i = 0; i <= scaleSamples; ++i) {
            double const share = static_cast<double>(i) / scaleSamples;
            made.emplace(key(quantity_color(share)), quantity_color((1 - share) * mostDark));
        }
        return made;
    }();
    return turned;
}

QColor qColor(Color color) {
    return {color.red, color.green, color.blue};
}

} // namespace

Theme Theme::of(QPalette const& palette) {
    return Theme(palette.color(QPalette::Base).lightness() < 128);
}

QColor Theme::color(Color color) const {
    if (!dark_) return {color.red, color.green, color.blue};
    auto const turned = turnedScale().find(key(color));
    bool const isQuantity = turned != turnedScale().end();
    if (!isQuantity && isTint(color)) return qColor(darkTint(color));
    if (!isGrey(color)) return qColor(isQuantity ? turned->second : color);
    // White becomes the dark paper and black becomes near-white; values between are mirrored.
    auto const mirrored = [](int channel, int paper) { return paper + (255 - channel) * (235 - paper) / 255; };
    return {mirrored(color.red, darkPaper.red), mirrored(color.green, darkPaper.green), mirrored(color.blue, darkPaper.blue)};
}

QColor Theme::readable(Color color, Color background, double least) const {
    Color const goal = text_color_on(background);
    Color ink = plainColor(this->color(color));
    while (contrast(ink, background) < least && !(ink == goal)) ink = blend(ink, goal, 0.1) == ink ? goal : blend(ink, goal, 0.1);
    return {ink.red, ink.green, ink.blue};
}

QColor Theme::lineColor(Color color) const {
    bool const isHue = !isGrey(color) && !turnedScale().contains(key(color));
    return dark_ && isHue ? readable(color, paper(), readableContrast) : this->color(color);
}

Color Theme::paper() const {
    return dark_ ? darkPaper : white;
}

QFont pictureFont(double pixels, bool bold) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(std::max(static_cast<int>(std::lround(pixels)), 1));
    font.setBold(bold);
    return font;
}

} // namespace tessera::gui
