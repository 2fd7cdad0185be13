// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array of the input that an output array is a copy of.
#pragma once

#include "cli/redist/settings.hpp"
#include "libcore/files/store/new_array.hpp"

#include <optional>

namespace tessera::cli {

/// Returns the original. Empty if there is no input, or if no input array has the new array's name; then it is another array.
[[nodiscard]] std::optional<Original> original_of(RedistSettings const& settings, Mapping const& target);

} // namespace tessera::cli
