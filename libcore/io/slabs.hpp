// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an out-of-core local array cut into slabs that fit in memory (Thakur 5.4 and 5.5).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/sets/run.hpp"

#include <vector>

namespace tessera {

/// The local array (OCLA) without its shadow; indices are 0-based, and shadow planes lie at negative indices and behind the extent.
/// A slab is whole in the fastest dimensions of the file, a block of indices in one, and a single index in all slower ones; so it
/// lies in the file in one piece as long as all of a plane is wanted. Slabs are numbered in file order. With its shadow every slab
/// fits the in-core local array (ICLA).
class Slabs {
  public:
    /// `permutation`: dimensions from fastest to slowest in the file. `shadow`: one per dimension, or empty. Also for a global
    /// array whose partitions are to fit the memory of all ranks (PIM). Error: not even one index with its shadow fits; it says how
    /// many elements do.
    [[nodiscard]] static Result<Slabs> make(Extents ocla, std::vector<int> permutation, std::vector<ShadowWidth> shadow,
                                            Index icla_elements);

    [[nodiscard]] Index count() const { return count_; }
    /// The indices that are computed with slab k: every index belongs to one slab.
    [[nodiscard]] std::vector<Run> box(Index k) const;
    /// What has to be in memory for that: with the shadow on all sides.
    [[nodiscard]] std::vector<Run> with_shadow(Index k) const;
    /// The part of with_shadow(k) that was not in memory with slab k-1: what is left to read when the rest is reused (5.5.3). It
    /// differs from with_shadow(k) in one dimension at most.
    [[nodiscard]] std::vector<Run> fresh(Index k) const;
    /// Indices per slab, in each dimension.
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
