// SPDX-License-Identifier: BSD-3-Clause
// Tessera: marks for messages that an edit has removed, in the picture of the current messages.
#pragma once

#include "libcore/redist/multi_plan.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera::gui {

/// Frames the cells of pairs that sent messages before and send none now. Returns the number of frames. Does nothing if there are
/// more ranks than individual cells.
int addMessageGhosts(Scene& matrix, MultiPlan const& now, MultiPlan const& before);

} // namespace tessera::gui
