// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers and sizes as they are typed.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <string_view>

namespace tessera {

/// A whole number >= 0 in decimal digits.
[[nodiscard]] Result<Index> parse_number(std::string_view text);
/// A whole number in decimal digits, with an optional sign: "3", "+3", "-3".
[[nodiscard]] Result<Index> parse_signed(std::string_view text);

/// Bytes: a whole number with an optional unit. KiB, MiB, GiB, TiB (and K, M, G, T) are powers of 1024;
/// kB, MB, GB, TB are powers of 1000; no unit or B is bytes. Any case is taken.
[[nodiscard]] Result<Index> parse_size(std::string_view text);
/// "64,4096": lengths, each 1 or more.
[[nodiscard]] Result<Extents> parse_extents(std::string_view text);

} // namespace tessera
