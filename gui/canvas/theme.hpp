// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the colours of pictures on a light or a dark window.
#pragma once

#include "libcore/scene/color.hpp"

#include <QColor>
#include <QPalette>

namespace tessera::gui {

/// Pictures are made for light paper. On a dark window paper, ink and the greys between them change places; on the scale of
/// quantities the more is the lighter, since dark marks hardly show there; the colours of ranks stay what they are.
class Theme {
  public:
    static constexpr double readableContrast = 4.5; ///< of text and its ground (WCAG 2, level AA)

    [[nodiscard]] static Theme light() { return Theme(false); }
    [[nodiscard]] static Theme of(QPalette const& palette);

    [[nodiscard]] bool isDark() const { return dark_; }
    [[nodiscard]] QColor color(Color color) const;
    /// The same with at least this contrast to a colour of this theme, made lighter or darker where need be.
    [[nodiscard]] QColor readable(Color color, Color background, double least) const;
    /// Of thin lines, which have the colour of their names: hues as readable as text; greys and quantities as they are.
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

/// Pictures are painted in this font, so that they look the same everywhere.
[[nodiscard]] QFont pictureFont(double pixels, bool bold = false);

} // namespace tessera::gui
