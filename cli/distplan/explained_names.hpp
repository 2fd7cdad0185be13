// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names that options take, each with its sentence from the core, for man pages.
#pragma once

#include <string>

namespace tessera::cli {

/// "block: Each processor gets ..." of every format of a distribution.
[[nodiscard]] std::string formats_text();
/// "pex (Thakur, Fig. 4.3): Each rank exchanges ..." of every algorithm.
[[nodiscard]] std::string algorithms_text();
/// "direct: each element goes straight to its new owner (Thakur, 3.6.1); ..." of every method.
[[nodiscard]] std::string methods_text();

} // namespace tessera::cli
