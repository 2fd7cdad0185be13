// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures of shifts.
#include "libcore/scene/messages/shift_scene.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/context/context_boxes.hpp"
#include "libcore/scene/detail/arrow.hpp"
#include "libcore/scene/detail/cut_axis.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace tessera {
namespace {

using namespace detail;

constexpr double arrow_room = 46; // margin around the array, for arrows that leave it
constexpr double stays_pale = 0.6;

/// One dimension of a shift.
class ShiftedDim {
  public:
    ShiftedDim(GridShift const& shift, int d)
        : dim_(shift.mapping().dim(d)), distance_(shift.distance()[as_size(d)]), torus_(shift.edge() == ShiftEdge::Torus) {
        Index const extent = dim_.extent();
        distance_ = torus_ ? floor_mod(distance_, extent) : std::clamp(distance_, -extent, extent);
        if (torus_ && distance_ > extent / 2) distance_ -= extent; // the shorter direction around
    }

    /// Returns the target of an index; nothing if it leaves the array.
    [[nodiscard]] std::optional<Index> target(Index index) const { return moved(index, distance_); }
    /// Returns the index whose element moves to this index, if there is one.
    [[nodiscard]] std::optional<Index> source(Index index) const { return moved(index, -distance_); }
    /// Returns an index whose element stays in the array, if there is one.
    [[nodiscard]] Index staying() const {
        return torus_ ? 0 : std::clamp<Index>(-distance_, 0, std::max<Index>(dim_.extent() - 1, 0));
    }
    [[nodiscard]] Index distance() const { return distance_; }
    /// Returns whether the element at an index leaves at one end and enters at the other.
    [[nodiscard]] bool wraps(Index index) const { return torus_ && target(index) != index + distance_; }

    /// Returns cells that are cut at every change of owner, source or target, and at `cuts`.
    [[nodiscard]] CutAxis cells(std::set<Index> cuts) const {
        cuts.insert(0);
        Index found = 0;
        for (Index at = 0; at < dim_.extent() && found++ <= most_cut_cells;) {
            at += alike_from(at);
            cuts.insert(at);
        }
        return cut_axis(cuts, [](Index) { return true; });
    }

  private:
    [[nodiscard]] std::optional<Index> moved(Index index, Index distance) const {
        Index const to = torus_ ? floor_mod(index + distance, dim_.extent()) : index + distance;
        return to >= 0 && to < dim_.extent() ? std::optional(to) : std::nullopt;
    }
    /// Returns how many indices from here on have one owner and one target owner, and are all reached or all not reached.
    [[nodiscard]] Index alike_from(Index index) const {
        Index alike = dim_.segment_at(index).run.end - index;
        if (auto const to = target(index)) alike = std::min(alike, dim_.segment_at(*to).run.end - *to);
        if (!target(index) && distance_ < 0) alike = std::min(alike, std::max<Index>(-distance_ - index, 1));
        auto const from = source(index);
        if (from && !torus_) alike = std::min(alike, dim_.extent() - *from);
        if (!from && distance_ > 0) alike = std::min(alike, std::max<Index>(distance_ - index, 1));
        return alike;
    }

    DimMapping const& dim_;
    Index distance_; // not longer than the dimension
    bool torus_;
};

class ShiftDrawing {
  public:
    explicit ShiftDrawing(GridShift const& shift) : shift_(shift), view_(OwnershipView::of(shift.mapping().array())) {
        for (int d = 0; d < shift.mapping().dims(); ++d) {
            dims_.emplace_back(shift, d);
            first_.push_back(dims_.back().staying());
        }
        columns_ = dims_[as_size(view_.column_dim)].cells(cuts_of(view_.column_dim));
        rows_ = view_.row_dim ? dims_[as_size(*view_.row_dim)].cells(cuts_of(*view_.row_dim)) : single_cell();
    }

    [[nodiscard]] bool all() const { return rows_.all && columns_.all; }

    /// Draws the picture and returns the y below it.
    double draw(Scene& scene, double top) {
        left_ = edge + arrow_room;
        top_ = top + arrow_room;
        for (CutCell const& row : rows_.cells)
            for (CutCell const& column : columns_.cells) add_cell(scene, row, column);
        scene.width = std::max(scene.width, left_ + columns_.length + arrow_room + edge);
        return top_ + rows_.length + arrow_room;
    }

  private:
    [[nodiscard]] Extents index_of(CutCell const& row, CutCell const& column) const {
        Extents index = first_;
        if (view_.row_dim) index[as_size(*view_.row_dim)] = row.indices.begin;
        index[as_size(view_.column_dim)] = column.indices.begin;
        return index;
    }
    /// Returns the elements of the drawn dimensions where a mask holds, with the other dimensions at `at`.
    [[nodiscard]] std::vector<BoxSet> active_beside(Mask const& mask, Extents const& at) const {
        std::vector<PeriodicSet> sets;
        for (std::size_t d = 0; d < at.size(); ++d)
            sets.push_back(PeriodicSet::interval(drawn(static_cast<int>(d)) ? Run{0, shift_.mapping().array().extents[d]}
                                                                            : Run{at[d], at[d] + 1}));
        BoxSet const box(std::move(sets));
        return active_boxes(box, mask.context(shift_.mapping().array(), box));
    }
    /// Returns the indices where elements start to move, or start to be reached.
    [[nodiscard]] std::set<Index> cuts_of(int d) const {
        std::set<Index> cuts;
        if (!shift_.selects()) return cuts;
        Index const extent = shift_.mapping().array().extents[as_size(d)];
        auto const add = [&](Mask const& mask, Extents const& at, Index way) {
            for (BoxSet const& box : active_beside(mask, at)) {
                std::set<Index> all;
                add_cuts(box.dims()[as_size(d)], way, all);
                for (Index const cut : all) {
                    Index const place = shift_.edge() == ShiftEdge::Torus ? floor_mod(cut, extent) : cut;
                    if (place >= 0 && place < extent) cuts.insert(place);
                }
            }
        };
        Index const way = dims_[as_size(d)].distance();
        auto const origin = origin_of(first_, false);
        auto const target = place_of(first_, false);
        if (shift_.where()) add(*shift_.where(), first_, 0);
        if (shift_.where() && origin) add(*shift_.where(), *origin, way);
        if (shift_.wanted()) add(*shift_.wanted(), first_, 0);
        if (shift_.wanted() && target) add(*shift_.wanted(), *target, -way);
        return cuts;
    }
    [[nodiscard]] bool holds(std::optional<Mask> const& mask, Extents const& index) const {
        if (!mask) return true;
        std::vector<PeriodicSet> one;
        for (Index const at : index) one.push_back(PeriodicSet::interval({at, at + 1}));
        return mask->context(shift_.mapping().array(), BoxSet(std::move(one))).active() > 0;
    }
    /// With a context of the reader, elements that would leave the array do not move.
    [[nodiscard]] bool goes(Extents const& index) const {
        auto const place = place_of(index, true);
        return holds(shift_.where(), index) && (!shift_.wanted() || (place && holds(shift_.wanted(), *place)));
    }
    /// Returns the source of an index, if there is one. `all`: considers all dimensions, else only those that are not drawn.
    [[nodiscard]] std::optional<Extents> origin_of(Extents index, bool all) const {
        for (std::size_t d = 0; d < index.size(); ++d) {
            if (!all && drawn(static_cast<int>(d))) continue;
            auto const from = dims_[d].source(index[d]);
            if (!from) return std::nullopt;
            index[d] = *from;
        }
        return index;
    }
    /// Returns the target of an element, if it stays in the array. `all`: considers all dimensions, else only those that are not
    /// drawn.
    [[nodiscard]] std::optional<Extents> place_of(Extents index, bool all) const {
        for (std::size_t d = 0; d < index.size(); ++d) {
            if (!all && drawn(static_cast<int>(d))) continue;
            auto const to = dims_[d].target(index[d]);
            if (!to) return std::nullopt;
            index[d] = *to;
        }
        return index;
    }
    [[nodiscard]] bool drawn(int d) const { return d == view_.column_dim || (view_.row_dim && d == *view_.row_dim); }
    [[nodiscard]] Rank owner(Extents const& index) const { return shift_.mapping().owners(index).front().rank; }
    [[nodiscard]] std::optional<Rank> target_of(Extents const& index) const {
        auto const place = goes(index) ? place_of(index, true) : std::nullopt;
        return place ? std::optional(owner(*place)) : std::nullopt;
    }
    [[nodiscard]] bool is_reached(Extents const& index) const {
        auto const origin = origin_of(index, true);
        return origin && goes(*origin);
    }

    void add_cell(Scene& scene, CutCell const& row, CutCell const& column) {
        Extents const index = index_of(row, column);
        Rank const from = owner(index);
        bool const active = goes(index);
        auto const to = target_of(index);
        Color const color = !active      ? paper
                            : !to        ? neutral
                            : to == from ? blend(rank_color(from), white, stays_pale)
                                         : rank_color(from);
        Index const elements = row.indices.size() * column.indices.size();
        std::string const where = !active      ? "inactive"
                                  : !to        ? "leaves the array"
                                  : to == from ? "stays on this rank"
                                               : fmt::format("goes to rank {}", *to);
        SceneRect cell{left_ + column.at,
                       top_ + row.at,
                       column.side - 1,
                       row.side - 1,
                       color,
                       CellsTag{0, from, {0, 1}, {0, 1}},
                       fmt::format("{} of rank {}: {}", counted(elements, "element"), from, where)};
        if (!is_reached(index)) {
            scene.rects.push_back(cell);
            cell = inset(cell, 2);
            scene.rects.push_back({cell.x, cell.y, cell.width, cell.height, white, {}, {}});
            cell = inset(cell, 2);
        }
        scene.rects.push_back(cell);
        if (active) add_way(scene, row, column, index, to && to != from);
        add_label(scene, corner_of(cell), std::to_string(from), 1, 11);
    }

    /// Draws the arrow from the middle of a cell to its target. If the target is at the other end of a torus, the arrow leaves the
    /// array and names the rank that receives the cell.
    void add_way(Scene& scene, CutCell const& row, CutCell const& column, Extents const& index, bool far) const {
        auto const end_of = [&](CutAxis const& axis, CutCell const& cell, std::optional<int> d) {
            Index const way = d ? dims_[as_size(*d)].distance() : 0;
            return axis.place(static_cast<double>(way) + static_cast<double>(cell.indices.begin + cell.indices.end) / 2);
        };
        Point const from{left_ + column.at + column.side / 2, top_ + row.at + row.side / 2};
        Point const to{left_ + end_of(columns_, column, view_.column_dim), top_ + end_of(rows_, row, view_.row_dim)};
        add_arrow(scene, from, to, far ? Stroke{ink, 1.6, 0.9} : Stroke{faint_ink, 1, 0.6});
        bool wraps = false;
        for (std::size_t d = 0; d < index.size(); ++d) wraps = wraps || dims_[d].wraps(index[d]);
        if (wraps) add_wrap_label(scene, from, to, *target_of(index));
    }

    /// Puts the label a little beyond the arrow head.
    static void add_wrap_label(Scene& scene, Point from, Point to, Rank rank) {
        double const length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0);
        Point const at{to.x + 9 * (to.x - from.x) / length, to.y + 9 * (to.y - from.y) / length};
        add_text(scene, at.x, at.y, std::to_string(rank), {.size = tick_size, .anchor = SceneText::Anchor::Middle});
    }

    static SceneRect inset(SceneRect rect, double by) {
        return {rect.x + by, rect.y + by, rect.width - 2 * by, rect.height - 2 * by, rect.fill, rect.tag, rect.tooltip};
    }
    /// Returns the corner for the owner's number, clear of the arrow.
    static SceneRect corner_of(SceneRect const& cell) {
        return {cell.x, cell.y, std::min(cell.width, 18.0), std::min(cell.height, 16.0), cell.fill, {}, {}};
    }

    GridShift const& shift_;
    OwnershipView view_;
    std::vector<ShiftedDim> dims_;
    Extents first_; // an index that stays in the array, per dimension
    CutAxis rows_;
    CutAxis columns_;
    double left_ = 0;
    double top_ = 0;
};

std::string summary_of(GridShift const& shift) {
    RedistTotals const totals = shift.totals();
    std::string text = fmt::format("{} change owner in {}", counted(totals.moved, "element"), counted(totals.messages, "message"));
    if (shift.lost() > 0) text += fmt::format(", {} leave the array", grouped(shift.lost()));
    return text;
}

} // namespace

Scene shift_picture(GridShift const& shift) {
    std::string const title = fmt::format("{} shifted by {}{}", shift.mapping().array().name, fmt::join(shift.distance(), ","),
                                          shift.edge() == ShiftEdge::Torus ? " on a torus" : "");
    Scene scene = blank_scene(title);
    double y = add_title(scene, title, summary_of(shift));
    std::vector<std::string> notes{"Full colour: moves to another rank. Pale: moves within its rank. Numbers: owner."};
    if (shift.edge() == ShiftEdge::Torus) notes.push_back("An arrow that leaves the array continues at the opposite edge.");
    if (shift.selects())
        notes.push_back(fmt::format("White: not moved ({}). White frame: nothing arrives here.", shift.context_text()));
    if (shift.lost() > 0)
        notes.push_back(shift.where() ? "Grey: leaves the array." : "Grey: leaves the array. White frame: nothing arrives here.");
    if (shift.mapping().volume() > 0) {
        ShiftDrawing drawing(shift);
        y = drawing.draw(scene, y);
        if (!drawing.all()) notes.push_back(fmt::format("Only the first {} cells of a dimension are drawn.", most_cut_cells));
    }
    scene.height = add_notes(scene, notes, y + 10) + edge;
    return scene;
}

} // namespace tessera
