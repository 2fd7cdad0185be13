// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one side of a plan: its mapping, addressed by the axes of the iteration space.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/box_set.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera::detail {

/// A mapping seen through the axes of a copy map. Coordinates are given per axis, 0 if an axis names no dimension of this side.
class PlanSide {
  public:
    /// `axes`: one per axis of the iteration space. Together they name each dimension of the array once.
    PlanSide(Mapping mapping, std::vector<std::optional<CopySide>> axes);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] ProcessorGrid const& grid() const { return mapping_.grid(); }

    /// Returns the owner of each k in [0, extent) along an axis.
    [[nodiscard]] DimMapping along(int axis, Index extent) const;
    /// Returns the processor dimension that an axis follows, or nothing.
    [[nodiscard]] std::optional<int> processor_dim(int axis) const;

    [[nodiscard]] Index coord(Index position, int axis) const;
    [[nodiscard]] Extents coords(Index position) const; ///< one per axis
    /// Returns the position that holds copy `replica` of the elements with these coordinates.
    [[nodiscard]] Index position_of(std::span<Index const> axis_coords, Index replica) const;
    /// Returns the position of a rank that holds a copy of some elements, or nothing.
    [[nodiscard]] std::optional<Index> holder(Rank rank) const;
    [[nodiscard]] std::vector<Rank> holders() const; ///< all such ranks, ascending

    /// Returns a box of the iteration space in the indices of this side's array.
    [[nodiscard]] BoxSet image(BoxSet const& box) const;

  private:
    [[nodiscard]] std::optional<CopySide> const& side(int axis) const { return axes_[as_size(axis)]; }

    Mapping mapping_;
    std::vector<std::optional<CopySide>> axes_;
    bool in_order_; // true if each axis names the dimension of its own number
};

} // namespace tessera::detail
