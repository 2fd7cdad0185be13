// SPDX-License-Identifier: BSD-3-Clause
// Tessera: scenes painted by Qt.
#pragma once

#include "gui/canvas/theme.hpp"
#include "libcore/scene/scene.hpp"

#include <QImage>
#include <QPainter>

namespace tessera::gui {

/// The ink of a text, and what it stands on: the topmost rectangle there, or the paper. On a light window as the scene has it.
struct TextColors {
    QColor ink;
    QColor ground;
};
[[nodiscard]] TextColors textColors(Scene const& scene, SceneText const& text, Theme theme);

/// Paints in the scene's own lengths; `visible` (in them) is all that needs to be painted.
void paintScene(QPainter& painter, Scene const& scene, Theme theme, QRectF const& visible);

/// The scene as large as fits into `size` (its own size where that is empty), on its background.
[[nodiscard]] QImage sceneImage(Scene const& scene, QSize size);

} // namespace tessera::gui
