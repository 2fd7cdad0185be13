// SPDX-License-Identifier: BSD-3-Clause
// Tessera: formats numbers for people.
#pragma once

#include "libcore/base/index.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// Groups digits: "1 048 576". Numbers of up to four digits are not changed.
[[nodiscard]] std::string grouped(Index number);

/// Formats bytes in powers of 1024 with one decimal: "512 B", "4.0 KiB", "1.5 GiB".
[[nodiscard]] std::string scaled_bytes(Index bytes);

/// Formats bytes with three significant digits and no trailing zeros: "4 KiB", "1.5 GiB", "0.5 B". Precondition: bytes >= 0.
[[nodiscard]] std::string short_bytes(double bytes);

/// Formats seconds the same way: "10 us", "1.5 ms", "150 s". Precondition: seconds >= 0.
[[nodiscard]] std::string short_seconds(double seconds);

/// Formats a percentage: "13 %". A part greater than 0 is never "0 %" but "< 1 %". A part smaller than the whole is never "100 %"
/// but "> 99 %". 0 of 0 is "0 %".
[[nodiscard]] std::string percent_text(Index part, Index whole);

/// Formats a count with its noun: "1 message", "12 messages".
[[nodiscard]] std::string counted(Index number, std::string_view noun);

} // namespace tessera
