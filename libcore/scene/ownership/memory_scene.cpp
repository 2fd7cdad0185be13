// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of the memory of one rank.
#include "libcore/scene/ownership/memory_scene.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/memory_table.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"
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
constexpr Index most_slots = 24;    // drawn per dimension
constexpr Index most_of_array = 48; // drawn per dimension
constexpr double array_width = 240; // width of the whole array
constexpr Index before_first = 4;   // indices of a long array shown before the first that is held
constexpr double slots_width = 420; // upper limit, unless one column is wider
constexpr double largest_element = 18;
constexpr Index most_strip_columns = 200;
constexpr double strip_edge = 4;
constexpr double strip_words = 22; // height of the line below the slots

/// Returns a sentence about the size of the allocation.
std::string allocation_text(LocalLayout const& layout) {
    std::string const size = counted(layout.allocation_size(), "element");
    if (layout.dims() == 1) return fmt::format("allocated: {}", size);
    return fmt::format("allocated: {} = {}; dimension {} varies fastest in memory", fmt::join(layout.alloc_shape(), " x "), size,
                       layout.permutation().front() + 1);
}

/// Adds the meaning of the fill patterns.
void add_swatches(SwatchLines& swatches, Mapping const& mapping, Rank rank, bool unused) {
    swatches.add(rank_color(rank), "owned");
    if (!mapping.array().shadow.empty())
        swatches.add(blend(rank_color(rank), white, shadow_paleness), "shadow: copies of neighbours' elements");
    if (unused) swatches.add(blank, "memory reserved, never filled");
}

class MemoryPicture {
  public:
    MemoryPicture(Mapping const& mapping, Rank rank, Index position, std::optional<Extents> const& element)
        : mapping_(mapping), layout_(mapping, position), rank_(rank), position_(position), element_(element),
          view_(OwnershipView::of(mapping.array())),
          slots_(mapping, layout_, rank, element, {most_slots, most_slot_columns, slots_width, false}) {
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
        add_swatches(swatches, mapping_, rank_, slots_.unused());
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

    /// Returns whether the rank's shadow holds a copy of this element of a neighbour.
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

    /// Returns all indices of a short dimension, else those around the selected element or the first held one.
    [[nodiscard]] Run shown_of(int dim) const {
        Index const all = extent(dim);
        if (all <= most_of_array) return {0, all};
        Index const wanted = element_ ? (*element_)[as_size(dim)] - most_of_array / 2
                                      : layout_.owned().dims()[as_size(dim)].bounds().begin - before_first;
        Index const begin = std::clamp<Index>(wanted, 0, all - most_of_array);
        return {begin, begin + most_of_array};
    }

    /// Draws all or a part of the array; elements that the rank holds are highlighted.
    double add_array(Scene& scene, double left, double top) const {
        double const cell = std::min(largest_element, array_width / static_cast<double>(std::max(rows_.size(), columns_.size())));
        add_text(scene, edge, top - 30, "the array", {caption_size, Anchor::Start, ink, true});
        add_array_ticks(scene, left, top, cell);
        BoxSet const owned = mapping_.owned(position_);
        for (Index row = rows_.begin; row < rows_.end; ++row)
            for (Index column = columns_.begin; column < columns_.end; ++column) {
                double const x = left + cell * static_cast<double>(column - columns_.begin);
                double const y = top + cell * static_cast<double>(row - rows_.begin);
                add_element(scene, owned, row, column, {x, y, cell});
            }
        return top + cell * static_cast<double>(rows_.size());
    }

    struct Place {
        double x;
        double y;
        double side;
    };
    void add_element(Scene& scene, BoxSet const& owned, Index row, Index column, Place const& place) const {
        Extents const global = element_at(row, column);
        bool const mine = owned.contains(global);
        bool const copied = in_shadow(global);
        Color const color = copied ? blend(rank_color(rank_), white, shadow_paleness) : blank;
        double const gap = place.side > 4 ? 1 : 0;
        std::string_view const held = mine ? ": held here" : copied ? ": a copy is held here, in the shadow" : ": not held here";
        scene.rects.push_back({place.x, place.y, place.side - gap, place.side - gap, mine ? rank_color(rank_) : color,
                               CellsTag{0, mine ? rank_ : -1, {row, row + 1}, {column, column + 1}},
                               fmt::format("{}{}", element_name(mapping_.array(), global), held)});
        if (element_ && global == *element_) frame_cell(scene, place.x, place.y, place.side, place.side);
    }

    /// Adds labels in the array's own bounds.
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
                Index const local = slots_.fixed()[as_size(d)] - shadow(d).low;
                global[as_size(d)] = set.element(std::clamp<Index>(local, 0, set.count() - 1));
            }
        if (view_.row_dim) global[as_size(*view_.row_dim)] = row;
        global[as_size(view_.column_dim)] = column;
        return global;
    }

    double add_slots(Scene& scene, double left, double top) {
        add_text(scene, left, top - 30, "its memory: element @ offset", {caption_size, Anchor::Start, ink, true});
        slots_.draw(scene, left, top);
        scene.width = std::max(scene.width, left + slots_.width() + edge);
        return top + slots_.height();
    }

    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> notes;
        if (element_) notes.push_back(memory_sentence(mapping_, rank_, element_));
        notes.push_back(allocation_text(layout_));
        for (int d = 0; d < mapping_.dims(); ++d) {
            bool const drawn = d == view_.column_dim || d == view_.row_dim;
            if (!drawn && d < mapping_.dims())
                notes.push_back(fmt::format("Dimension {} is fixed at {}.", d + 1, slots_.cut(d)));
            else
                add_cut(notes, d);
        }
        return notes;
    }

    /// Adds a note on the part of a drawn dimension that does not fit.
    void add_cut(std::vector<std::string>& notes, int dim) const {
        Run const shown = dim == view_.column_dim ? columns_ : rows_;
        std::vector<std::string> parts;
        if (shown.size() < extent(dim)) {
            Index const first = mapping_.array().lower[as_size(dim)] + shown.begin;
            parts.push_back(fmt::format("indices {} to {} of {}", first, first + shown.size() - 1, grouped(extent(dim))));
        }
        if (std::string cut = slots_.cut(dim); !cut.empty()) parts.push_back(std::move(cut));
        if (!parts.empty())
            notes.push_back(fmt::format("Only {1} are drawn in dimension {0}.", dim + 1, fmt::join(parts, ", and ")));
    }

    Mapping const& mapping_;
    LocalLayout layout_;
    Rank rank_;
    Index position_;
    std::optional<Extents> const& element_;
    OwnershipView view_;
    MemoryTable slots_;
    Run rows_{0, 1}; // drawn ranges of the array
    Run columns_{0, 1};
};

tl::unexpected<Error> holds_nothing(Mapping const& mapping, Rank rank) {
    return fail(fmt::format("rank {} holds nothing of {}", rank, mapping.array().name));
}

/// Adds one line about the picture, as far as it fits.
void add_strip_words(Scene& scene, Mapping const& mapping, LocalLayout const& layout, MemoryTable const& slots, double y) {
    std::vector<std::string> parts{"element @ offset"};
    if (!mapping.array().shadow.empty()) parts.emplace_back("pale: shadow");
    for (int d = 0; d < mapping.dims(); ++d)
        if (std::string const cut = slots.cut(d); !cut.empty())
            parts.push_back(mapping.dims() == 1 ? cut : fmt::format("dimension {}: {}", d + 1, cut));
    parts.push_back(allocation_text(layout));
    std::string words;
    for (std::string const& part : parts) {
        std::string const longer = words.empty() ? part : words + "; " + part;
        if (strip_edge + text_width(longer, tick_size) > scene.width) break;
        words = longer;
    }
    add_text(scene, strip_edge, y, words, {tick_size, Anchor::Start, faint_ink});
}

} // namespace

Result<Scene> memory_scene(Mapping const& mapping, Rank rank, std::optional<Extents> const& element) {
    auto const position = mapping.grid().position(rank);
    if (!position || mapping.owned_count(*position) == 0) return holds_nothing(mapping, rank);
    return MemoryPicture(mapping, rank, *position, element).draw();
}

Result<Scene> memory_strip(Mapping const& mapping, Rank rank, std::optional<Extents> const& element, double width, double height) {
    auto const position = mapping.grid().position(rank);
    if (!position || mapping.owned_count(*position) == 0) return holds_nothing(mapping, rank);
    Scene scene = blank_scene(memory_sentence(mapping, rank, element));
    LocalLayout const layout(mapping, *position);
    auto const room = static_cast<Index>((height - 2 * strip_edge - strip_words) / slot_height);
    double const inside = width - 2 * strip_edge;
    MemoryTable slots(mapping, layout, rank, element, {std::max<Index>(room, 1), most_strip_columns, inside, true});
    slots.draw(scene, strip_edge, strip_edge);
    scene.width = width;
    add_strip_words(scene, mapping, layout, slots, strip_edge + slots.height() + strip_words / 2);
    scene.width = width; // undoes the widening by the text
    scene.height = height;
    return scene;
}

std::string memory_sentence(Mapping const& mapping, Rank rank, std::optional<Extents> const& element) {
    auto const position = mapping.grid().position(rank);
    std::string const& name = mapping.array().name;
    if (!position || mapping.owned_count(*position) == 0) return holds_nothing(mapping, rank).value().message;
    if (!element) return fmt::format("rank {} holds {} of {}", rank, counted(mapping.owned_count(*position), "element"), name);
    LocalLayout const layout(mapping, *position);
    auto const local = layout.global_to_local(*element);
    std::string const which = element_name(mapping.array(), *element);
    if (!local) return fmt::format("rank {} does not own {}", rank, which);
    return fmt::format("{} is element ({}) of rank {}, at offset {}", which, fmt::join(*local, ","), rank, layout.offset(*local));
}

} // namespace tessera
