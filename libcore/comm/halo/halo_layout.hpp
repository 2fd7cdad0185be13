// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where a rank keeps its elements and their halo.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/mapping/local_layout.hpp"

#include <span>
#include <vector>

namespace tessera {

/// The memory of one grid position: per dimension the places it keeps, in ascending order, one behind the other. They are the owned
/// indices with as many neighbours on both sides as the stencil reaches, whether those are in the array or not. So the element at
/// offset o from an owned one lies o strides further in memory, in every mapping: a block has a frame around it, the blocks of
/// cyclic(k) have one each, and where frames meet they are shared.
class HaloLayout {
  public:
    /// Nothing but what is needed, in the array's storage order.
    HaloLayout(HaloPlan const& plan, Index position);
    /// Of a rank that takes no part: nothing is kept.
    [[nodiscard]] static HaloLayout none(HaloPlan const& plan);

    /// In an array that is stored with ghost planes as `local` says, with any strides. Errors: the position owns several runs in a
    /// dimension, so that its blocks lie side by side without planes between them; the planes are fewer than the stencil needs.
    [[nodiscard]] static Result<HaloLayout> within_shadow(HaloPlan const& plan, Index position, LocalLayout const& local);

    [[nodiscard]] std::vector<PeriodicSet> const& places() const { return places_; } ///< kept, per dimension
    [[nodiscard]] Extents const& strides() const { return strides_; }                ///< elements between neighbours, per dimension
    [[nodiscard]] Index first_offset() const { return first_offset_; }       ///< of the first place of every dimension, in elements
    [[nodiscard]] Index allocation_size() const { return allocation_size_; } ///< elements; 0 where nothing is owned

    /// Where a place lies, in elements from the start of the allocation. Precondition: it is kept.
    [[nodiscard]] Index offset(std::span<Index const> place) const;

  private:
    HaloLayout() = default;

    std::vector<PeriodicSet> places_;
    Extents strides_;
    Index first_offset_ = 0;
    Index allocation_size_ = 0;
};

} // namespace tessera
