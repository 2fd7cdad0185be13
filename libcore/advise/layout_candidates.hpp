// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layouts that are considered for an array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/program/phase_cost.hpp"

#include <string>
#include <vector>

namespace tessera {

struct LayoutCandidates {
    std::vector<Mapping> mappings;  ///< no two of them alike; the job's own first
    std::vector<std::string> rules; ///< what was left out, and why: one sentence each
};

/// All processor grids of so many ranks over up to three dimensions of the array, with block in every dimension; and, along
/// dimensions in which the work is uneven, cyclic(k) and gen_block with blocks of about equal work. Where it is even they are left
/// out: they compute as much as block, and move at least as much. An array that one phase makes and another one only reads may lie
/// in blocks of one dimension with copies along the other processor dimension, or on all ranks. (What is never made would have its
/// copies for nothing.) Dimensions that must be whole in every phase that uses the array are. Blocks that are spread take turns, so
/// that equal sums are no equal work: they are no gen_block. The job's own layouts are among them where they have as many ranks;
/// `fixed` phases keep theirs.
///
/// `array`: its number in the program. Arrays that meet element by element have the same candidates; those that meet with their
/// dimensions exchanged have those of the other's grids, too, whose ranks count the first dimension fastest. Error: no layout is
/// left.
[[nodiscard]] Result<LayoutCandidates> candidates_for(PhaseCoster const& coster, std::size_t array, Index ranks);

/// Does a phase only read this array, and without its neighbours, sums or order? Then copies on several ranks serve it.
[[nodiscard]] bool reads_only(PhaseArray const& use);

/// Numbers of ranks per dimension (one entry for each of the dimensions asked for) whose product is `ranks`, none larger than the
/// dimension's extent and none 1. Ascending in the first, then the second, ...
[[nodiscard]] std::vector<Extents> grids_of(Index ranks, Extents const& extents);

/// Up to three numbers between half of `ranks` and `ranks`, the largest first, that are the product of two factors of which one is
/// at most twice the other; none where `ranks` is one itself.
[[nodiscard]] std::vector<Index> squarer_ranks(Index ranks);

/// Lengths of the blocks of cyclic layouts that are considered where a rank has `longest` indices in all: 1, and others up to 256,
/// in two rounds or more.
[[nodiscard]] std::vector<Index> cyclic_sizes(Index longest);

} // namespace tessera
