// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is known about the terminal a command writes to.
#pragma once

#include "libcore/scene/color.hpp"

#include <string_view>

namespace tessera::cli {

enum class ColorWhen { Auto, Always, Never };

struct Terminal {
    bool is_tty = false;
    int width = 80; ///< columns; COLUMNS where the descriptor is no terminal
    ColorDepth depth = ColorDepth::None;
};

/// "auto", "always", "never", as --color takes it. Precondition: one of them.
[[nodiscard]] ColorWhen color_when(std::string_view text);

/// Auto: colours on a terminal, unless NO_COLOR is set (to anything but nothing) or TERM is "dumb".
/// 24-bit colours where COLORTERM says so, else the 256-colour palette.
[[nodiscard]] Terminal terminal_of(int descriptor, ColorWhen when = ColorWhen::Auto);

} // namespace tessera::cli
