// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the screen and the theme that a tour is played on.
#pragma once

#include "gui/windows/appearance.hpp"

#include <QWidget>

namespace tessera::gui {

/// As the environment says: TESSERA_WINDOW_SIZE is the window's, 1024x768; TESSERA_THEME a theme's name. By default 1400x900.
inline void setScene(QWidget& window) {
    QStringList const size = qEnvironmentVariable("TESSERA_WINDOW_SIZE", "1400x900").split('x');
    window.resize(size[0].toInt(), size[1].toInt());
    if (auto const theme = appearanceNamed(qEnvironmentVariable("TESSERA_THEME"))) applyAppearance(*theme);
}

} // namespace tessera::gui
