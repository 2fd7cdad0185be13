// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a job as a little picture: who owns what before, and after.
#pragma once

#include "gui/canvas/theme.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <QImage>

namespace tessera::gui {

/// The two mappings side by side, an arrow between them (of one dimension: one above the other); one alone where nothing changes.
/// On any thread. Cost: the pixels.
[[nodiscard]] QImage jobPicture(RedistPlan const& plan, QSize size, Theme theme);

} // namespace tessera::gui
