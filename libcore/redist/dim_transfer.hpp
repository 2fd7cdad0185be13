// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transfers along one dimension of the iteration space, between all source and target coordinates.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/redist/block_transfer.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// The factor T_d of a plan: T_d[s][t] is the number of k in [0, extent) that source coordinate s and target coordinate t share.
/// Only the two mappings are stored. Rows and columns are computed on request.
/// Cost of a row: the smaller of two numbers. The first is the runs of s in one joint period times the target segments that each
/// overlaps (never more than one target period). The second is the target segments of one joint period. It does not depend on the
/// extent if the periods do not. Between block-cyclic mappings it is at most the target coordinates times the logarithm of the
/// extent.
class DimTransfer {
  public:
    struct Entry {
        Index coord = 0; ///< the partner's coordinate
        Index count = 0; ///< number of shared indices, > 0
        friend bool operator==(Entry const&, Entry const&) = default;
    };

    /// Precondition: both mappings have the same extent. Cost: the segments of one period of each.
    DimTransfer(DimMapping source, DimMapping target);

    [[nodiscard]] Index extent() const { return source_.extent(); }
    [[nodiscard]] DimMapping const& source() const { return source_; }
    [[nodiscard]] DimMapping const& target() const { return target_; }

    /// Returns the closed forms of the counts, if both mappings are block-cyclic and not empty.
    [[nodiscard]] std::optional<BlockTransfer> const& blocks() const { return blocks_; }

    [[nodiscard]] std::vector<Entry> row(Index source_coord) const;    ///< ascending target coordinate
    [[nodiscard]] std::vector<Entry> column(Index target_coord) const; ///< ascending source coordinate
    [[nodiscard]] PeriodicSet set(Index source_coord, Index target_coord) const;

  private:
    DimMapping source_;
    DimMapping target_;
    std::optional<BlockTransfer> blocks_;
};

} // namespace tessera
