// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the owner of an element by arithmetic alone, as a compiler without array sections generates it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/block_cyclic.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/mapping/mapping.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// The share of one array dimension in a position of the processor grid. Block-cyclic dimensions take one division and one
/// remainder; others look the owner up.
class OwnerTerm {
  public:
    OwnerTerm() = default; ///< a dimension that is not distributed: always 0
    /// `distance`: between the positions of adjacent coordinates.
    OwnerTerm(DimMapping dim, Index distance);

    [[nodiscard]] Index of(Index index) const {
        if (distance_ == 0) return 0;
        if (!divides_) return distance_ * dim_->owner(index);
        return base_ + distance_ * ((index + lead_) / block_ % coords_);
    }

  private:
    std::optional<DimMapping> dim_;
    Index distance_ = 0;
    bool divides_ = false;
    // Block-cyclic: coordinate 0, or the last one if the coordinates descend, owns block 0 of the shifted indices.
    Index base_ = 0;
    Index lead_ = 0;
    Index block_ = 1;
    Index coords_ = 1;
};

/// Computes owners from the indices of an element without allocating. Each set of dim coordinates owns one part of the array. The
/// number of a part is the sum of its OwnerTerms.
class OwnerArithmetic {
  public:
    explicit OwnerArithmetic(Mapping const& mapping);

    [[nodiscard]] OwnerTerm const& term(int dim) const { return terms_[as_size(dim)]; }
    [[nodiscard]] Index copies() const { return std::ssize(bases_); }
    /// Returns the rank that holds a copy of a part.
    [[nodiscard]] Rank rank(Index part, Index copy) const { return grid_.rank(bases_[as_size(copy)] + part); }
    /// Returns the part that a rank holds; nothing if it holds none.
    [[nodiscard]] std::optional<Index> part_of(Rank rank) const;

  private:
    Mapping mapping_;
    ProcessorGrid grid_;
    std::vector<OwnerTerm> terms_; // by array dimension
    std::vector<Index> bases_;     // by copy: position of part 0
};

} // namespace tessera
