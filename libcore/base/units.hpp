// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers as people read them.
#pragma once

#include "libcore/base/index.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// "1 048 576"; numbers of up to four digits stay as they are.
[[nodiscard]] std::string grouped(Index number);

/// "512 B", "4.0 KiB", "1.5 GiB": powers of 1024, one decimal.
[[nodiscard]] std::string scaled_bytes(Index bytes);

/// "4 KiB", "1.5 GiB", "0.5 B": three significant digits, without zeros that say nothing. Precondition: bytes >= 0.
[[nodiscard]] std::string short_bytes(double bytes);

/// "10 us", "1.5 ms", "150 s", the same way. Precondition: seconds >= 0.
[[nodiscard]] std::string short_seconds(double seconds);

/// "13 %". Something is never "0 %" and not all never "100 %", but "< 1 %" and "> 99 %". Nothing of nothing is "0 %".
[[nodiscard]] std::string percent_text(Index part, Index whole);

/// "1 message", "12 messages".
[[nodiscard]] std::string counted(Index number, std::string_view noun);

} // namespace tessera
