// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random mappings and copies, every one of them legal.
#pragma once

#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/mapping/mapping.hpp"

#include <span>
#include <vector>

namespace tessera::oracle {

/// true in one of `n` cases.
bool one_in(Index n);

/// 0, 1, ..., count - 1 in random order.
std::vector<Index> random_order(Index count);

/// A format on 1 to `max_coords` coordinates, seen directly or through a section or alignment of the wanted extent.
DimMapping random_dim_mapping(Index extent, Index max_coords);

/// Several: at least one dimension of the arrangement holds copies (one or more).
enum class Copies { Any, Several };

/// A mapping of an array with these extents: distributed directly or aligned with a template (strides of either sign, permuted
/// and collapsed dimensions, fixed positions, replication), onto all or part of an arrangement with any ranks below `ranks`,
/// in any order. ranks >= 1.
MappingSpec random_mapping_spec(Extents const& extents, Rank ranks, Copies copies = Copies::Any);
Mapping random_mapping(Extents const& extents, Rank ranks, Copies copies = Copies::Any);
/// So many copies of each part, and parts of block and cyclic dimensions, on some of the ranks, in any order. copies <= ranks.
Mapping mapping_with_copies(Extents const& extents, Index copies, Rank ranks);

/// A copy and the shapes of its two arrays: identity, transposition, sections, reversal, scalar subscripts.
struct RandomCopy {
    CopyMap map;
    Extents source_extents;
    Extents target_extents;
};
/// One to four dimensions on each side and at most a few hundred elements, sometimes none.
RandomCopy random_copy();

} // namespace tessera::oracle
