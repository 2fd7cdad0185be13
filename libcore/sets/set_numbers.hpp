// SPDX-License-Identifier: BSD-3-Clause
// Tessera: equal sets get equal numbers, so that very many boxes are compared by their numbers.
#pragma once

#include "libcore/sets/periodic_set.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <vector>

namespace tessera {

/// The different sets it was asked for, numbered from 0 in the order of their first appearance.
class SetNumbers {
  public:
    /// Cost: the logarithm of the different sets, and a comparison with those of the same bounds and count.
    [[nodiscard]] std::size_t number_of(PeriodicSet const& set);

    [[nodiscard]] std::vector<PeriodicSet> const& sets() const { return sets_; }

  private:
    std::vector<PeriodicSet> sets_;
    std::map<std::array<Index, 3>, std::vector<std::size_t>> alike_; // by bounds and count
};

} // namespace tessera
