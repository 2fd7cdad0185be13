// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the slots of a rank's memory as a table: element @ offset.
#pragma once

#include "libcore/scene/memory_slot.hpp"
#include "libcore/scene/ownership_grid.hpp"
#include "libcore/scene/scene.hpp"

#include <string>

namespace tessera::detail {

inline constexpr double slot_height = 22;
inline constexpr double shadow_paleness = 0.7;

/// "A(3,4)", in the bounds of the array.
[[nodiscard]] std::string element_name(ArraySpec const& array, Extents const& global);

/// Of an array of several dimensions, a part of two of them; of one dimension, a column, or lines that are read like text. What has
/// no room is left out: drawn is the beginning, or what lies around the element that is looked at.
class MemoryTable {
  public:
    /// What there is room for.
    struct Room {
        Index rows = 1;
        Index columns = 1;  ///< at most
        double width = 0;   ///< in the scene's units; one column is drawn where not even that fits
        bool lines = false; ///< slots of one dimension stand beside each other
    };
    MemoryTable(Mapping const& mapping, LocalLayout const& layout, Rank rank, std::optional<Extents> const& element, Room room);

    void draw(Scene& scene, double left, double top);
    [[nodiscard]] double width() const { return slot_width_ * static_cast<double>(columns_); }
    [[nodiscard]] double height() const { return slot_height * static_cast<double>(rows_); }
    /// Is there a slot without an element among those drawn?
    [[nodiscard]] bool unused() const { return unused_; }
    /// Allocated indices of the dimensions that are not drawn.
    [[nodiscard]] Extents const& fixed() const { return fixed_; }
    /// "slots 40 to 63 of 512", "the first 24 of 512 slots"; "slot 3" of a dimension that stands still; empty where all are drawn.
    [[nodiscard]] std::string cut(int dim) const;

  private:
    void share_room(Room const& room);
    [[nodiscard]] Index extent(int dim) const { return layout_.alloc_shape()[as_size(dim)]; }
    [[nodiscard]] Run window(int dim, Index room, Index step) const;
    [[nodiscard]] std::optional<Extents> allocated(Index row, Index column) const;
    [[nodiscard]] std::string label_of(MemorySlot const& slot) const;
    void measure();
    void add_slot(Scene& scene, MemorySlot const& slot, SceneRect rect);

    Mapping const& mapping_;
    LocalLayout const& layout_;
    Rank rank_;
    std::optional<Extents> const& element_;
    OwnershipView view_;
    std::optional<Extents> at_; // where the element is kept
    Extents fixed_;
    Run down_;   // allocated indices that are drawn, of the dimension drawn down
    Run across_; // of that drawn across; of lines, all of them
    Index rows_ = 1;
    Index columns_ = 1;
    bool lines_ = false;
    double slot_width_ = 40;
    bool unused_ = false;
};

} // namespace tessera::detail
