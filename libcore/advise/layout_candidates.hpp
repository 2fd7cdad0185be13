// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layouts that are considered for an array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/program/phase_cost.hpp"

#include <string>
#include <vector>

namespace tessera {

struct LayoutCandidates {
    std::vector<Mapping> mappings;  ///< all different; the job's own first
    std::vector<std::string> rules; ///< excluded layouts and the reasons, one sentence each
};

/// Returns the candidates for an array:
/// - All processor grids of `ranks` ranks over up to three dimensions of the array, with block in every dimension.
/// - Along dimensions with uneven work also cyclic(k), and gen_block with blocks of about equal work. With even work these are left
/// out, because they compute as much as block and move at least as much.
/// - For an array that one phase writes and another only reads: blocks of one dimension with copies along the other processor
/// dimension, and copies on all ranks. (Copies of an array that is never written would appear free of charge.)
/// Dimensions that must be whole in every phase that uses the array are whole. Spread blocks are computed in turn, so equal sums of
/// work do not mean equal work; they get no gen_block. The job's own layouts are candidates if they have as many ranks; `fixed`
/// phases keep theirs.
///
/// `array`: its number in the program. Arrays that are combined element by element have the same candidates. Arrays that are
/// combined with exchanged dimensions also have those of the other array's grids, whose ranks count the first dimension fastest.
/// Error: no layout is left.
[[nodiscard]] Result<LayoutCandidates> candidates_for(PhaseCoster const& coster, std::size_t array, Index ranks);

/// Returns whether a phase only reads this array, without neighbours, sums or order. Copies on several ranks can serve such a
/// phase.
[[nodiscard]] bool reads_only(PhaseArray const& use);

/// Returns the numbers of ranks per dimension (one entry for each given extent) whose product is `ranks`. No number is 1 or larger
/// than its extent. Ascending in the first, then the second, ...
[[nodiscard]] std::vector<Extents> grids_of(Index ranks, Extents const& extents);

/// Returns up to three numbers between half of `ranks` and `ranks`, largest first. Each is a product of two factors, and one is at
/// most twice the other. Returns none if `ranks` is such a number itself.
[[nodiscard]] std::vector<Index> squarer_ranks(Index ranks);

/// Returns the considered block lengths of cyclic layouts if a rank has `longest` indices: 1, and others up to 256, with at least
/// two rounds.
[[nodiscard]] std::vector<Index> cyclic_sizes(Index longest);

} // namespace tessera
