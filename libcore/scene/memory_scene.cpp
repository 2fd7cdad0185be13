// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of the memory of one rank.
#include "libcore/scene/memory_scene.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/ownership_grid.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {
namespace {

using namespace detail;
using Anchor = SceneText::Anchor;

constexpr Index most_slot_columns = 6;
constexpr Index most_slots = 24;    // of one dimension
constexpr Index most_of_array = 48; // of one dimension
constexpr double array_width = 240; // of the whole array
constexpr Index before_first = 4;   // indices of a long array before the first that is held
constexpr double slots_width = 420; // at most, unless one column is wider
constexpr double largest_element = 18;
constexpr double slot_height = 22;
constexpr double slot_text = 12;
constexpr double shadow_paleness = 0.7;

std::string named(ArraySpec const& array, Extents const& global) {
    std::vector<Index> user;
    for (std::size_t d = 0; d < global.size(); ++d) user.push_back(array.lower[d] + global[d]);
    return fmt::format("{}({})", array.name, fmt::join(user, ","));
}

void frame_cell(Scene& scene, double x, double y, double width, double height) {
    for (auto const& [x1, y1, x2, y2] : {std::array{x, y, x + width, y}, std::array{x, y + height, x + width, y + height},
                                         std::array{x, y, x, y + height}, std::array{x + width, y, x + width, y + height}})
        scene.lines.push_back({x1, y1, x2, y2, black, 2, 1, {}, {}});
}

class MemoryPicture {
  public:
    MemoryPicture(Mapping const& mapping, Rank rank, Index position, std::optional<Extents> const& element)
        : mapping_(mapping), layout_(mapping, position), rank_(rank), position_(position), element_(element),
          view_(OwnershipView::of(mapping.array())), fixed_(as_size(mapping.dims()), 0) {
        auto const local = element ? layout_.global_to_local(*element) : std::nullopt;
        for (int d = 0; d < mapping.dims(); ++d) {
            if (d == view_.column_dim || d == view_.row_dim) continue;
            fixed_[as_size(d)] = shadow(d).low + (local ? (*local)[as_size(d)] : 0);
        }
        slots_ = slots();
        columns_ = shown_of(view_.column_dim);
        if (view_.row_dim) rows_ = shown_of(*view_.row_dim);
    }

    Scene draw() {
        ArraySpec const& array = mapping_.array();
        Scene scene = blank_scene(fmt::format("the memory of rank {}: {}", rank_, describe(array)));
        double const top = add_title(scene, scene.title, describe(mapping_.spec())) + 50;
        double const left = edge + (view_.row_dim ? tick_room(*view_.row_dim) : tick_room(view_.column_dim) / 2);
        double const below_array = add_array(scene, left, top);
        double const below_slots = add_slots(scene, left + array_width + 30, top);
        double y = std::max(below_array, below_slots) + 18;
        SwatchLines swatches(scene, edge, y);
        swatches.add(rank_color(rank_), "owned");
        if (!array.shadow.empty())
            swatches.add(blend(rank_color(rank_), white, shadow_paleness), "shadow: copies of neighbours' elements");
        if (unused_) swatches.add(blank, "allocated, and holds nothing");
        y = detail::add_notes(scene, notes(), swatches.below());
        scene.height = std::max(scene.height, y + edge);
        return scene;
    }

  private:
    [[nodiscard]] ShadowWidth shadow(int dim) const {
        auto const& all = mapping_.array().shadow;
        return all.empty() ? ShadowWidth{} : all[as_size(dim)];
    }
    [[nodiscard]] Index extent(int dim) const { return mapping_.array().extents[as_size(dim)]; }

    [[nodiscard]] Index last_user(int dim) const { return mapping_.array().lower[as_size(dim)] + extent(dim) - 1; }

    [[nodiscard]] double tick_room(int dim) const { return text_width(fmt::to_string(last_user(dim)), tick_size) + 8; }

    /// Is there a copy of a neighbour's element in the rank's shadow?
    [[nodiscard]] bool in_shadow(Extents const& global) const {
        if (mapping_.array().shadow.empty() || layout_.owned().contains(global)) return false;
        for (int d = 0; d < mapping_.dims(); ++d) {
            PeriodicSet const& owned = layout_.owned().dims()[as_size(d)];
            Index const index = global[as_size(d)];
            Run const block = owned.bounds();
            bool const beside = index >= block.begin - shadow(d).low && index < block.end + shadow(d).high;
            if (!owned.contains(index) && !(owned.is_interval() && beside)) return false;
        }
        return true;
    }

    /// All indices of a dimension that is short; else those around the element that is looked at, or the first that is held.
    [[nodiscard]] Run shown_of(int dim) const {
        Index const all = extent(dim);
        if (all <= most_of_array) return {0, all};
        Index const wanted = element_ ? (*element_)[as_size(dim)] - most_of_array / 2
                                      : layout_.owned().dims()[as_size(dim)].bounds().begin - before_first;
        Index const begin = std::clamp<Index>(wanted, 0, all - most_of_array);
        return {begin, begin + most_of_array};
    }

    /// All of the array, or a part: what the rank holds stands out.
    double add_array(Scene& scene, double left, double top) const {
        double const cell = std::min(largest_element, array_width / static_cast<double>(std::max(rows_.size(), columns_.size())));
        add_text(scene, edge, top - 30, "the array", {caption_size, Anchor::Start, ink, true});
        add_array_ticks(scene, left, top, cell);
        BoxSet const owned = mapping_.owned(position_);
        for (Index row = rows_.begin; row < rows_.end; ++row)
            for (Index column = columns_.begin; column < columns_.end; ++column) {
                Extents const global = element_at(row, column);
                double const x = left + cell * static_cast<double>(column - columns_.begin);
                double const y = top + cell * static_cast<double>(row - rows_.begin);
                bool const mine = owned.contains(global);
                bool const copied = in_shadow(global);
                Color const color = copied ? blend(rank_color(rank_), white, shadow_paleness) : blank;
                scene.rects.push_back({x,
                                       y,
                                       cell - (cell > 4 ? 1 : 0),
                                       cell - (cell > 4 ? 1 : 0),
                                       mine ? rank_color(rank_) : color,
                                       {SceneTag::Kind::Cells, {0, mine ? rank_ : -1, row, row, column, column}},
                                       named(mapping_.array(), global) + (mine     ? ": held here"
                                                                          : copied ? ": a copy is held here, in the shadow"
                                                                                   : ": not held here")});
                if (element_ && global == *element_) frame_cell(scene, x, y, cell, cell);
            }
        return top + cell * static_cast<double>(rows_.size());
    }

    /// The array's own indices.
    void add_array_ticks(Scene& scene, double left, double top, double cell) const {
        auto const each = [&](int dim, Run shown, double length, auto const& write) {
            Index const lower = mapping_.array().lower[as_size(dim)] + shown.begin;
            for (int const place : labelled_cells(as_size(shown.size()), cell, length))
                write(fmt::to_string(lower + place), (static_cast<double>(place) + 0.5) * cell);
        };
        each(view_.column_dim, columns_, tick_room(view_.column_dim), [&](std::string const& user, double at) {
            add_text(scene, left + at, top - 9, user, {tick_size, Anchor::Middle, faint_ink});
        });
        if (!view_.row_dim) return;
        each(*view_.row_dim, rows_, 16, [&](std::string const& user, double at) {
            add_text(scene, left - 6, top + at, user, {tick_size, Anchor::End, faint_ink});
        });
    }

    [[nodiscard]] Extents element_at(Index row, Index column) const {
        Extents global(as_size(mapping_.dims()), 0);
        for (int d = 0; d < mapping_.dims(); ++d)
            if (auto const set = mapping_.owned(position_).dims()[as_size(d)]; !set.empty()) {
                Index const local = fixed_[as_size(d)] - shadow(d).low;
                global[as_size(d)] = set.element(std::clamp<Index>(local, 0, set.count() - 1));
            }
        if (view_.row_dim) global[as_size(*view_.row_dim)] = row;
        global[as_size(view_.column_dim)] = column;
        return global;
    }

    /// How many slots are drawn across and down: those of an array of one dimension stand below each other.
    struct Slots {
        Index rows = 1;
        Index columns = 1;
        double width = 0; // of one
    };
    [[nodiscard]] Slots slots() const {
        Extents const& shape = layout_.alloc_shape();
        Slots slots{.rows = std::min(shape[as_size(view_.row_dim.value_or(view_.column_dim))], most_slots)};
        if (view_.row_dim) slots.columns = std::min(shape[as_size(view_.column_dim)], most_slot_columns);
        slots.width = slot_width(slots.rows, slots.columns);
        auto const fit = static_cast<Index>(slots_width / slots.width);
        slots.columns = std::min(slots.columns, std::max<Index>(fit, 1));
        return slots;
    }

    double add_slots(Scene& scene, double left, double top) {
        add_text(scene, left, top - 30, "its memory: element @ offset", {caption_size, Anchor::Start, ink, true});
        for (Index row = 0; row < slots_.rows; ++row)
            for (Index column = 0; column < slots_.columns; ++column)
                add_slot(scene, allocated(row, column),
                         {left + slots_.width * static_cast<double>(column),
                          top + slot_height * static_cast<double>(row),
                          slots_.width - 1,
                          slot_height - 1,
                          blank,
                          {},
                          {}});
        scene.width = std::max(scene.width, left + slots_.width * static_cast<double>(slots_.columns) + edge);
        return top + slot_height * static_cast<double>(slots_.rows);
    }

    [[nodiscard]] Extents allocated(Index row, Index column) const {
        Extents at = fixed_;
        at[as_size(view_.column_dim)] = view_.row_dim ? column : row;
        if (view_.row_dim) at[as_size(*view_.row_dim)] = row;
        return at;
    }

    [[nodiscard]] std::string label_of(MemorySlot const& slot) const {
        return fmt::format("{} @{}", slot.global ? named(mapping_.array(), *slot.global) : "-", slot.offset);
    }

    /// For the longest label.
    [[nodiscard]] double slot_width(Index rows, Index columns) const {
        double width = 40;
        for (Index row = 0; row < rows; ++row)
            for (Index column = 0; column < columns; ++column)
                width = std::max(width, text_width(label_of(slot_at(mapping_, layout_, allocated(row, column))), slot_text) + 10);
        return width;
    }

    void add_slot(Scene& scene, Extents const& at, SceneRect rect) {
        MemorySlot const slot = slot_at(mapping_, layout_, at);
        unused_ = unused_ || !slot.global;
        Color const own = rank_color(rank_);
        if (slot.global) rect.fill = slot.shadow ? blend(own, white, shadow_paleness) : own;
        rect.tag = {SceneTag::Kind::Cells, {1, slot.global ? rank_ : -1, slot.offset, slot.offset, 0, 0}};
        rect.tooltip = fmt::format("offset {}: {}", slot.offset,
                                   !slot.global  ? "no element"
                                   : slot.shadow ? "a copy of " + named(mapping_.array(), *slot.global)
                                                 : named(mapping_.array(), *slot.global));
        scene.rects.push_back(rect);
        add_text(scene, rect.x + rect.width / 2, rect.y + rect.height / 2, label_of(slot),
                 {slot_text, Anchor::Middle, text_color_on(rect.fill)});
        if (element_ && slot.global == element_) frame_cell(scene, rect.x, rect.y, rect.width, rect.height);
    }

    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> notes;
        if (element_) {
            auto const local = layout_.global_to_local(*element_);
            notes.push_back(local ? fmt::format("{} is element ({}) of rank {}, at offset {}", named(mapping_.array(), *element_),
                                                fmt::join(*local, ","), rank_, layout_.offset(*local))
                                  : fmt::format("rank {} does not own {}", rank_, named(mapping_.array(), *element_)));
        }
        std::string const size = counted(layout_.allocation_size(), "element");
        notes.push_back(mapping_.dims() == 1
                            ? fmt::format("allocated: {}", size)
                            : fmt::format("allocated: {} = {}; in memory dimension {} varies fastest",
                                          fmt::join(layout_.alloc_shape(), " x "), size, layout_.permutation().front() + 1));
        for (int d = 0; d < mapping_.dims(); ++d) {
            bool const drawn = d == view_.column_dim || d == view_.row_dim;
            if (!drawn && d < mapping_.dims())
                notes.push_back(fmt::format("dimension {} stands at slot {}", d + 1, fixed_[as_size(d)]));
            else
                add_cut(notes, d);
        }
        return notes;
    }

    /// What of a drawn dimension has no room.
    void add_cut(std::vector<std::string>& notes, int dim) const {
        bool const across = view_.row_dim && dim == view_.column_dim;
        Index const all = layout_.alloc_shape()[as_size(dim)];
        Index const seen = across ? slots_.columns : slots_.rows;
        Run const shown = dim == view_.column_dim ? columns_ : rows_;
        std::vector<std::string> parts;
        if (shown.size() < extent(dim)) {
            Index const first = mapping_.array().lower[as_size(dim)] + shown.begin;
            parts.push_back(fmt::format("indices {} to {} of {}", first, first + shown.size() - 1, grouped(extent(dim))));
        }
        if (seen < all) parts.push_back(fmt::format("the first {} of {} slots", seen, grouped(all)));
        if (!parts.empty()) notes.push_back(fmt::format("dimension {}: drawn are {}", dim + 1, fmt::join(parts, ", and ")));
    }

    Mapping const& mapping_;
    LocalLayout layout_;
    Rank rank_;
    Index position_;
    std::optional<Extents> const& element_;
    OwnershipView view_;
    Extents fixed_; // allocated indices of the dimensions that are not drawn
    Slots slots_;
    Run rows_{0, 1}; // of the array, that are drawn
    Run columns_{0, 1};
    bool unused_ = false; // is there a slot without an element?
};

} // namespace

MemorySlot slot_at(Mapping const& mapping, LocalLayout const& layout, Extents const& allocated) {
    MemorySlot slot;
    Extents global(allocated.size(), 0);
    bool inside = true;
    for (std::size_t d = 0; d < allocated.size(); ++d) {
        slot.offset += allocated[d] * layout.strides()[d];
        ArraySpec const& array = mapping.array();
        PeriodicSet const& owned = layout.owned().dims()[d];
        Index const local = allocated[d] - (array.shadow.empty() ? 0 : array.shadow[d].low);
        if (local >= 0 && local < owned.count()) {
            global[d] = owned.element(local);
            continue;
        }
        slot.shadow = true;
        // Beside a block lie its neighbours; beside a set with gaps nobody can say, and what is allocated besides is never used.
        bool const kept = !array.shadow.empty() && local < owned.count() + array.shadow[d].high;
        global[d] = owned.bounds().begin + local;
        inside = inside && kept && owned.is_interval() && global[d] >= 0 && global[d] < array.extents[d];
    }
    if (inside) slot.global = std::move(global);
    return slot;
}

Result<Scene> memory_scene(Mapping const& mapping, Rank rank, std::optional<Extents> const& element) {
    auto const position = mapping.grid().position(rank);
    if (!position || mapping.owned_count(*position) == 0)
        return fail(fmt::format("rank {} holds nothing of {}", rank, mapping.array().name));
    return MemoryPicture(mapping, rank, *position, element).draw();
}

} // namespace tessera
