// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the painter of scenes with Qt.
#pragma once

#include "gui/canvas/theme.hpp"
#include "libcore/scene/scene.hpp"

#include <QImage>
#include <QPainter>

namespace tessera::gui {

/// The colour of a text and of its background, which is the topmost rectangle there, or the paper. In a light window the ink is
/// that of the scene.
struct TextColors {
    QColor ink;
    QColor ground;
};
[[nodiscard]] TextColors textColors(Scene const& scene, SceneText const& text, Theme theme);

/// Paints in the scene's units. `visible`: the part to paint, in these units.
void paintScene(QPainter& painter, Scene const& scene, Theme theme, QRectF const& visible);

/// Returns the scene on its background, as large as fits into `size` (its own size if `size` is empty).
[[nodiscard]] QImage sceneImage(Scene const& scene, QSize size);

} // namespace tessera::gui
