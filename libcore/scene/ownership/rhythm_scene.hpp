// SPDX-License-Identifier: BSD-3-Clause
// Tessera: two ownership patterns on one ruler: the owner of an index before and after, up to their common period (PITFALLS).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/scene/scene.hpp"

#include <utility>

namespace tessera {

/// Returns the first dimension (of the copy map) that changes its owners; nothing if none does.
[[nodiscard]] std::optional<std::size_t> rhythm_dim(RedistPlan const& plan);

/// Draws two rulers of indices, coloured by the processor coordinate before and after. Below are lanes with the common indices of
/// each pair of coordinates, as FALLS (l, r, s, n) (Ramaswamy and Banerjee 1995), over one joint period or its first 240 indices.
/// `only`: one pair of coordinates instead of all. If there are more than 28 lanes, those with the first common indices are drawn.
/// Error: no dimension changes its owners.
[[nodiscard]] Result<Scene> rhythm_scene(RedistPlan const& plan, std::optional<std::pair<Index, Index>> only = std::nullopt);

} // namespace tessera
