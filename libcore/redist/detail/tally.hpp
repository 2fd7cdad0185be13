// SPDX-License-Identifier: BSD-3-Clause
// Tessera: counts per coordinate, gathered in any order.
#pragma once

#include "libcore/redist/dim_transfer.hpp"

#include <cstddef>
#include <vector>

namespace tessera::detail {

/// Gathers counts by coordinate. Additions are kept as they come and merged whenever they have doubled, so the memory
/// follows the number of coordinates met, not the number of additions.
class Tally {
  public:
    void add(Index coord, Index count);
    /// Every coordinate with a positive count, ascending. Leaves the tally empty.
    [[nodiscard]] std::vector<DimTransfer::Entry> take();

  private:
    void merge();

    static constexpr std::size_t smallest_limit = 64;
    std::vector<DimTransfer::Entry> entries_;
    std::size_t limit_ = smallest_limit;
};

} // namespace tessera::detail
