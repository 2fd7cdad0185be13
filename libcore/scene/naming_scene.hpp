// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures of general sends and gets: which elements collide.
#pragma once

#include "libcore/comm/index/index_plan.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// How often the elements of the array are named, as a heat map of its two drawn dimensions: cells of equal numbers of elements in
/// the colour of the element of theirs that is named most often; what nobody names stays blank. Further dimensions lie behind each
/// other. Lines where the owner changes; an array of one dimension is wrapped into lines. Cells carry SceneTag::Kind::Cells with
/// the owner of their first element (panel 0). Cost: the values.
[[nodiscard]] Scene naming_picture(IndexPlan const& plan);

} // namespace tessera
