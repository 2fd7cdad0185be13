// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the routes of message combining (Bruck et al. 1997).
#include "libcore/schedule/detail/bruck_routes.hpp"

#include "libcore/schedule/binary.hpp"

namespace tessera::detail {

int BruckRoutes::steps() const {
    return ceil_log2(size_);
}

void BruckRoutes::route(int from, int to, std::function<void(int, int, int)> const& visit) const {
    int const distance = behind(to, from);
    int at = from;
    for (int step = 0; step < steps(); ++step) {
        if ((distance >> step & 1) == 0) continue;
        visit(step, at, target(at, step));
        at = target(at, step);
    }
}

void BruckRoutes::carried(int position, int step, std::function<void(int, int)> const& visit) const {
    int const bit = 1 << step;
    for (int distance = bit; distance < size_; ++distance) {
        if ((distance & bit) == 0) continue;
        int const origin = behind(position, distance & (bit - 1)); // the block has already moved by the lower bits
        visit(origin, ahead(origin, distance));
    }
}

/// Returns the number of distances below size that have this bit: half of every full period of the bit, and a part of the last one.
Index BruckRoutes::carried_count(int, int step) const {
    int const bit = 1 << step;
    int const rest = size_ & (2 * bit - 1);
    return (size_ - rest) / 2 + (rest > bit ? rest - bit : 0);
}

} // namespace tessera::detail
