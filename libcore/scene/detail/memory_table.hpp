// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the slots of a rank's memory as a table of element @ offset.
#pragma once

#include "libcore/scene/ownership/memory_slot.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"
#include "libcore/scene/scene.hpp"

#include <string>

namespace tessera::detail {

inline constexpr double slot_height = 22;
inline constexpr double shadow_paleness = 0.7;

/// Returns "A(3,4)", in the bounds of the array.
[[nodiscard]] std::string element_name(ArraySpec const& array, Extents const& global);

/// Shows a part of two dimensions of an array. An array of one dimension is a column, or lines in reading order. If there are too
/// many slots, the table shows the beginning, or the part around the selected element.
class MemoryTable {
  public:
    /// The available space.
    struct Room {
        Index rows = 1;
        Index columns = 1;  ///< upper limit
        double width = 0;   ///< in the scene's units; one column is drawn even if it does not fit
        bool lines = false; ///< slots of one dimension are in lines, side by side
    };
    MemoryTable(Mapping const& mapping, LocalLayout const& layout, Rank rank, std::optional<Extents> const& element, Room room);

    void draw(Scene& scene, double left, double top);
    [[nodiscard]] double width() const { return slot_width_ * static_cast<double>(columns_); }
    [[nodiscard]] double height() const { return slot_height * static_cast<double>(rows_); }
    /// Returns whether some drawn slot has no element.
    [[nodiscard]] bool unused() const { return unused_; }
    /// Returns the allocated indices of the dimensions that are not drawn.
    [[nodiscard]] Extents const& fixed() const { return fixed_; }
    /// Returns "slots 40 to 63 of 512" or "the first 24 of 512 slots"; "slot 3" for a fixed dimension; an empty text if all are
    /// drawn.
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
    std::optional<Extents> at_; // allocated indices of the element
    Extents fixed_;
    Run down_;   // drawn allocated indices of the vertical dimension
    Run across_; // drawn allocated indices of the horizontal dimension; for lines, all of them
    Index rows_ = 1;
    Index columns_ = 1;
    bool lines_ = false;
    double slot_width_ = 40;
    bool unused_ = false;
};

} // namespace tessera::detail
