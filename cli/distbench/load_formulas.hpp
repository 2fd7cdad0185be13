// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Thakur's formulas for the load of the busiest link of a mesh.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/schedule/algorithm.hpp"

namespace tessera::cli {

/// Returns the most messages on any directed link of an r x c mesh in a step of an all-to-all. Steps are 1-based, as in the paper.
using LoadFormula = Index (*)(int step, MeshShape mesh);

/// Section 4.3.1. Exact in every step.
[[nodiscard]] Index pex_load(int step, MeshShape mesh);

/// Section 4.3.4, with integer quotients. An upper bound.
[[nodiscard]] Index gen_load(int step, MeshShape mesh);

} // namespace tessera::cli
