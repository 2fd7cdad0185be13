// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a thumbnail of a job: the owners before and after.
#pragma once

#include "gui/canvas/theme.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <QImage>

namespace tessera::gui {

/// Draws the two mappings side by side with an arrow between them (arrays of one dimension: one above the other). If nothing
/// changes, draws a single mapping. May run on any thread. Cost: the pixels.
[[nodiscard]] QImage jobPicture(RedistPlan const& plan, QSize size, Theme theme);

} // namespace tessera::gui
