// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an out-of-core local array cut into slabs that fit in memory (Thakur 5.4 and 5.5).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/sets/run.hpp"

#include <vector>

namespace tessera {

/// The slabs of a local array (OCLA) without its shadow. Indices are 0-based; shadow planes have negative indices, or indices
/// beyond the extent. A slab is whole in the fastest dimensions of the file, a block of indices in one dimension, and a single
/// index in all slower ones. So it is contiguous in the file if whole planes are wanted. Slabs are numbered in file order. Every
/// slab with its shadow fits the in-core local array (ICLA).
class Slabs {
  public:
    /// Makes the slabs. `permutation`: dimensions from fastest to slowest in the file. `shadow`: one per dimension, or empty. Also
    /// used for a global array whose partitions must fit the memory of all ranks (PIM). Error: one index with its shadow does not
    /// fit; the message gives the number of elements that do.
    [[nodiscard]] static Result<Slabs> make(Extents ocla, std::vector<int> permutation, std::vector<ShadowWidth> shadow,
                                            Index icla_elements);

    [[nodiscard]] Index count() const { return count_; }
    /// Returns the indices that are computed with slab k. Every index belongs to one slab.
    [[nodiscard]] std::vector<Run> box(Index k) const;
    /// Returns the indices that must be in memory for slab k: with the shadow on all sides.
    [[nodiscard]] std::vector<Run> with_shadow(Index k) const;
    /// Returns the part of with_shadow(k) that was not in memory with slab k-1: the part to read if the rest is reused (5.5.3). It
    /// differs from with_shadow(k) in at most one dimension.
    [[nodiscard]] std::vector<Run> fresh(Index k) const;
    /// Returns the indices per slab, in each dimension.
    [[nodiscard]] Extents const& shape() const { return shape_; }

  private:
    [[nodiscard]] ShadowWidth shadow(std::size_t d) const { return shadow_.empty() ? ShadowWidth{} : shadow_[d]; }

    Extents ocla_;
    std::vector<int> permutation_;
    std::vector<ShadowWidth> shadow_;
    Extents shape_;
    std::size_t cut_ = 0; // the dimension that is cut into blocks
    Index count_ = 1;
};

} // namespace tessera
