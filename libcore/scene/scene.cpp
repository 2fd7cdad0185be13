// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a picture as plain data: hit tests and combinations.
#include "libcore/scene/scene.hpp"

#include <algorithm>
#include <cmath>

namespace tessera {

SceneRect const* Scene::hit(double x, double y) const {
    auto const lies_on = [&](SceneRect const& rect) {
        return has_meaning(rect.tag) && rect.x <= x && x < rect.x + rect.width && rect.y <= y && y < rect.y + rect.height;
    };
    auto const topmost = std::find_if(rects.rbegin(), rects.rend(), lies_on);
    return topmost == rects.rend() ? nullptr : &*topmost;
}

SceneLine const* Scene::hit_line(double x, double y, double reach) const {
    auto const is_near = [&](SceneLine const& line) {
        if (!has_meaning(line.tag)) return false;
        double const dx = line.x2 - line.x1;
        double const dy = line.y2 - line.y1;
        double const squared = std::max(dx * dx + dy * dy, 1e-9);
        double const along = std::clamp(((x - line.x1) * dx + (y - line.y1) * dy) / squared, 0.0, 1.0);
        return std::hypot(x - line.x1 - along * dx, y - line.y1 - along * dy) <= std::max(reach, line.width / 2);
    };
    auto const topmost = std::find_if(lines.rbegin(), lines.rend(), is_near);
    return topmost == lines.rend() ? nullptr : &*topmost;
}

void lay_over(Scene& picture, Scene const& over) {
    picture.rects.insert(picture.rects.end(), over.rects.begin(), over.rects.end());
    picture.lines.insert(picture.lines.end(), over.lines.begin(), over.lines.end());
    picture.polygons.insert(picture.polygons.end(), over.polygons.begin(), over.polygons.end());
    picture.texts.insert(picture.texts.end(), over.texts.begin(), over.texts.end());
}

Scene beside(Scene left, Scene const& right) {
    double const dx = left.width;
    for (SceneRect rect : right.rects) {
        rect.x += dx;
        left.rects.push_back(std::move(rect));
    }
    for (SceneLine line : right.lines) {
        line.x1 += dx;
        line.x2 += dx;
        left.lines.push_back(std::move(line));
    }
    for (ScenePolygon polygon : right.polygons) {
        for (auto& point : polygon.points) point[0] += dx;
        left.polygons.push_back(std::move(polygon));
    }
    for (SceneText text : right.texts) {
        text.x += dx;
        left.texts.push_back(std::move(text));
    }
    left.width += right.width;
    left.height = std::max(left.height, right.height);
    return left;
}

} // namespace tessera
