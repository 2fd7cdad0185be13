// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping, derived from its specification. All later steps use only this.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/dim_groups.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/mapping/processors.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// One rank that holds a copy of an element.
struct Owner {
    Rank rank = 0;
    Index position = 0; ///< position in the processor grid
    friend bool operator==(Owner const&, Owner const&) = default;
};

/// Tells which ranks own which elements. Indices are 0-based in every dimension (the user's lower bounds are in
/// spec().array.lower).
///
/// Each array dimension d is whole or follows one processor dimension. Its coordinate there is the "dim coordinate".
/// A processor dimension that no array dimension follows is free. With a fixed alignment, the coordinate that owns the array's
/// template position holds a copy. With a replicated alignment, all coordinates that own a position of the template do. Copies are
/// numbered 0 .. replicas()-1, row-major over the holders of the free dimensions.
class Mapping {
  public:
    /// Derives the mapping. Errors are those of HPF and blame the wrong part: counts of formats and dimensions that do not agree;
    /// an alignment that leaves the template; block(m) too small; extents whose product overflows; more than max_dims dimensions;
    /// ... Preconditions: one lower bound per extent, everywhere; `align` is empty if there is no template.
    [[nodiscard]] static Result<Mapping> make(MappingSpec spec);

    /// Returns the mapping of the same array in a shape with fewer dimensions. Each group of adjacent dimensions becomes one
    /// dimension, in storage order; `groups` tells how many dimensions each group has. Each rank holds the same elements, in the
    /// same order in memory. The grid has one dimension for each group that is distributed, so positions differ.
    /// Errors: a group of several dimensions has shadow or padded lines; its owners follow each other in too many runs
    /// (DimMapping::most_listed); more elements than max_extent.
    [[nodiscard]] Result<Mapping> merged(DimGroups const& groups) const;
    /// Returns the mapping in the shape that spec().array declares. They differ if this mapping is merged().
    [[nodiscard]] Mapping const& declared() const { return declared_ ? *declared_ : *this; }

    [[nodiscard]] MappingSpec const& spec() const { return spec_; } ///< of the array as declared
    /// Returns the array in the shape that dims() counts and that indices refer to.
    [[nodiscard]] ArraySpec const& array() const { return shape_ ? *shape_ : spec_.array; }
    [[nodiscard]] int dims() const { return array().dims(); }
    [[nodiscard]] Index volume() const { return volume_; } ///< number of elements of the whole array
    [[nodiscard]] DimMapping const& dim(int d) const { return dims_[as_size(d)]; }
    [[nodiscard]] ProcessorGrid const& grid() const { return grid_; }
    /// Returns the processor dimension that array dimension d follows, or nothing if d is whole.
    [[nodiscard]] std::optional<int> processor_dim(int d) const { return processor_dim_[as_size(d)]; }

    /// Returns whether this grid position holds a copy. (With a fixed template position, some positions hold none.)
    [[nodiscard]] bool holds(Index position) const;
    [[nodiscard]] Index replicas() const { return replicas_; }
    /// Returns the number of the copy at a position. Precondition: holds(position).
    [[nodiscard]] Index replica(Index position) const;
    /// Returns the coordinate of a position in array dimension d (0 if d is whole).
    [[nodiscard]] Index dim_coord(Index position, int d) const;
    /// Returns the position that holds copy `replica` of the elements with these dim coordinates (one per array dimension).
    [[nodiscard]] Index position_of(std::span<Index const> dim_coords, Index replica) const;

    /// Returns all ranks that hold the element, by copy number. Precondition: the index lies within the array.
    [[nodiscard]] std::vector<Owner> owners(std::span<Index const> index) const;
    /// Returns the indices that a position holds (one set per array dimension), or an empty box if it holds none.
    [[nodiscard]] BoxSet owned(Index position) const;
    [[nodiscard]] Index owned_count(Index position) const;

  private:
    /// One dimension of the grid.
    struct GridAxis {
        std::optional<int> array_dim; // the array dimension that follows this axis; unset: the axis is free
        PeriodicSet holders;          // the coordinates of a free axis that hold a copy
    };

    [[nodiscard]] Result<void> distribute(int template_dim, int processor_dim);
    [[nodiscard]] Result<void> merge_dims(DimGroups const& groups);
    void merge_grid(DimGroups const& groups);

    MappingSpec spec_;
    ProcessorGrid grid_;
    std::vector<DimMapping> dims_;
    std::vector<std::optional<int>> processor_dim_;
    std::vector<GridAxis> axes_;
    Index replicas_ = 1;
    Index volume_ = 0;
    std::shared_ptr<Mapping const> declared_; // null: this one
    std::shared_ptr<ArraySpec const> shape_;  // null: that of the specification
};

} // namespace tessera
