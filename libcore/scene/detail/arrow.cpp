// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrows in a scene.
#include "libcore/scene/detail/arrow.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::detail {

Point add_arrow_head(Scene& scene, Point before, Point end, Stroke const& stroke) {
    double const length = std::max(std::hypot(end.x - before.x, end.y - before.y), 1e-9);
    double const back = std::min(5 + stroke.width, 0.6 * length);
    double const half = 1.6 + 0.8 * stroke.width;
    Point const along{(end.x - before.x) / length, (end.y - before.y) / length};
    Point const base{end.x - back * along.x, end.y - back * along.y};
    scene.polygons.push_back({{{end.x + along.x, end.y + along.y},
                               {base.x - half * along.y, base.y + half * along.x},
                               {base.x + half * along.y, base.y - half * along.x}},
                              stroke.color});
    return {end.x - 0.8 * back * along.x, end.y - 0.8 * back * along.y};
}

void add_arrow(Scene& scene, Point from, Point to, Stroke const& stroke) {
    if (std::hypot(to.x - from.x, to.y - from.y) < 1) return;
    Point const end = add_arrow_head(scene, from, to, stroke);
    scene.lines.push_back({from.x, from.y, end.x, end.y, stroke.color, stroke.width, stroke.opacity});
}

} // namespace tessera::detail
