// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures of halos.
#include "libcore/scene/halo_scene.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/halo/halo_layout.hpp"
#include "libcore/scene/detail/cut_axis.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/ownership_grid.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tessera {

namespace {

using namespace detail;

constexpr double halo_panel_gap = 40;
constexpr double widest_line = 1160; // panels that need more stand below each other
constexpr double pale = 0.55;        // how far the interior's colour goes to white

CutAxis cells_of(HaloPlan const& plan, HaloLayout const& layout, BoxSet const& interior, Index position, int d) {
    ShadowWidth const width = plan.stencil().widths()[as_size(d)];
    Index const coord = plan.mapping().dim_coord(position, d);
    PeriodicSet const& kept = layout.places()[as_size(d)];
    std::set<Index> cuts;
    add_cuts(kept, 0, cuts);
    add_cuts(plan.mapping().dim(d).owned(coord), 0, cuts);
    add_cuts(interior.dims()[as_size(d)], 0, cuts);
    for (PeriodicSet const& set : plan.axis(d).reach(coord, {-width.low, width.high + 1}).others)
        for (HaloAxis::Piece const& piece : plan.axis(d).pieces(set)) add_cuts(piece.elements, piece.distance, cuts);
    return cut_axis(cuts, [&kept](Index index) { return kept.contains(index); });
}

Extents first_of(BoxSet const& owned) {
    Extents first;
    for (PeriodicSet const& dim : owned.dims()) first.push_back(dim.element(0));
    return first;
}

/// One rank's panel.
class HaloPanel {
  public:
    HaloPanel(HaloPlan const& plan, Index position)
        : plan_(plan), position_(position), view_(OwnershipView::of(plan.mapping().array())),
          owned_(plan.mapping().owned(position)), interior_(plan.interior(position)), halo_(plan.places(position)),
          first_(first_of(owned_)) {
        HaloLayout const layout(plan, position);
        columns_ = cells_of(plan, layout, interior_, position, view_.column_dim);
        rows_ = view_.row_dim ? cells_of(plan, layout, interior_, position, *view_.row_dim) : single_cell();
    }

    [[nodiscard]] double width() const { return std::max(columns_.length, text_width(heading(), 13) * 1.1); }
    [[nodiscard]] double height() const { return rows_.length + 26; }
    [[nodiscard]] bool all() const { return rows_.all && columns_.all; }

    void add_to(Scene& scene, double x, double y) const {
        scene.texts.push_back({x, y + 8, heading(), 13, SceneText::Anchor::Start, ink, true});
        for (CutCell const& row : rows_.cells)
            for (CutCell const& column : columns_.cells) add_cell(scene, x + column.at, y + 22 + row.at, row, column);
    }

  private:
    [[nodiscard]] std::string heading() const { return fmt::format("rank {}", rank_at(position_)); }
    [[nodiscard]] Rank rank_at(Index position) const { return plan_.mapping().grid().rank(position); }

    /// Who owns the element at a place of the halo; nobody where the place is not filled.
    [[nodiscard]] std::optional<Rank> filled_by(Extents const& place) const {
        if (std::ranges::none_of(halo_, [&](BoxSet const& box) { return box.contains(place); })) return std::nullopt;
        Extents coords;
        for (std::size_t d = 0; d < place.size(); ++d) {
            DimMapping const& dim = plan_.mapping().dim(static_cast<int>(d));
            coords.push_back(dim.owner(floor_mod(place[d], dim.extent())));
        }
        return rank_at(plan_.mapping().position_of(coords, plan_.mapping().replica(position_)));
    }

    void add_cell(Scene& scene, double x, double y, CutCell const& row, CutCell const& column) const {
        Extents place = first_;
        if (view_.row_dim) place[as_size(*view_.row_dim)] = row.indices.begin;
        place[as_size(view_.column_dim)] = column.indices.begin;
        bool const own = owned_.contains(place);
        bool const inside = own && interior_.contains(place);
        auto const owner = own ? std::optional(rank_at(position_)) : filled_by(place);
        Color color = owner ? rank_color(*owner) : paper;
        if (inside) color = blend(color, white, pale);
        Index const places = row.indices.size() * column.indices.size();
        std::string const what = !owner ? "kept, never filled" : own ? (inside ? "interior" : "reads its neighbours") : "halo";
        scene.rects.push_back({x, y, column.side - 1, row.side - 1, neutral, {}, {}}); // a frame, seen around white
        scene.rects.push_back(
            {x + 1,
             y + 1,
             column.side - 3,
             row.side - 3,
             color,
             {SceneTag::Kind::Cells, {0, owner.value_or(-1), 0, 0, 0, 0}},
             fmt::format("{}: {}{}", counted(places, "place"), what, owner ? fmt::format(", rank {}", *owner) : "")});
        if (owner && (!own || inside)) add_label(scene, scene.rects.back(), std::to_string(*owner));
    }

    HaloPlan const& plan_;
    Index position_;
    OwnershipView view_;
    BoxSet owned_;
    BoxSet interior_;
    std::vector<BoxSet> halo_;
    CutAxis rows_;
    CutAxis columns_;
    Extents first_; // the first index that the position owns, per dimension
};

/// Panels stand as the ranks do in a grid of two dimensions or more; 0: one behind the other.
Index panels_per_line(ProcessorGrid const& grid) {
    return grid.dims() < 2 ? 0 : grid.extents().back();
}

} // namespace

Scene halo_picture(HaloPlan const& plan, std::span<Rank const> ranks) {
    std::string const title = fmt::format("Halo of {}", plan.mapping().array().name);
    Scene scene = blank_scene(title);
    double y = add_title(scene, title, fmt::format("{} of each element are read", counted(plan.stencil().points(), "neighbour")));
    double x = edge;
    double line_height = 0;
    bool all = true;
    Index const per_line = panels_per_line(plan.mapping().grid());
    for (Rank const rank : ranks) {
        auto const position = plan.mapping().grid().position(rank);
        if (!position || plan.mapping().owned_count(*position) == 0) continue;
        HaloPanel const panel(plan, *position);
        bool const next_row = per_line > 0 && *position % per_line == 0;
        if (x > edge && (next_row || x + panel.width() > widest_line)) {
            x = edge;
            y += line_height + halo_panel_gap / 2;
            line_height = 0;
        }
        panel.add_to(scene, x, y);
        all = all && panel.all();
        line_height = std::max(line_height, panel.height());
        x += panel.width() + halo_panel_gap;
        scene.width = std::max(scene.width, x - halo_panel_gap + edge);
    }
    std::vector<std::string> notes{"full colour: own elements that read others; pale: the interior, which reads none",
                                   "numbers around them: who owns the halo; white: kept, and never filled"};
    if (!all) notes.push_back(fmt::format("of more than {} cells along a dimension the first are drawn", most_cut_cells));
    scene.height = add_notes(scene, notes, y + line_height + 10) + edge;
    return scene;
}

Result<Scene> halo_picture(HaloPlan const& plan, std::optional<Rank> only) {
    ProcessorGrid const& grid = plan.mapping().grid();
    if (only && !grid.position(*only)) return fail(fmt::format("--rank: rank {} takes no part", *only));
    std::vector<Rank> ranks;
    if (only) ranks.push_back(*only);
    for (Index position = 0; !only && position < std::min(grid.size(), most_halo_panels); ++position)
        ranks.push_back(grid.rank(position));
    return halo_picture(plan, ranks);
}

} // namespace tessera
