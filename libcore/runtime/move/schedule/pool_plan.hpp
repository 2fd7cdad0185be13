// SPDX-License-Identifier: BSD-3-Clause
// Tessera: assigns memory to data that lives for a few steps.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// Collects regions with the steps that use them, then places them in one buffer. Two regions share memory only if the last
/// step of one is before the first step of the other.
class PoolPlan {
  public:
    /// Adds a region and returns its number. first <= last; use_until() may increase `last` until place() is called.
    std::size_t add(Index bytes, int first, int last);
    void use_until(std::size_t region, int last);

    /// Places every region, in the order of their first steps, into the first gap that holds it. Cost: the number of regions
    /// times those in use at the same time.
    void place();

    /// Valid after place(): the offset of a region, and the size of the buffer in bytes.
    [[nodiscard]] Index offset(std::size_t region) const { return regions_[region].offset; }
    [[nodiscard]] Index bytes() const { return bytes_; }

  private:
    struct Region {
        Index bytes = 0; ///< rounded up to whole cache lines
        int first = 0;
        int last = 0;
        Index offset = 0;
    };
    [[nodiscard]] std::vector<std::size_t> by_first_step() const;

    std::vector<Region> regions_;
    Index bytes_ = 0;
};

} // namespace tessera
