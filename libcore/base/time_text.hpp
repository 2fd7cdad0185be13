// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses times such as "2.5 us".
#pragma once

#include "libcore/base/result.hpp"

#include <string_view>

namespace tessera {

/// Parses a number with a unit (ns, us, ms or s), with or without blanks between them. Returns seconds. Error: anything else, or a
/// negative number.
[[nodiscard]] Result<double> parse_seconds(std::string_view text);

} // namespace tessera
