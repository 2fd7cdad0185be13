// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the law of each question of the planner: how its processor time grows with its parameter (share/doc/design.md).
#pragma once

namespace tessera::bench {

/// Measures each question over powers of two and prints the fitted exponent beside the stated one. Returns whether all fitted
/// exponents stay below the stated ones plus one half.
bool print_laws();

} // namespace tessera::bench
