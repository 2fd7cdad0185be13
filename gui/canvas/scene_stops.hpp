// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what in a scene can be clicked, for those who walk there by keys.
#pragma once

#include "libcore/scene/scene.hpp"

#include <QRectF>
#include <optional>
#include <vector>

namespace tessera::gui {

/// Something on which a click means something. `area` in the scene's units: the rectangle, or the line with a margin of one unit.
struct SceneStop {
    QRectF area;
    SceneTag tag;
    std::string tooltip;
};

/// In the order in which they are painted. Cost: the rectangles and lines.
[[nodiscard]] std::vector<SceneStop> stopsOf(Scene const& scene);

/// The place in `stops` of the one that lies nearest to `from` in the direction of a unit vector, what lies straight ahead
/// preferred to what lies aside; nothing where nothing lies there.
[[nodiscard]] std::optional<std::size_t> nextStop(std::vector<SceneStop> const& stops, QPointF from, QPointF direction);

} // namespace tessera::gui
