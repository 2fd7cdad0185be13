// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the colours of pictures on a light or a dark window.
#include "gui/canvas/theme.hpp"

#include <QFont>
#include <algorithm>
#include <cstdlib>

namespace tessera::gui {
namespace {

constexpr Color darkPaper{30, 33, 36};

bool isGrey(Color color) {
    auto const [least, most] = std::minmax({int{color.red}, int{color.green}, int{color.blue}});
    return most - least <= 24;
}

} // namespace

Theme Theme::of(QPalette const& palette) {
    return Theme(palette.color(QPalette::Base).lightness() < 128);
}

QColor Theme::color(Color color) const {
    if (!dark_ || !isGrey(color)) return {color.red, color.green, color.blue};
    // White becomes the dark paper and black becomes near-white; what lies between is mirrored.
    auto const mirrored = [](int channel, int paper) { return paper + (255 - channel) * (235 - paper) / 255; };
    return {mirrored(color.red, darkPaper.red), mirrored(color.green, darkPaper.green), mirrored(color.blue, darkPaper.blue)};
}

Color Theme::paper() const {
    return dark_ ? darkPaper : white;
}

QFont pictureFont(double pixels, bool bold) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(std::max(static_cast<int>(pixels + 0.5), 1));
    font.setBold(bold);
    return font;
}

} // namespace tessera::gui
