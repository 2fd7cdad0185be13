// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages that an edit has taken away, in the picture of those that there are.
#pragma once

#include "libcore/redist/multi_plan.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera::gui {

/// Cells of pairs that sent before and send nothing now are framed. Returns how many. Among more ranks than have cells of their own
/// nothing is framed.
int addMessageGhosts(Scene& matrix, MultiPlan const& now, MultiPlan const& before);

} // namespace tessera::gui
