// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a network with its links coloured by what they carry.
#include "gui/panels/network_picture.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera::gui {
namespace {

constexpr double edge = 36;
constexpr double head = 62; // title and caption
constexpr double foot = 46; // legend
constexpr double side = 620;
constexpr double apart = 4; // the two directions of a link
constexpr Color idle{206, 212, 218};
constexpr Color calm{240, 205, 90};
constexpr Color busy{150, 30, 0};

Color loadColor(double share) {
    return share == 0 ? idle : blend(calm, busy, share);
}

/// The plane of the network's own places, scaled to the picture.
class Plane {
  public:
    explicit Plane(Topology const& topology) : topology_(topology) {
        for (int vertex = 0; vertex < topology.vertices(); ++vertex) {
            VertexPlace const place = topology.place(vertex);
            low_ = {std::min(low_.x, place.x), std::min(low_.y, place.y)};
            high_ = {std::max(high_.x, place.x), std::max(high_.y, place.y)};
        }
        double const across = high_.x - low_.x;
        double const down = high_.y - low_.y;
        scale_ = std::min(side / std::max({across, down, 1e-9}), 110.0);
        width = across * scale_ + 2 * edge;
        height = down * scale_ + head + foot + edge;
    }
    [[nodiscard]] VertexPlace at(int vertex) const {
        VertexPlace const place = topology_.place(vertex);
        return {edge + (place.x - low_.x) * scale_, head + (place.y - low_.y) * scale_};
    }
    double width = 0;
    double height = 0;

  private:
    Topology const& topology_;
    VertexPlace low_{1e300, 1e300};
    VertexPlace high_{-1e300, -1e300};
    double scale_ = 1;
};

void addLink(Scene& scene, VertexPlace from, VertexPlace to, Color color, double width) {
    double const length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1e-9);
    double const aside = apart / length;
    double const dx = -(to.y - from.y) * aside;
    double const dy = (to.x - from.x) * aside;
    scene.lines.push_back({from.x + dx, from.y + dy, to.x + dx, to.y + dy, color, width, 1});
}

void addNode(Scene& scene, VertexPlace place, std::optional<int> rank, double size) {
    Color const color = rank ? rank_color(*rank) : neutral;
    double const half = size / 2;
    // Lines are painted above rectangles, so that a node is a thick line: it must hide the ends of its links.
    scene.lines.push_back({place.x - half, place.y, place.x + half, place.y, color, size, 1});
    if (rank && size >= 14)
        scene.texts.push_back({place.x, place.y, std::to_string(*rank), std::min(size * 0.55, 12.0), SceneText::Anchor::Middle,
                               text_color_on(color), true});
}

void addLegend(Scene& scene, double y) {
    constexpr int steps = 6;
    scene.texts.push_back({edge - 16, y, "link load", 11, SceneText::Anchor::Start, ink, false});
    for (int i = 0; i < steps; ++i) {
        double const x = edge + 50 + 26.0 * i;
        scene.rects.push_back({x, y - 7, 26, 14, loadColor(static_cast<double>(i) / (steps - 1)), {}, {}});
    }
    scene.texts.push_back({edge + 56 + 26.0 * steps, y, "0 to the busiest", 11, SceneText::Anchor::Start, faint_ink, false});
}

} // namespace

std::vector<double> linkShares(Topology const& topology, StepLoads const& loads) {
    std::vector<double> shares(topology.links().size(), 0);
    if (loads.max_load_bytes <= 0) return shares;
    for (std::size_t link = 0; link < shares.size(); ++link) {
        Link const& each = topology.links()[link];
        shares[link] =
            static_cast<double>(loads.bytes[link]) / (static_cast<double>(each.width) * each.capacity) / loads.max_load_bytes;
    }
    return shares;
}

Scene networkPicture(Flow const& flow, StepLoads const& loads, std::string const& caption, std::optional<int> marked) {
    Site const& site = flow.site;
    MessageSet const& messages = flow.schedule->messages();
    Topology const& topology = *site.topology;
    Plane const plane(topology);
    Scene scene;
    scene.background = paper;
    scene.title = topology.name();
    scene.width = std::max(plane.width, 440.0);
    scene.height = plane.height;
    scene.texts.push_back({20, 20, topology.name(), 16, SceneText::Anchor::Start, ink, true});
    scene.texts.push_back({20, 40, caption, 11, SceneText::Anchor::Start, faint_ink, false});
    if (topology.links().size() > mostDrawnLinks) {
        std::string const many =
            fmt::format("{} links are too many to draw; the table lists them", grouped(std::ssize(topology.links())));
        scene.texts.push_back({20, 80, many, 12, SceneText::Anchor::Start, ink, false});
        return scene;
    }
    auto const shares = linkShares(topology, loads);
    for (std::size_t link = 0; link < shares.size(); ++link) {
        Link const& each = topology.links()[link];
        addLink(scene, plane.at(each.from), plane.at(each.to), loadColor(shares[link]), 1.5 + 3.5 * shares[link]);
    }
    if (marked) {
        Link const& link = topology.links()[static_cast<std::size_t>(*marked)];
        addLink(scene, plane.at(link.from), plane.at(link.to), black, 6);
    }
    std::vector<std::optional<int>> ranks(static_cast<std::size_t>(topology.vertices()));
    for (std::size_t position = 0; position < site.placement.node.size(); ++position)
        ranks[static_cast<std::size_t>(site.placement.node[position])] = messages.rank(static_cast<int>(position));
    double const size = std::clamp(side / std::sqrt(static_cast<double>(topology.vertices())) / 2.5, 4.0, 26.0);
    for (int vertex = 0; vertex < topology.vertices(); ++vertex)
        addNode(scene, plane.at(vertex), ranks[static_cast<std::size_t>(vertex)], vertex < topology.nodes() ? size : size * 0.6);
    addLegend(scene, scene.height - 24);
    return scene;
}

} // namespace tessera::gui
