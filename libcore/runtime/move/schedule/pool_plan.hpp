// SPDX-License-Identifier: BSD-3-Clause
// Tessera: regions of one buffer for data that lives for a few steps only.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// Collects regions with the steps in which they are in use, then places them: two share memory only if one's last step lies before
/// the other's first.
class PoolPlan {
  public:
    /// Returns the region's number. first <= last; `last` may grow until place() is called.
    std::size_t add(Index bytes, int first, int last);
    void use_until(std::size_t region, int last);

    /// Places every region, in the order of their first steps, into the first gap that holds it.
    /// Cost: the regions times those in use at the same time.
    void place();

    /// After place(): where a region begins, and the size of the buffer.
    [[nodiscard]] Index offset(std::size_t region) const { return regions_[region].offset; }
    [[nodiscard]] Index bytes() const { return bytes_; }

  private:
    struct Region {
        Index bytes = 0; ///< whole cache lines
        int first = 0;
        int last = 0;
        Index offset = 0;
    };
    [[nodiscard]] std::vector<std::size_t> by_first_step() const;

    std::vector<Region> regions_;
    Index bytes_ = 0;
};

} // namespace tessera
