// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Thakur's formulas for the load of the busiest link of a mesh.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/schedule/algorithm.hpp"

namespace tessera::cli {

/// The most messages on any directed link of an r x c mesh in a step of an all-to-all; steps count from 1, as the paper's.
using LoadFormula = Index (*)(int step, MeshShape mesh);

/// 4.3.1. Exact in every step.
[[nodiscard]] Index pex_load(int step, MeshShape mesh);

/// 4.3.4, with whole quotients. An upper bound.
[[nodiscard]] Index gen_load(int step, MeshShape mesh);

} // namespace tessera::cli
