// SPDX-License-Identifier: BSD-3-Clause
// Tessera: equal sets are found by bounds and count first, then by comparison.
#include "libcore/sets/set_numbers.hpp"

namespace tessera {

std::size_t SetNumbers::number_of(PeriodicSet const& set) {
    std::vector<std::size_t>& alike = alike_[{set.bounds().begin, set.bounds().end, set.count()}];
    for (std::size_t const number : alike)
        if (sets_[number] == set) return number;
    alike.push_back(sets_.size());
    sets_.push_back(set);
    return alike.back();
}

} // namespace tessera
