// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layout of one rank's elements in its memory.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/box_set.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// A caller's own storage of one rank's part of an array. All numbers are in elements.
struct LocalStorage {
    Extents strides;                        ///< distance between adjacent local indices, per dimension; may be negative
    std::vector<ShadowWidth> ghosts = {};   ///< planes below and above the owned ones, per dimension; empty: the array's shadow
    std::optional<Index> first_offset = {}; ///< offset of local index 0,0,...; unset: the lowest ghost or element lies at offset 0
    std::optional<Index> allocation_size = {}; ///< unset: the allocation ends after the highest ghost or element
};

/// The local part of an array at one grid position: owned indices per dimension, in ascending global order, surrounded by shadow
/// planes. The standard layout holds the owned elements and the shadow in the array's storage order. It has no gaps, except after
/// the lines of a fastest dimension with a declared leading dimension (MappingSpec::leading).
/// Local indices are 0-based and do not count the shadow. Offsets are in elements from the start of the allocation, which begins
/// with the shadow.
class LocalLayout {
  public:
    /// Makes the standard layout. `permutation` lists the dimensions from fastest to slowest in memory. Default: the array's
    /// storage order.
    LocalLayout(Mapping const& mapping, Index position);
    LocalLayout(Mapping const& mapping, Index position, std::vector<int> permutation);

    /// Makes a layout with a caller's own strides. Errors: strides or ghosts that do not fit the array's dimensions; elements or
    /// ghosts that overlap or lie outside the allocation. A dimension that stores one index may have any stride. If the position
    /// owns nothing, nothing is checked and nothing is stored.
    [[nodiscard]] static Result<LocalLayout> strided(Mapping const& mapping, Index position, LocalStorage const& storage);
    /// Makes a layout whose lines of the fastest dimension start `leading` elements apart (ScaLAPACK's LLD). Error: a line is
    /// longer than that.
    [[nodiscard]] static Result<LocalLayout> padded(Mapping const& mapping, Index position, Index leading);

    [[nodiscard]] int dims() const { return static_cast<int>(strides_.size()); }
    [[nodiscard]] BoxSet const& owned() const { return owned_; }
    [[nodiscard]] Extents const& local_shape() const { return local_shape_; } ///< number of owned indices per dimension
    /// Returns the allocated indices per dimension: owned indices, shadow, and padding up to the next dimension's stride.
    [[nodiscard]] Extents const& alloc_shape() const { return alloc_shape_; }
    [[nodiscard]] Extents const& strides() const { return strides_; } ///< elements between adjacent indices, per dimension
    [[nodiscard]] std::vector<ShadowWidth> const& ghosts() const { return ghosts_; } ///< stored shadow planes per dimension
    [[nodiscard]] std::vector<int> const& permutation() const { return permutation_; }
    [[nodiscard]] Index allocation_size() const { return allocation_size_; } ///< in elements; 0 if nothing is owned
    [[nodiscard]] Index first_offset() const { return first_offset_; }       ///< offset of local index 0,0,...

    [[nodiscard]] Index offset(std::span<Index const> local) const;
    [[nodiscard]] std::optional<Extents>
    global_to_local(std::span<Index const> global) const; ///< nothing if the element is not owned
    [[nodiscard]] Extents local_to_global(std::span<Index const> local) const;

    friend bool operator==(LocalLayout const&, LocalLayout const&) = default;

  private:
    [[nodiscard]] Index stored(std::size_t dim) const { return local_shape_[dim] + ghosts_[dim].low + ghosts_[dim].high; }
    [[nodiscard]] Result<void> take(LocalStorage const& storage, Index most);
    [[nodiscard]] Result<void> place(LocalStorage const& storage, Index most);
    void sort_by_stride();
    void set_alloc_shape();

    BoxSet owned_;
    Extents local_shape_;
    Extents alloc_shape_;
    Extents strides_;
    std::vector<ShadowWidth> ghosts_;
    std::vector<int> permutation_;
    Index allocation_size_ = 0;
    Index first_offset_ = 0;
};

} // namespace tessera
