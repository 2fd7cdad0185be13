// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a picture as plain data: what lies under a point.
#include "libcore/scene/scene.hpp"

#include <algorithm>
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

} // namespace tessera
