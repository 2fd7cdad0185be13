// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a large network as cells, coloured by load.
#include "libcore/scene/detail/network_heat.hpp"

#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/link_styles.hpp"
#include "libcore/scene/detail/load_display.hpp"
#include "libcore/scene/detail/network_layout.hpp"
#include "libcore/scene/detail/scale_legend.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace tessera::detail {
namespace {

constexpr int most_cells_across = 64;
constexpr double heat_extent = 576;
constexpr double largest_heat_cell = 18;
constexpr std::size_t most_named_links = 4;

/// The cells of one dimension.
struct CellAxis {
    double first = 0;
    double step = 1; ///< distance of two cells, in the network's own unit
    int cells = 1;

    CellAxis(double least, double most, double nearest) : first(least) {
        int const vertices = static_cast<int>(std::lround((most - least) / nearest)) + 1;
        int const group = (vertices + most_cells_across - 1) / most_cells_across;
        step = nearest * group;
        cells = (vertices + group - 1) / group;
    }
    [[nodiscard]] int cell(double place) const {
        return std::clamp(static_cast<int>(std::floor((place - first) / step + 1e-6)), 0, cells - 1);
    }
};

CellAxis heat_axis(Topology const& topology, double VertexPosition::*coordinate, double nearest) {
    double least = topology.place(0).*coordinate;
    double most = least;
    for (int vertex = 1; vertex < topology.vertices(); ++vertex) {
        least = std::min(least, topology.place(vertex).*coordinate);
        most = std::max(most, topology.place(vertex).*coordinate);
    }
    return {least, most, nearest};
}

/// Vertices that share a cell.
struct HeatCell {
    int first = 0;
    int vertices = 0;
    int busiest = -1; ///< link; -1: none of their links is used
    double load = 0;
    bool busy = false; ///< some rank in it sends or receives
};

class HeatPicture {
  public:
    HeatPicture(Topology const& topology, NetworkTraffic const& traffic, NetworkCaption const& caption)
        : topology_(topology), traffic_(traffic), caption_(caption), display_(topology, traffic, caption),
          nearest_(nearest_vertices(topology)), columns_(heat_axis(topology, &VertexPosition::x, nearest_)),
          rows_(heat_axis(topology, &VertexPosition::y, nearest_)),
          side_(std::clamp(std::floor(heat_extent / std::max(columns_.cells, rows_.cells)), 1.0, largest_heat_cell)),
          scene_(blank_scene(caption.title)) {
        for (int vertex = 0; vertex < topology.vertices(); ++vertex) take_vertex(vertex);
        for (int link = 0; link < static_cast<int>(topology.links().size()); ++link) take_link(link);
    }

    Scene paint() {
        double const width = side_ * columns_.cells;
        scene_.width = std::max(least_words_room, width) + 2 * edge;
        top_ = add_title(scene_, caption_.title, display_.subtitle()) + 8;
        left_ = std::max(edge, (scene_.width - width) / 2);
        for (auto const& [place, cell] : cells_) add_cell(place, cell);
        if (side_ >= 6) add_heat_lines();
        for (int const link : caption_.marks.links) add_marked(link);
        add_legend();
        return std::move(scene_);
    }

  private:
    using Place = std::pair<int, int>; // row and column

    [[nodiscard]] Place place_of(int vertex) const {
        VertexPosition const at = topology_.place(vertex);
        return {rows_.cell(at.y), columns_.cell(at.x)};
    }

    void take_vertex(int vertex) {
        HeatCell& cell = cells_[place_of(vertex)];
        if (cell.vertices++ == 0) cell.first = vertex;
        cell.busy = cell.busy || (vertex < topology_.nodes() && traffic_.busy[as_size(vertex)]);
        most_in_a_cell_ = std::max(most_in_a_cell_, cell.vertices);
    }

    void take_link(int link) {
        double const load = display_.load(link);
        if (load == 0) return;
        HeatCell& cell = cells_[place_of(topology_.links()[as_size(link)].from)];
        if (load <= cell.load) return;
        cell.load = load;
        cell.busiest = link;
    }

    [[nodiscard]] std::string cell_text(HeatCell const& cell) const {
        std::string const who = cell.vertices == 1
                                    ? display_.vertex_text(cell.first)
                                    : fmt::format("{} vertices from {} on", cell.vertices, topology_.label(cell.first));
        return cell.busiest < 0 ? who : fmt::format("{}; busiest {}", who, display_.link_text(cell.busiest));
    }

    [[nodiscard]] Color cell_color(HeatCell const& cell) const {
        if (cell.busiest >= 0) return display_.scale().at(cell.load);
        return cell.busy ? idle_link : blank;
    }

    void add_cell(Place place, HeatCell const& cell) {
        bool const node = cell.first < topology_.nodes();
        Index const rank = node ? Index{traffic_.ranks[as_size(cell.first)].value_or(-1)} : -1;
        SceneRect const rect{left_ + side_ * place.second,
                             top_ + side_ * place.first,
                             side_,
                             side_,
                             cell_color(cell),
                             VertexTag{cell.first, rank},
                             cell_text(cell)};
        scene_.rects.push_back(rect);
        if (cell.busiest >= 0) add_label(scene_, rect, display_.number_text(cell.load), 0.9, 9);
    }

    /// Gaps between cells would be rounded to pixels, some to one and some to two.
    void add_heat_lines() {
        double const right = left_ + side_ * columns_.cells;
        double const bottom = top_ + side_ * rows_.cells;
        for (int column = 1; column < columns_.cells; ++column)
            scene_.lines.push_back({left_ + side_ * column, top_, left_ + side_ * column, bottom, paper, 1, 0.8});
        for (int row = 1; row < rows_.cells; ++row)
            scene_.lines.push_back({left_, top_ + side_ * row, right, top_ + side_ * row, paper, 1, 0.8});
    }

    [[nodiscard]] Point middle(int vertex) const {
        auto const [row, column] = place_of(vertex);
        return {left_ + side_ * (column + 0.5), top_ + side_ * (row + 0.5)};
    }

    void add_marked(int link) {
        Link const& each = topology_.links()[as_size(link)];
        Point const from = middle(each.from);
        Point const to = middle(each.to);
        scene_.lines.push_back({from.x, from.y, to.x, to.y, paper, 5, 0.8});
        scene_.lines.push_back({from.x, from.y, to.x, to.y, marked_link, 3, 1, LinkTag{link}, display_.link_text(link)});
    }

    /// Returns "The busiest links: 4 to 5 (32), 5 to 6 (32)."; empty if none is used.
    [[nodiscard]] std::string busiest_note() const {
        std::vector<int> links(topology_.links().size());
        std::iota(links.begin(), links.end(), 0);
        auto const named = links.begin() + static_cast<std::ptrdiff_t>(std::min(links.size(), most_named_links));
        std::ranges::partial_sort(links, named, std::greater(), [this](int link) { return display_.load(link); });
        std::string names;
        for (int const link : std::span(links.begin(), named)) {
            Link const& each = topology_.links()[as_size(link)];
            if (display_.load(link) == 0) break;
            names += fmt::format("{}{} to {} ({})", names.empty() ? "" : ", ", topology_.label(each.from), topology_.label(each.to),
                                 display_.number_text(display_.load(link)));
        }
        return names.empty() ? names : fmt::format("The busiest links: {}.", names);
    }

    void add_legend() {
        double y = top_ + side_ * rows_.cells + 14;
        SwatchLines swatches(scene_, edge, y);
        swatches.add(idle_link, "sends nothing, but receives");
        swatches.add(blank, "idle");
        y = add_scale_legend(scene_, display_.scale(), edge, swatches.below() + 2, display_.scale_heading(),
                             [this](double value) { return display_.number_text(value); });
        std::vector<std::string> notes{
            most_in_a_cell_ == 1
                ? "Each cell is a vertex of the network. Its colour is the load of the busiest link that leaves it."
                : fmt::format("Each cell has up to {} vertices of the network. Its colour is the load of the busiest link that "
                              "leaves them.",
                              most_in_a_cell_)};
        if (std::string const busiest = busiest_note(); !busiest.empty()) notes.push_back(busiest);
        if (!caption_.marks.note.empty()) notes.push_back(caption_.marks.note);
        notes.insert(notes.end(), caption_.notes.begin(), caption_.notes.end());
        scene_.height = add_notes(scene_, notes, y) + edge;
    }

    Topology const& topology_;
    NetworkTraffic const& traffic_;
    NetworkCaption const& caption_;
    LoadDisplay display_;
    double nearest_;
    CellAxis columns_;
    CellAxis rows_;
    double side_;
    Scene scene_;
    std::map<Place, HeatCell> cells_;
    int most_in_a_cell_ = 0;
    double left_ = 0;
    double top_ = 0;
};

} // namespace

Scene network_heat(Topology const& topology, NetworkTraffic const& traffic, NetworkCaption const& caption) {
    return HeatPicture(topology, traffic, caption).paint();
}

} // namespace tessera::detail
