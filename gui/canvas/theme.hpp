// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the colours of pictures on a light or a dark window.
#pragma once

#include "libcore/scene/color.hpp"

#include <QColor>
#include <QPalette>

namespace tessera::gui {

/// Pictures are made for light paper; on a dark window paper, ink and the greys between them change places, and the colours of
/// ranks stay what they are.
class Theme {
  public:
    [[nodiscard]] static Theme light() { return Theme(false); }
    [[nodiscard]] static Theme of(QPalette const& palette);

    [[nodiscard]] bool isDark() const { return dark_; }
    [[nodiscard]] QColor color(Color color) const;
    [[nodiscard]] Color paper() const;

    friend bool operator==(Theme const&, Theme const&) = default;

  private:
    explicit Theme(bool dark) : dark_(dark) {}
    bool dark_;
};

/// Pictures are painted in this font, so that they look the same everywhere.
[[nodiscard]] QFont pictureFont(double pixels, bool bold = false);

} // namespace tessera::gui
