// SPDX-License-Identifier: BSD-3-Clause
// Tessera: properties of the terminal that a command writes to.
#pragma once

#include "libcore/scene/color.hpp"

#include <optional>
#include <string_view>

namespace tessera::cli {

/// Returns the columns of a screen. Empty if the descriptor is none, or is the terminal without a size that mpirun gives its ranks.
[[nodiscard]] std::optional<int> screen_width(int descriptor);

enum class ColorWhen { Auto, Always, Never };

struct Terminal {
    bool is_tty = false;
    int width = 80; ///< columns; COLUMNS if the descriptor is no terminal
    ColorDepth depth = ColorDepth::None;
};

/// Returns the mode for a value of --color: "auto", "always", "never". Precondition: it is one of these.
[[nodiscard]] ColorWhen color_when(std::string_view text);

/// Returns the terminal's properties. Auto: colours on a terminal, unless NO_COLOR is set and not empty or TERM is "dumb".
/// 24-bit colours if COLORTERM says so, else the 256-colour palette.
[[nodiscard]] Terminal terminal_of(int descriptor, ColorWhen when = ColorWhen::Auto);

} // namespace tessera::cli
