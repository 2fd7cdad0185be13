// SPDX-License-Identifier: BSD-3-Clause
// Tessera: colours and their contrast.
#pragma once

#include <cstdint>
#include <string>

namespace tessera {

/// Number of colours that a terminal shows.
enum class ColorDepth { None, Palette256, TrueColor };

/// sRGB, 8 bits per channel.
struct Color {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    friend bool operator==(Color const&, Color const&) = default;
};

inline constexpr Color black{0, 0, 0};
inline constexpr Color white{255, 255, 255};

/// Returns a + share * (b - a) for each channel; 0 <= share <= 1.
[[nodiscard]] Color blend(Color a, Color b, double share);

/// Return the WCAG 2 relative luminance (0 black .. 1 white) and contrast ratio (1 .. 21).
[[nodiscard]] double luminance(Color color);
[[nodiscard]] double contrast(Color a, Color b);

/// Returns black or white, whichever has the higher contrast with the background.
[[nodiscard]] Color text_color_on(Color background);

/// Returns the nearest of the 256 terminal colours (6x6x6 cube and grey ramp): 16 .. 255.
[[nodiscard]] int palette256_index(Color color);

/// Returns the colour as "#0072b2".
[[nodiscard]] std::string hex(Color color);

} // namespace tessera
