// SPDX-License-Identifier: BSD-3-Clause
// Tessera: loops over any number of dimensions.
#pragma once

#include "libcore/base/index.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tessera {

/// Calls visit(numbers) for every combination of one number in [0, count) per dimension. The first number varies fastest. Does
/// nothing if a count is 0.
template <class Visit>
void for_each_combination(std::vector<Index> const& counts, Visit const& visit) {
    if (std::ranges::find(counts, 0) != counts.end()) return;
    std::vector<Index> at(counts.size(), 0);
    for (;;) {
        visit(std::as_const(at));
        std::size_t d = 0;
        while (d < at.size() && ++at[d] == counts[d]) at[d++] = 0;
        if (d == at.size()) return;
    }
}

} // namespace tessera
