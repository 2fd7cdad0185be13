// SPDX-License-Identifier: BSD-3-Clause
// Tessera: formats numbers for people.
#include "libcore/base/units.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace tessera {
namespace {

/// Formats three significant digits without an exponent: "0.125", "12.3", "1020".
std::string three_digits(double value) {
    int const before_point = value > 0 ? static_cast<int>(std::floor(std::log10(value))) + 1 : 1;
    std::string text = fmt::format("{:.{}f}", value, std::clamp(3 - before_point, 0, 6));
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

/// Formats a value in the largest unit in which it is at least one.
std::string scaled(double value, double factor, std::span<char const* const> units) {
    std::size_t unit = 0;
    for (; value >= factor * 0.9995 && unit + 1 < units.size(); ++unit) value /= factor;
    return fmt::format("{} {}", three_digits(value), units[unit]);
}

} // namespace

std::string grouped(Index number) {
    std::string digits = fmt::format("{}", number);
    std::size_t const sign = number < 0 ? 1 : 0;
    if (digits.size() - sign <= 4) return digits;
    for (std::size_t left = digits.size(); left > sign + 3;) {
        left -= 3;
        digits.insert(left, " ");
    }
    return digits;
}

std::string scaled_bytes(Index bytes) {
    constexpr std::array units{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) return fmt::format("{} B", bytes);
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    // 1023.95 would be printed as 1024.0.
    for (; value >= 1023.95 && unit + 1 < units.size(); ++unit) value /= 1024;
    return fmt::format("{:.1f} {}", value, units[unit]);
}

std::string short_bytes(double bytes) {
    constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    return scaled(bytes, 1024, units);
}

std::string short_seconds(double seconds) {
    constexpr std::array units{"ns", "us", "ms", "s"};
    return seconds > 0 ? scaled(seconds * 1e9, 1000, units) : "0 s";
}

std::string percent_text(Index part, Index whole) {
    double const percent = whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
    if (part > 0 && percent < 1) return "< 1 %";
    if (part < whole && percent > 99) return "> 99 %";
    return fmt::format("{:.0f} %", percent);
}

std::string counted(Index number, std::string_view noun) {
    return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

} // namespace tessera
