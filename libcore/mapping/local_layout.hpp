// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how one rank stores the elements it owns.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/box_set.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// The local part of an array at one grid position: owned indices per dimension, dense in ascending global order, surrounded by
/// shadow planes, inside an allocation (a leading dimension as in ScaLAPACK may be larger than what is owned).
/// Local indices are 0-based and do not count the shadow; offsets are in elements from the start of the allocation, shadow
/// included.
class LocalLayout {
  public:
    /// Dimensions from fastest to slowest in memory: `permutation[0]` varies fastest. Default: the array's storage order.
    LocalLayout(Mapping const& mapping, Index position);
    LocalLayout(Mapping const& mapping, Index position, std::vector<int> permutation);

    [[nodiscard]] int dims() const { return static_cast<int>(strides_.size()); }
    [[nodiscard]] BoxSet const& owned() const { return owned_; }
    [[nodiscard]] Extents const& local_shape() const { return local_shape_; } ///< what the rank owns
    [[nodiscard]] Extents const& alloc_shape() const { return alloc_shape_; } ///< what it allocates, shadow included
    [[nodiscard]] Extents const& strides() const { return strides_; }         ///< elements between neighbours, per dimension
    [[nodiscard]] std::vector<int> const& permutation() const { return permutation_; }
    [[nodiscard]] Index allocation_size() const { return allocation_size_; } ///< elements; 0 where nothing is owned
    [[nodiscard]] Index first_offset() const { return first_offset_; }       ///< offset of local index 0,0,...

    [[nodiscard]] Index offset(std::span<Index const> local) const;
    [[nodiscard]] std::optional<Extents> global_to_local(std::span<Index const> global) const; ///< nothing where not owned
    [[nodiscard]] Extents local_to_global(std::span<Index const> local) const;

  private:
    BoxSet owned_;
    Extents local_shape_;
    Extents alloc_shape_;
    Extents strides_;
    std::vector<int> permutation_;
    Index allocation_size_ = 0;
    Index first_offset_ = 0;
};

} // namespace tessera
