// SPDX-License-Identifier: BSD-3-Clause
// Tessera: balanced factorisation by search over the divisors.
#include "libcore/spec/detail/balanced_grid.hpp"

#include <algorithm>

namespace tessera::notation {

namespace {

Extents divisors_of(Index size) {
    Extents divisors;
    for (Index d = 1; d <= size / d; ++d)
        if (size % d == 0) {
            divisors.push_back(d);
            if (d != size / d) divisors.push_back(size / d);
        }
    std::ranges::sort(divisors);
    return divisors;
}

/// Returns whether the product of `dims` factors of at most `limit` can reach `size`.
bool reachable(Index size, int dims, Index limit) {
    for (Index product = 1; dims > 0; --dims) {
        if (product >= size / limit + (size % limit != 0 ? 1 : 0)) return true;
        product *= limit;
    }
    return size == 1;
}

/// Appends the factors of `size` to `grid`, descending and none above `limit`. Returns false if there are none.
bool factorize(Index size, int dims, Index limit, Extents const& divisors, Extents& grid) {
    if (dims == 0) return size == 1;
    if (!reachable(size, dims, limit)) return false;
    for (Index const factor : divisors) { // ascending, so the first factor that works is the smallest
        if (factor > limit) break;
        if (size % factor != 0 || !reachable(size, dims, factor)) continue;
        grid.push_back(factor);
        if (factorize(size / factor, dims - 1, factor, divisors, grid)) return true;
        grid.pop_back();
    }
    return false;
}

} // namespace

Extents balanced_grid(Index size, int dims) {
    Extents grid;
    factorize(size, dims, size, divisors_of(size), grid);
    return grid;
}

} // namespace tessera::notation
