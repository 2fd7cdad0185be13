// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers as people read them.
#include "libcore/report/units.hpp"

#include <array>
#include <fmt/format.h>

namespace tessera {

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

std::string counted(Index number, std::string_view noun) {
    return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

} // namespace tessera
