// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what moves along one dimension of the iteration space, between every source and every target coordinate.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/redist/block_transfer.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// The factor T_d of a plan: T_d[s][t] = how many k of [0, extent) the source coordinate s and the target coordinate t share.
/// Nothing is stored but the two mappings; rows and columns are computed when asked for.
/// Cost of a row: min(the runs of s in one joint period times the target segments each meets (never more than one target period),
/// the target segments of one joint period), independent of the extent where the periods are; between block-cyclic mappings at most
/// the target coordinates times the logarithm of the extent.
class DimTransfer {
  public:
    struct Entry {
        Index coord = 0; ///< the partner's coordinate
        Index count = 0; ///< indices shared, > 0
        friend bool operator==(Entry const&, Entry const&) = default;
    };

    /// Precondition: both map the same extent. Cost: the segments of one period of each.
    DimTransfer(DimMapping source, DimMapping target);

    [[nodiscard]] Index extent() const { return source_.extent(); }
    [[nodiscard]] DimMapping const& source() const { return source_; }
    [[nodiscard]] DimMapping const& target() const { return target_; }

    /// Closed forms of the counts, where both mappings are block-cyclic and not empty.
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
