// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the colours of pictures in a light or a dark window.
#pragma once

#include "libcore/scene/color.hpp"

#include <QColor>
#include <QPalette>

namespace tessera::gui {

/// Pictures are designed for light paper. In a dark window, paper, ink and the greys between them are swapped. On scales of
/// quantities, lighter means more, because dark marks are hardly visible there. The colours of ranks stay the same.
class Theme {
  public:
    static constexpr double readableContrast = 4.5; ///< minimum contrast of text (WCAG 2, level AA)

    [[nodiscard]] static Theme light() { return Theme(false); }
    [[nodiscard]] static Theme of(QPalette const& palette);

    [[nodiscard]] bool isDark() const { return dark_; }
    [[nodiscard]] QColor color(Color color) const;
    /// Returns the colour, made lighter or darker if needed, with at least this contrast to `background`.
    [[nodiscard]] QColor readable(Color color, Color background, double least) const;
    /// Returns the colour of thin lines and their names. Hues get the contrast of text; greys and quantities stay the same.
    [[nodiscard]] QColor lineColor(Color color) const;
    [[nodiscard]] Color paper() const;

    friend bool operator==(Theme const&, Theme const&) = default;

  private:
    explicit Theme(bool dark) : dark_(dark) {}
    bool dark_;
};

[[nodiscard]] inline Color plainColor(QColor const& color) {
    return {static_cast<std::uint8_t>(color.red()), static_cast<std::uint8_t>(color.green()),
            static_cast<std::uint8_t>(color.blue())};
}

/// Returns the font of all pictures, so that they look the same everywhere.
[[nodiscard]] QFont pictureFont(double pixels, bool bold = false);

} // namespace tessera::gui
