// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the slots of a rank's memory as a table.
#include "libcore/scene/detail/memory_table.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::detail {
namespace {

constexpr double slot_text = 12;

} // namespace

std::string element_name(ArraySpec const& array, Extents const& global) {
    std::vector<Index> user;
    for (std::size_t d = 0; d < global.size(); ++d) user.push_back(array.lower[d] + global[d]);
    return fmt::format("{}({})", array.name, fmt::join(user, ","));
}

MemoryTable::MemoryTable(Mapping const& mapping, LocalLayout const& layout, Rank rank, std::optional<Extents> const& element,
                         Room room)
    : mapping_(mapping), layout_(layout), rank_(rank), element_(element), view_(OwnershipView::of(mapping.array())),
      at_(element ? allocated_for(mapping, layout, *element) : std::nullopt), fixed_(as_size(mapping.dims()), 0),
      lines_(room.lines && !view_.row_dim) {
    for (std::size_t d = 0; d < fixed_.size(); ++d) {
        if (static_cast<int>(d) == view_.column_dim || static_cast<int>(d) == view_.row_dim) continue;
        fixed_[d] = at_ ? (*at_)[d] : mapping.array().shadow.empty() ? 0 : mapping.array().shadow[d].low;
    }
    share_room(room);
}

/// Returns the drawn range of a dimension: its beginning, unless the element lies beyond it. For lines, the range has whole lines.
Run MemoryTable::window(int dim, Index room, Index step) const {
    Index const all = extent(dim);
    Index const size = std::min(room, all);
    Index const wanted = at_ ? (*at_)[as_size(dim)] : 0;
    if (wanted < size) return {0, size};
    Index const begin = std::min((wanted - size / 2) / step * step, ceil_div(all - size, step) * step);
    return {begin, std::min(begin + size, all)};
}

/// Chooses the number of columns that fit, with the width of the longest label among them.
void MemoryTable::share_room(Room const& room) {
    int const across = view_.column_dim;
    bool const tall = !view_.row_dim && !lines_;
    columns_ = tall ? 1 : std::min(room.columns, extent(across));
    while (true) {
        rows_ = std::min(room.rows, lines_ ? ceil_div(extent(across), columns_) : extent(view_.row_dim.value_or(across)));
        if (view_.row_dim) down_ = window(*view_.row_dim, rows_, 1);
        across_ = tall ? window(across, rows_, 1) : window(across, lines_ ? rows_ * columns_ : columns_, lines_ ? columns_ : 1);
        measure();
        auto const fit = std::max<Index>(static_cast<Index>(room.width / slot_width_), 1);
        if (columns_ <= fit) return;
        columns_ = fit;
    }
}

void MemoryTable::measure() {
    slot_width_ = 40;
    for (Index row = 0; row < rows_; ++row)
        for (Index column = 0; column < columns_; ++column)
            if (auto const at = allocated(row, column))
                slot_width_ = std::max(slot_width_, text_width(label_of(slot_at(mapping_, layout_, *at)), slot_text) + 10);
}

/// Returns nothing after the last slot of lines.
std::optional<Extents> MemoryTable::allocated(Index row, Index column) const {
    Extents at = fixed_;
    Index const place = view_.row_dim ? column : row * columns_ + column;
    if (place >= across_.size()) return std::nullopt;
    at[as_size(view_.column_dim)] = across_.begin + place;
    if (view_.row_dim) at[as_size(*view_.row_dim)] = down_.begin + row;
    return at;
}

std::string MemoryTable::label_of(MemorySlot const& slot) const {
    return fmt::format("{} @{}", slot.global ? element_name(mapping_.array(), *slot.global) : "-", slot.offset);
}

void MemoryTable::draw(Scene& scene, double left, double top) {
    for (Index row = 0; row < rows_; ++row)
        for (Index column = 0; column < columns_; ++column)
            if (auto const at = allocated(row, column))
                add_slot(scene, slot_at(mapping_, layout_, *at),
                         {left + slot_width_ * static_cast<double>(column),
                          top + slot_height * static_cast<double>(row),
                          slot_width_ - 1,
                          slot_height - 1,
                          blank,
                          {},
                          {}});
}

void MemoryTable::add_slot(Scene& scene, MemorySlot const& slot, SceneRect rect) {
    unused_ = unused_ || !slot.global;
    Color const own = rank_color(rank_);
    if (slot.global) rect.fill = slot.shadow ? blend(own, white, shadow_paleness) : own;
    rect.tag = CellsTag{1, slot.global ? rank_ : -1, {slot.offset, slot.offset + 1}, {0, 1}};
    std::string const name = slot.global ? element_name(mapping_.array(), *slot.global) : "no element";
    rect.tooltip = fmt::format("offset {}: {}{}", slot.offset, slot.global && slot.shadow ? "a copy of " : "", name);
    scene.rects.push_back(rect);
    add_text(scene, rect.x + rect.width / 2, rect.y + rect.height / 2, label_of(slot),
             {slot_text, SceneText::Anchor::Middle, text_color_on(rect.fill)});
    if (element_ && slot.global == element_) frame_cell(scene, rect.x, rect.y, rect.width, rect.height);
}

std::string MemoryTable::cut(int dim) const {
    if (dim != view_.row_dim && dim != view_.column_dim) return fmt::format("slot {}", fixed_[as_size(dim)]);
    Run const drawn = dim == view_.row_dim ? down_ : across_;
    if (drawn.size() >= extent(dim)) return {};
    if (drawn.begin == 0) return fmt::format("the first {} of {} slots", drawn.size(), grouped(extent(dim)));
    return fmt::format("slots {} to {} of {}", drawn.begin, drawn.end - 1, grouped(extent(dim)));
}

} // namespace tessera::detail
