// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a light or a dark window.
#pragma once

#include <QPalette>
#include <QString>
#include <array>
#include <optional>

namespace tessera::gui {

enum class Appearance { System, Light, Dark };

inline constexpr std::array appearances{Appearance::System, Appearance::Light, Appearance::Dark};

/// "system", "light", "dark": in settings and on the command line.
[[nodiscard]] QString appearanceName(Appearance appearance);
[[nodiscard]] std::optional<Appearance> appearanceNamed(QString const& name);

/// Text on every background of these has a contrast of 4.5 at least, hints and ticks included.
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// All windows change at once. System: light or dark, as the desktop was when the program started.
void applyAppearance(Appearance appearance);

/// What was chosen last, in this session or an earlier one.
[[nodiscard]] Appearance rememberedAppearance();
void rememberAppearance(Appearance appearance);

} // namespace tessera::gui
