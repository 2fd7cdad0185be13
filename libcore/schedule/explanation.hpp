// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one sentence for beginners about each algorithm.
#pragma once

#include <string_view>

namespace tessera {

/// Returns one sentence about the order of the ranks and the number of steps, or an empty text for an unknown name. Knows "auto"
/// too.
[[nodiscard]] std::string_view explanation_of(std::string_view algorithm);

} // namespace tessera
