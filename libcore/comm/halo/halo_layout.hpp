// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory layout of a rank's elements and their halo.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/mapping/local_layout.hpp"

#include <span>
#include <vector>

namespace tessera {

/// The memory of one grid position. Per dimension it stores places, ascending and without gaps. These are the owned indices, and
/// their neighbours within the reach of the stencil, inside the array or not. So the element at offset o from an owned one is o
/// strides further in memory, in every mapping. A block has a frame around it; each block of cyclic(k) has one; overlapping frames
/// are shared.
class HaloLayout {
  public:
    /// Makes a layout of only the needed places, in the array's storage order.
    HaloLayout(HaloPlan const& plan, Index position);
    /// Returns the empty layout of a rank that takes no part.
    [[nodiscard]] static HaloLayout none(HaloPlan const& plan);

    /// Makes a layout inside an array that is stored with ghost planes, as `local` describes, with any strides. Errors: the
    /// position owns several runs in a dimension, so its blocks are adjacent in memory without ghost planes; there are fewer planes
    /// than the stencil needs.
    [[nodiscard]] static Result<HaloLayout> within_shadow(HaloPlan const& plan, Index position, LocalLayout const& local);

    [[nodiscard]] std::vector<PeriodicSet> const& places() const { return places_; } ///< stored places, per dimension
    [[nodiscard]] Extents const& strides() const { return strides_; } ///< elements between adjacent places, per dimension
    [[nodiscard]] Index first_offset() const {
        return first_offset_;
    } ///< offset of the first place of every dimension, in elements
    [[nodiscard]] Index allocation_size() const { return allocation_size_; } ///< in elements; 0 if nothing is owned

    /// Returns the offset of a place, in elements from the start of the allocation. Precondition: the place is stored.
    [[nodiscard]] Index offset(std::span<Index const> place) const;

  private:
    HaloLayout() = default;

    std::vector<PeriodicSet> places_;
    Extents strides_;
    Index first_offset_ = 0;
    Index allocation_size_ = 0;
};

} // namespace tessera
