// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a picture as plain data: what lies under a point.
#include "libcore/scene/scene.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace tessera {

SceneRect const* Scene::hit(double x, double y) const {
    auto const lies_on = [&](SceneRect const& rect) {
        return rect.tag.kind != SceneTag::Kind::None && rect.x <= x && x < rect.x + rect.width && rect.y <= y &&
               y < rect.y + rect.height;
    };
    auto const topmost_first = rects | std::views::reverse;
    auto const found = std::ranges::find_if(topmost_first, lies_on);
    return found == topmost_first.end() ? nullptr : &*found;
}

SceneLine const* Scene::hit_line(double x, double y, double reach) const {
    auto const is_near = [&](SceneLine const& line) {
        if (line.tag.kind == SceneTag::Kind::None) return false;
        double const dx = line.x2 - line.x1;
        double const dy = line.y2 - line.y1;
        double const squared = std::max(dx * dx + dy * dy, 1e-9);
        double const along = std::clamp(((x - line.x1) * dx + (y - line.y1) * dy) / squared, 0.0, 1.0);
        return std::hypot(x - line.x1 - along * dx, y - line.y1 - along * dy) <= std::max(reach, line.width / 2);
    };
    auto const topmost_first = lines | std::views::reverse;
    auto const found = std::ranges::find_if(topmost_first, is_near);
    return found == topmost_first.end() ? nullptr : &*found;
}

} // namespace tessera
