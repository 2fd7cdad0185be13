// SPDX-License-Identifier: BSD-3-Clause
// Tessera: explanations of the names that options accept, for man pages.
#pragma once

#include <string>

namespace tessera::cli {

/// Returns "block: Each processor gets ..." for every distribution format.
[[nodiscard]] std::string formats_text();
/// Returns "pex (Thakur, Fig. 4.3): Each rank exchanges ..." for every algorithm.
[[nodiscard]] std::string algorithms_text();
/// Returns "direct: each element goes straight to its new owner (Thakur, 3.6.1); ..." for every method.
[[nodiscard]] std::string methods_text();

} // namespace tessera::cli
