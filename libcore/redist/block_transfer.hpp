// SPDX-License-Identifier: BSD-3-Clause
// Tessera: counts of the indices that move between two block-cyclic mappings of a dimension, in closed form.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/block_cyclic.hpp"

#include <vector>

namespace tessera {

/// The counts of a DimTransfer between two block-cyclic mappings. Its rows are not computed.
///
/// Method: a target period of C = c*Q indices is a circle of Q cells of c indices. The blocks of a source coordinate lie on it:
/// each is b indices long and starts B = b*P after the one before. The points i*B mod C divide the circle into gaps of at most
/// three lengths (the three-gap theorem). The number i alone determines the gap before point i. So the number of cells that the
/// blocks touch is a sum of floor functions.
class BlockTransfer {
  public:
    /// Preconditions: both forms describe [0, extent); extent >= 1.
    BlockTransfer(BlockCyclic const& source, BlockCyclic const& target, Index extent);

    /// Returns, per source coordinate, the number of target coordinates that share indices with it. Cost: the coordinates times the
    /// logarithm of the extent.
    [[nodiscard]] std::vector<Index> row_entries() const;
    /// Returns, per target coordinate, the number of source coordinates that share indices with it.
    [[nodiscard]] std::vector<Index> column_entries() const;
    /// Returns the number of indices that two coordinates share. Cost: the logarithm of the extent.
    [[nodiscard]] Index shared(Index source_coord, Index target_coord) const;

  private:
    BlockCyclic source_;
    BlockCyclic target_;
    Index extent_;
};

} // namespace tessera
