// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the paths of messages in a picture of a network.
#include "libcore/scene/network/link_paths.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tessera {
namespace {

double distance_of(ScenePoint a, ScenePoint b) {
    return std::hypot(b[0] - a[0], b[1] - a[1]);
}

} // namespace

void LinkPath::add(ScenePoint point) {
    std::vector<ScenePoint>& piece = pieces_.back();
    if (!piece.empty()) length_ += distance_of(piece.back(), point);
    piece.push_back(point);
}

ScenePoint LinkPath::at(double share) const {
    assert(!empty());
    double rest = std::clamp(share, 0.0, 1.0) * length_;
    for (auto const& piece : pieces_)
        for (std::size_t i = 0; i + 1 < piece.size(); ++i) {
            double const length = distance_of(piece[i], piece[i + 1]);
            if (rest <= length && length > 0) {
                double const t = rest / length;
                return {std::lerp(piece[i][0], piece[i + 1][0], t), std::lerp(piece[i][1], piece[i + 1][1], t)};
            }
            rest -= length;
        }
    return pieces_.back().back();
}

LinkPaths::LinkPaths(Topology const& topology, Scene const& picture)
    : links_(topology.links().size()), middles_(as_size(topology.vertices())) {
    std::vector<char> drawn(middles_.size(), 0);
    for (SceneRect const& rect : picture.rects) {
        auto const* const tag = std::get_if<VertexTag>(&rect.tag);
        if (!tag) continue;
        auto const vertex = as_size(tag->vertex);
        middles_[vertex] = {rect.x + rect.width / 2, rect.y + rect.height / 2};
        drawn[vertex] = 1;
    }
    for (SceneLine const& line : picture.lines) {
        auto const* const tag = std::get_if<LinkTag>(&line.tag);
        if (!tag) continue;
        LinkPath& way = links_[as_size(tag->link)];
        ScenePoint const begin{line.x1, line.y1};
        if (way.empty() || way.pieces().back().back() != begin) {
            way.add_piece();
            way.add(begin);
        }
        way.add({line.x2, line.y2});
    }
    shared_ = !topology.links().empty() && drawn[as_size(topology.links().front().from)] == 0;
}

LinkPath LinkPaths::along(std::span<int const> route, int from, int to) const {
    LinkPath way;
    if (shared_) { // the path goes from the node to the line, along it, and to the other node
        ScenePoint const sender = middles_[as_size(from)];
        ScenePoint const receiver = middles_[as_size(to)];
        double const line = of(route.front()).begin()[1];
        way.add_piece();
        for (ScenePoint const point : {sender, ScenePoint{sender[0], line}, ScenePoint{receiver[0], line}, receiver})
            way.add(point);
        return way;
    }
    for (int const link : route)
        for (auto const& piece : of(link).pieces()) {
            way.add_piece();
            for (ScenePoint const point : piece) way.add(point);
        }
    return way;
}

} // namespace tessera
