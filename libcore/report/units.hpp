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

/// "1 message", "12 messages".
[[nodiscard]] std::string counted(Index number, std::string_view noun);

} // namespace tessera
