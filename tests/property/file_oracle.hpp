// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random arrays in files, and the oracle that knows what stands at every place.
#pragma once

#include "libcore/io/file_layout.hpp"
#include "libcore/sets/box_set.hpp"

#include <optional>
#include <set>
#include <vector>

namespace tessera::oracle {

/// A layout and what it means, place by place.
struct FileSample {
    FileLayout layout;
    std::vector<std::optional<Extents>> index; ///< at each position; nothing: padding
    std::vector<Index> byte;                   ///< of each position
};

/// Up to `max_dims` dimensions, any permutation, in one piece, in chunks one after the other, or where a table says, with gaps and
/// chunks left out; elements of 1 to 4 bytes.
[[nodiscard]] FileSample random_file(int max_dims);
/// The same without a table: every element is stored.
[[nodiscard]] FileSample random_complete_file(int max_dims);

/// Whole dimensions, strides, blocks, any runs, single indices, nothing.
[[nodiscard]] BoxSet random_section(Extents const& extents);

/// The positions of the elements of a section.
[[nodiscard]] std::set<Index> positions_of(FileSample const& file, BoxSet const& section);

/// Maximal runs of positions whose bytes follow each other.
[[nodiscard]] std::vector<Run> runs_of(FileSample const& file, std::set<Index> const& positions);

} // namespace tessera::oracle
