// SPDX-License-Identifier: BSD-3-Clause
// Tessera: counts per coordinate, gathered in any order.
#pragma once

#include "libcore/redist/dim_transfer.hpp"

#include <cstddef>
#include <vector>

namespace tessera::detail {

/// Sums counts by coordinate. Additions are appended, and merged each time their number has doubled. So the memory depends on the
/// number of different coordinates, not on the number of additions.
class Tally {
  public:
    void add(Index coord, Index count);
    /// Returns every coordinate with a positive count, ascending. Leaves the tally empty.
    [[nodiscard]] std::vector<DimTransfer::Entry> take();

  private:
    void merge();

    static constexpr std::size_t smallest_limit = 64;
    std::vector<DimTransfer::Entry> entries_;
    std::size_t limit_ = smallest_limit;
};

} // namespace tessera::detail
