// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping, derived from its specification; the only thing later rooms use.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/mapping/processors.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// One rank that holds a copy of an element.
struct Owner {
    Rank rank = 0;
    Index position = 0; ///< in the processor grid
    friend bool operator==(Owner const&, Owner const&) = default;
};

/// Who owns what. Indices are 0-based in every dimension (the user's lower bounds live in spec().array.lower).
///
/// Each array dimension d is whole or follows one processor dimension; its coordinate there is the "dim coordinate".
/// Processor dimensions that no array dimension follows are free: the coordinates that own the template position the array is fixed
/// to (one) or replicated over (any that owns a position of the template) hold a copy. Copies are numbered 0 .. replicas()-1,
/// row-major over the holders of the free dimensions.
class Mapping {
  public:
    /// Errors are what HPF calls one, and blame the part that is wrong: counts of formats and dimensions that do not agree, an
    /// alignment that leaves the template, block(m) too small, extents whose product overflows, more than max_dims dimensions, ...
    /// Preconditions: one lower bound per extent, everywhere; `align` empty where there is no template.
    [[nodiscard]] static Result<Mapping> make(MappingSpec spec);

    [[nodiscard]] MappingSpec const& spec() const { return spec_; }
    [[nodiscard]] ArraySpec const& array() const { return spec_.array; }
    [[nodiscard]] int dims() const { return spec_.array.dims(); }
    [[nodiscard]] Index volume() const { return volume_; } ///< elements of the whole array
    [[nodiscard]] DimMapping const& dim(int d) const { return dims_[as_size(d)]; }
    [[nodiscard]] ProcessorGrid const& grid() const { return grid_; }
    /// The processor dimension that array dimension d follows, or nothing where it is whole.
    [[nodiscard]] std::optional<int> processor_dim(int d) const { return processor_dim_[as_size(d)]; }

    /// Does this grid position hold any copy? (A fixed template position leaves others without.)
    [[nodiscard]] bool holds(Index position) const;
    [[nodiscard]] Index replicas() const { return replicas_; }
    /// Which copy a position has. Precondition: holds(position).
    [[nodiscard]] Index replica(Index position) const;
    /// The coordinate of a position in array dimension d (0 where d is whole).
    [[nodiscard]] Index dim_coord(Index position, int d) const;
    /// The position that holds copy `replica` of the elements with these dim coordinates (one per array dimension).
    [[nodiscard]] Index position_of(std::span<Index const> dim_coords, Index replica) const;

    /// Every rank that holds the element, by copy number. Precondition: the index lies within the array.
    [[nodiscard]] std::vector<Owner> owners(std::span<Index const> index) const;
    /// The indices a position holds (one set per array dimension); an empty box where it holds none.
    [[nodiscard]] BoxSet owned(Index position) const;
    [[nodiscard]] Index owned_count(Index position) const;

  private:
    /// One dimension of the grid.
    struct GridAxis {
        std::optional<int> array_dim; // the array dimension that follows it; nothing: it is free
        PeriodicSet holders;          // of a free dimension: the coordinates with a copy
    };

    [[nodiscard]] Result<void> distribute(int template_dim, int processor_dim);

    MappingSpec spec_;
    ProcessorGrid grid_;
    std::vector<DimMapping> dims_;
    std::vector<std::optional<int>> processor_dim_;
    std::vector<GridAxis> axes_;
    Index replicas_ = 1;
    Index volume_ = 0;
};

} // namespace tessera
