// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what each algorithm does, in a sentence for those who have never heard of it.
#pragma once

#include <string_view>

namespace tessera {

/// One sentence: how the ranks take turns, and in how many steps; empty for an unknown name. "auto" has one too.
[[nodiscard]] std::string_view explanation_of(std::string_view algorithm);

} // namespace tessera
