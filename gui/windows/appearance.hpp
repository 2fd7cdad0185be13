// SPDX-License-Identifier: BSD-3-Clause
// Tessera: light and dark windows.
#pragma once

#include <QPalette>
#include <QString>
#include <array>
#include <optional>

namespace tessera::gui {

enum class Appearance { System, Light, Dark };

inline constexpr std::array appearances{Appearance::System, Appearance::Light, Appearance::Dark};

/// Returns "system", "light" or "dark", for settings and the command line.
[[nodiscard]] QString appearanceName(Appearance appearance);
[[nodiscard]] std::optional<Appearance> appearanceNamed(QString const& name);

/// Return palettes in which text has a contrast of at least 4.5 on every background, including hints and ticks.
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// Changes all windows at once. System: light or dark, as the desktop was when the program started.
void applyAppearance(Appearance appearance);

/// Returns the last choice, of this session or an earlier one.
[[nodiscard]] Appearance rememberedAppearance();
void rememberAppearance(Appearance appearance);

} // namespace tessera::gui
