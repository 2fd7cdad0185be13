// SPDX-License-Identifier: BSD-3-Clause
// Tessera: two rhythms on one ruler: who owns an index before and after, until both begin again together (PITFALLS).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/scene/scene.hpp"

#include <utility>

namespace tessera {

/// The dimension (of the copy map) whose rhythms are worth seeing: the first that changes its owners; nothing where none does.
[[nodiscard]] std::optional<std::size_t> rhythm_dim(RedistPlan const& plan);

/// Two rulers of indices, coloured by the processor coordinate before and after; below them what each pair of coordinates shares,
/// as FALLS (l, r, s, n) (Ramaswamy and Banerjee 1995), over one joint period or its first 240 indices. `only`: one pair of
/// coordinates instead of all. Of further lanes than 28 those are drawn that meet first. Error: no dimension changes its owners.
[[nodiscard]] Result<Scene> rhythm_scene(RedistPlan const& plan, std::optional<std::pair<Index, Index>> only = std::nullopt);

} // namespace tessera
