// SPDX-License-Identifier: BSD-3-Clause
// Tessera: scenes painted by Qt.
#pragma once

#include "gui/canvas/theme.hpp"
#include "libcore/scene/scene.hpp"

#include <QImage>
#include <QPainter>

namespace tessera::gui {

/// Paints in the scene's own lengths; `visible` (in them) is all that needs to be painted.
void paintScene(QPainter& painter, Scene const& scene, Theme theme, QRectF const& visible);

/// The scene as large as fits into `size` (its own size where that is empty), on its background.
[[nodiscard]] QImage sceneImage(Scene const& scene, QSize size);

} // namespace tessera::gui
