// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses numbers and sizes that users type.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <string_view>

namespace tessera {

/// Parses a whole number >= 0 in decimal digits.
[[nodiscard]] Result<Index> parse_number(std::string_view text);
/// Parses a whole number in decimal digits, with an optional sign: "3", "+3", "-3".
[[nodiscard]] Result<Index> parse_signed(std::string_view text);

/// Parses a number of bytes: a whole number with an optional unit in any case. KiB, MiB, GiB, TiB (and K, M, G, T) are powers of
/// 1024; kB, MB, GB, TB are powers of 1000. No unit or B means bytes.
[[nodiscard]] Result<Index> parse_size(std::string_view text);
/// Parses lengths, each 1 or more: "64,4096".
[[nodiscard]] Result<Extents> parse_extents(std::string_view text);

} // namespace tessera
