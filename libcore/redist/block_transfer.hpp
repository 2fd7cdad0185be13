// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what moves between two block-cyclic mappings of a dimension, counted in closed form.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/block_cyclic.hpp"

#include <vector>

namespace tessera {

/// The counts of a DimTransfer whose sides are both block-cyclic, without its rows.
///
/// A target period of C = c*Q indices is a circle of Q cells of c indices, and the blocks of a source coordinate lie on it b
/// indices long, each B = b*P behind the one before. The points i*B mod C divide a circle into gaps of at most three lengths (the
/// three-gap theorem), and which gap stands in front of a point follows from i alone. So the cells that blocks touch are sums of
/// floor functions.
class BlockTransfer {
  public:
    /// Both over [0, extent), extent >= 1.
    BlockTransfer(BlockCyclic const& source, BlockCyclic const& target, Index extent);

    /// With how many target coordinates each source coordinate shares indices. Cost: the coordinates times the logarithm of the
    /// extent.
    [[nodiscard]] std::vector<Index> row_entries() const;
    /// With how many source coordinates each target coordinate does.
    [[nodiscard]] std::vector<Index> column_entries() const;
    /// How many indices two coordinates share. Cost: the logarithm of the extent.
    [[nodiscard]] Index shared(Index source_coord, Index target_coord) const;

  private:
    BlockCyclic source_;
    BlockCyclic target_;
    Index extent_;
};

} // namespace tessera
