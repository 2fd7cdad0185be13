// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the clickable parts of a scene, for keyboard navigation.
#include "gui/canvas/scene_stops.hpp"

#include <cmath>
#include <limits>

namespace tessera::gui {
namespace {

constexpr double leastWay = 0.5;   // stops at a smaller distance count as the same position
constexpr double asidePenalty = 3; // a stop in the same row is preferred to one in the next, up to this ratio of distances

} // namespace

std::vector<SceneStop> stopsOf(Scene const& scene) {
    std::vector<SceneStop> stops;
    for (SceneRect const& rect : scene.rects)
        if (has_meaning(rect.tag)) stops.push_back({QRectF(rect.x, rect.y, rect.width, rect.height), rect.tag, rect.tooltip});
    for (SceneLine const& line : scene.lines)
        if (has_meaning(line.tag))
            stops.push_back({QRectF(QPointF(line.x1, line.y1), QPointF(line.x2, line.y2)).normalized().adjusted(-1, -1, 1, 1),
                             line.tag, line.tooltip});
    return stops;
}

std::optional<std::size_t> nextStop(std::vector<SceneStop> const& stops, QPointF from, QPointF direction) {
    std::optional<std::size_t> nearest;
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < stops.size(); ++i) {
        QPointF const way = stops[i].area.center() - from;
        double const ahead = QPointF::dotProduct(way, direction);
        double const aside = std::abs(way.x() * direction.y() - way.y() * direction.x());
        if (ahead < leastWay || aside > asidePenalty * ahead) continue;
        double const distance = ahead + asidePenalty * aside;
        if (distance >= least) continue;
        least = distance;
        nearest = i;
    }
    return nearest;
}

} // namespace tessera::gui
