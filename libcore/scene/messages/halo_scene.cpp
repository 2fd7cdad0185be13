// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures of halos.
#include "libcore/scene/messages/halo_scene.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/context/context_boxes.hpp"
#include "libcore/comm/halo/halo_layout.hpp"
#include "libcore/scene/detail/cut_axis.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"
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
constexpr double widest_line = 1160; // wider groups of panels are stacked vertically
constexpr Index most_counted = 20;   // places of a dimension that are drawn one by one
constexpr double pale = 0.55;        // share of white in the interior's colour

/// The parts of a rank that a panel shows.
struct HaloShown {
    BoxSet owned;
    BoxSet interior;
    std::vector<BoxSet> halo;
    std::vector<BoxSet> active; // active part of the owned elements
    std::vector<BoxSet> added;  // for the way back: one box per rank whose halo contains it

    HaloShown(HaloPlan const& plan, Index position, HaloDirection way)
        : owned(plan.mapping().owned(position)), interior(plan.interior(position)), halo(plan.places(position)), active{owned} {
        ArraySpec const& array = plan.mapping().array();
        if (plan.where()) active = active_boxes(owned, plan.where()->context(array, owned));
        if (way == HaloDirection::Fill) return;
        for (HaloMessage const& message : plan.sends(plan.mapping().grid().rank(position)))
            for (HaloBox const& box : message.boxes) added.push_back(box.elements);
    }

    [[nodiscard]] static Index times(std::vector<BoxSet> const& boxes, Extents const& place) {
        return std::ranges::count_if(boxes, [&](BoxSet const& box) { return box.contains(place); });
    }
};

/// A small block that is drawn alone has a cell for each place, so that a reader can count.
CutAxis cells_of(HaloPlan const& plan, HaloLayout const& layout, HaloShown const& shown, Index position, int d, bool alone) {
    ShadowWidth const width = plan.stencil().widths()[as_size(d)];
    Index const coord = plan.mapping().dim_coord(position, d);
    PeriodicSet const& kept = layout.places()[as_size(d)];
    std::set<Index> cuts;
    add_cuts(kept, 0, cuts);
    add_cuts(plan.mapping().dim(d).owned(coord), 0, cuts);
    add_cuts(shown.interior.dims()[as_size(d)], 0, cuts);
    for (auto const* boxes : {&shown.added, plan.where() ? &shown.active : &shown.added, plan.where() ? &shown.halo : &shown.added})
        for (BoxSet const& box : *boxes) add_cuts(box.dims()[as_size(d)], 0, cuts);
    for (PeriodicSet const& set : plan.axis(d).reach(coord, {-width.low, width.high + 1}).others)
        for (HaloAxis::Piece const& piece : plan.axis(d).pieces(set)) add_cuts(piece.elements, piece.distance, cuts);
    if (alone && kept.count() <= most_counted)
        for (Index place = 0; place < kept.count(); ++place) cuts.insert(kept.element(place));
    return cut_axis(cuts, [&kept](Index index) { return kept.contains(index); });
}

Extents first_of(BoxSet const& owned) {
    Extents first;
    for (PeriodicSet const& dim : owned.dims()) first.push_back(dim.element(0));
    return first;
}

/// The panel of one rank.
class HaloPanel {
  public:
    HaloPanel(HaloPlan const& plan, Index position, HaloDirection way, bool alone)
        : plan_(plan), position_(position), way_(way), view_(OwnershipView::of(plan.mapping().array())),
          shown_(plan, position, way), first_(first_of(shown_.owned)) {
        HaloLayout const layout(plan, position);
        columns_ = cells_of(plan, layout, shown_, position, view_.column_dim, alone);
        rows_ = view_.row_dim ? cells_of(plan, layout, shown_, position, *view_.row_dim, alone) : single_cell();
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

    /// Returns the owner of the element at a halo position; nothing if the position is not filled.
    [[nodiscard]] std::optional<Rank> filled_by(Extents const& place) const {
        if (HaloShown::times(shown_.halo, place) == 0) return std::nullopt;
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
        bool const own = shown_.owned.contains(place);
        auto const owner = own ? std::optional(rank_at(position_)) : filled_by(place);
        Index const places = row.indices.size() * column.indices.size();
        auto const [what, color, label] = own ? look_of_own(place) : look_of_halo(owner);
        scene.rects.push_back({x, y, column.side - 1, row.side - 1, neutral, {}, {}}); // a frame, visible around white cells
        scene.rects.push_back(
            {x + 1, y + 1, column.side - 3, row.side - 3, color, CellsTag{0, owner.value_or(-1), {0, 1}, {0, 1}},
             fmt::format("{}: {}{}", counted(places, "place"), what, owner ? fmt::format(", rank {}", *owner) : "")});
        if (!label.empty()) add_label(scene, scene.rects.back(), label);
    }

    struct Look {
        std::string what;
        Color color;
        std::string label;
    };
    [[nodiscard]] Look look_of_halo(std::optional<Rank> owner) const {
        if (!owner) return {way_ == HaloDirection::Add ? "reserved, never added" : "reserved, never filled", paper, ""};
        return {way_ == HaloDirection::Add ? "sent back and added" : "halo", rank_color(*owner), std::to_string(*owner)};
    }
    [[nodiscard]] Look look_of_own(Extents const& place) const {
        Color const color = rank_color(rank_at(position_));
        std::string const rank = std::to_string(rank_at(position_));
        if (way_ == HaloDirection::Add) {
            Index const times = HaloShown::times(shown_.added, place);
            if (times > 0)
                return {fmt::format("receives additions from {}", counted(times, "place")), color, fmt::format("+{}", times)};
            return {"receives no additions", blend(color, white, pale), rank};
        }
        if (HaloShown::times(shown_.active, place) == 0) return {"inactive", neutral, ""};
        if (shown_.interior.contains(place)) return {"interior", blend(color, white, pale), rank};
        return {"reads elements of other ranks", color, ""};
    }

    HaloPlan const& plan_;
    Index position_;
    HaloDirection way_;
    OwnershipView view_;
    HaloShown shown_;
    CutAxis rows_;
    CutAxis columns_;
    Extents first_; // first index that the position owns, per dimension
};

/// Returns the panels per line, as ranks in a grid of two or more dimensions; 0: all panels in one line.
Index panels_per_line(ProcessorGrid const& grid) {
    return grid.dims() < 2 ? 0 : grid.extents().back();
}

} // namespace

namespace {

std::string halo_summary(HaloPlan const& plan) {
    std::string const text = fmt::format("{} of each element are read", counted(plan.stencil().points(), "neighbour"));
    return plan.where() ? fmt::format("{} where {}", text, plan.where()->text()) : text;
}

std::vector<std::string> halo_notes(HaloPlan const& plan, HaloDirection way) {
    if (way == HaloDirection::Add)
        return {"Around each rank's own elements: its halo, with the rank that each element is sent back to.",
                "Full colour: own elements that receive additions, +n from n places. Pale: no additions."};
    std::vector<std::string> notes{"Full colour: own elements that read other ranks. Pale: the interior, which does not.",
                                   "Numbers around them: owners of the halo. White: memory never filled."};
    if (plan.mapping().dims() > 2)
        notes.emplace_back("Of the other dimensions only the first index of each rank is drawn, without the halo there.");
    if (plan.where()) notes.emplace_back("Grey: inactive elements, which read nothing.");
    return notes;
}

} // namespace

Scene halo_picture(HaloPlan const& plan, std::span<Rank const> ranks, HaloDirection way) {
    std::string const title =
        fmt::format("Halo of {}{}", plan.mapping().array().name, way == HaloDirection::Add ? ", added to its owners" : "");
    Scene scene = blank_scene(title);
    double y = add_title(scene, title, halo_summary(plan));
    double x = edge;
    double line_height = 0;
    bool all = true;
    Index const per_line = panels_per_line(plan.mapping().grid());
    for (Rank const rank : ranks) {
        auto const position = plan.mapping().grid().position(rank);
        if (!position || plan.mapping().owned_count(*position) == 0) continue;
        HaloPanel const panel(plan, *position, way, ranks.size() == 1);
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
    std::vector<std::string> notes = halo_notes(plan, way);
    if (!all) notes.push_back(fmt::format("Only the first {} cells of a dimension are drawn.", most_cut_cells));
    scene.height = add_notes(scene, notes, y + line_height + 10) + edge;
    return scene;
}

Result<Scene> halo_picture(HaloPlan const& plan, std::optional<Rank> only, HaloDirection way) {
    ProcessorGrid const& grid = plan.mapping().grid();
    if (only && !grid.position(*only)) return fail(fmt::format("--rank: rank {} takes no part", *only));
    std::vector<Rank> ranks;
    if (only) ranks.push_back(*only);
    for (Index position = 0; !only && position < std::min(grid.size(), most_halo_panels); ++position)
        ranks.push_back(grid.rank(position));
    return halo_picture(plan, ranks, way);
}

} // namespace tessera
