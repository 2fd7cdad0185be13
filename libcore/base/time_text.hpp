// SPDX-License-Identifier: BSD-3-Clause
// Tessera: "2.5 us" as a number.
#pragma once

#include "libcore/base/result.hpp"

#include <string_view>

namespace tessera {

/// A number and a unit, with or without blanks: ns, us, ms or s. In seconds. Error: anything else, or less than nothing.
[[nodiscard]] Result<double> parse_seconds(std::string_view text);

} // namespace tessera
