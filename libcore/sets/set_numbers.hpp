// SPDX-License-Identifier: BSD-3-Clause
// Tessera: equal sets get equal numbers, so that many boxes can be compared by number.
#pragma once

#include "libcore/sets/periodic_set.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <vector>

namespace tessera {

/// Numbers the different sets from 0, in the order of the first request.
class SetNumbers {
  public:
    /// Returns the number of a set. Cost: the logarithm of the different sets, and a comparison with the sets of equal bounds and
    /// count.
    [[nodiscard]] std::size_t number_of(PeriodicSet const& set);

    [[nodiscard]] std::vector<PeriodicSet> const& sets() const { return sets_; }

  private:
    std::vector<PeriodicSet> sets_;
    std::map<std::array<Index, 3>, std::vector<std::size_t>> alike_; // numbers of the sets with these bounds and this count
};

} // namespace tessera
