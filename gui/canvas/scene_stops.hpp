// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the clickable parts of a scene, for keyboard navigation.
#pragma once

#include "libcore/scene/scene.hpp"

#include <QRectF>
#include <optional>
#include <vector>

namespace tessera::gui {

/// A clickable part. `area`: the rectangle, or the line with a margin of one unit, in the scene's units.
struct SceneStop {
    QRectF area;
    SceneTag tag;
    std::string tooltip;
};

/// Returns the parts in painting order. Cost: the rectangles and lines.
[[nodiscard]] std::vector<SceneStop> stopsOf(Scene const& scene);

/// Returns the index of the nearest stop from `from` in the direction of a unit vector; nothing if there is none. A stop straight
/// ahead is preferred to one at the side.
[[nodiscard]] std::optional<std::size_t> nextStop(std::vector<SceneStop> const& stops, QPointF from, QPointF direction);

} // namespace tessera::gui
