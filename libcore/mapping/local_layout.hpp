// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how one rank stores the elements it owns.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/box_set.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// How a caller stores one rank's part of an array, where that differs from the standard layout. All numbers are in elements.
struct LocalStorage {
    Extents strides;                           ///< from one local index to the next, per dimension; negative ones run backwards
    std::vector<ShadowWidth> ghosts = {};      ///< planes below and above the owned ones, per dimension; empty: the array's shadow
    std::optional<Index> first_offset = {};    ///< of local index 0,0,...; nothing: the lowest ghost or element lies at 0
    std::optional<Index> allocation_size = {}; ///< nothing: it ends behind the highest ghost or element
};

/// The local part of an array at one grid position: owned indices per dimension, in ascending global order, surrounded by shadow
/// planes. The standard layout has no gaps, but for those of a leading dimension that the mapping names (MappingSpec::leading): a
/// rank allocates what it owns and its shadow, in the array's storage order.
/// Local indices are 0-based and do not count the shadow; offsets are in elements from the start of the allocation, shadow
/// included.
class LocalLayout {
  public:
    /// The standard layout. Dimensions from fastest to slowest in memory: `permutation[0]` varies fastest. Default: the array's
    /// storage order.
    LocalLayout(Mapping const& mapping, Index position);
    LocalLayout(Mapping const& mapping, Index position, std::vector<int> permutation);

    /// A caller's own layout. Errors: strides or ghosts that do not fit the array's dimensions; elements or ghosts that overlap or
    /// lie outside of the allocation. Strides of dimensions with one place are free. Where the position owns nothing, nothing is
    /// checked and nothing is stored.
    [[nodiscard]] static Result<LocalLayout> strided(Mapping const& mapping, Index position, LocalStorage const& storage);
    /// Lines of the fastest dimension `leading` elements apart (ScaLAPACK's LLD). Error: they are longer than that.
    [[nodiscard]] static Result<LocalLayout> padded(Mapping const& mapping, Index position, Index leading);

    [[nodiscard]] int dims() const { return static_cast<int>(strides_.size()); }
    [[nodiscard]] BoxSet const& owned() const { return owned_; }
    [[nodiscard]] Extents const& local_shape() const { return local_shape_; } ///< what the rank owns
    /// What it allocates per dimension: owned indices, shadow, and padding up to the next dimension's stride.
    [[nodiscard]] Extents const& alloc_shape() const { return alloc_shape_; }
    [[nodiscard]] Extents const& strides() const { return strides_; }                ///< elements between neighbours, per dimension
    [[nodiscard]] std::vector<ShadowWidth> const& ghosts() const { return ghosts_; } ///< planes that are stored, per dimension
    [[nodiscard]] std::vector<int> const& permutation() const { return permutation_; }
    [[nodiscard]] Index allocation_size() const { return allocation_size_; } ///< elements; 0 where nothing is owned
    [[nodiscard]] Index first_offset() const { return first_offset_; }       ///< offset of local index 0,0,...

    [[nodiscard]] Index offset(std::span<Index const> local) const;
    [[nodiscard]] std::optional<Extents> global_to_local(std::span<Index const> global) const; ///< nothing where not owned
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
