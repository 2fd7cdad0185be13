// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the routes of Recursive Exchange: each step corrects one bit of the position.
#include "libcore/schedule/detail/recursive_routes.hpp"

namespace tessera::detail {

namespace {

/// Visits every number whose bits lie in `mask`, ascending.
template <class Visit>
void for_each_subset(int mask, Visit const& visit) {
    int subset = 0;
    do {
        visit(subset);
        subset = (subset - mask) & mask;
    } while (subset != 0);
}

} // namespace

RecursiveRoutes::RecursiveRoutes(std::vector<int> bits) : bits_(std::move(bits)) {
    for (int const bit : bits_) {
        done_.push_back(all_);
        all_ |= bit;
    }
}

void RecursiveRoutes::route(int from, int to, std::function<void(int, int, int)> const& visit) const {
    int at = from;
    for (int step = 0; step < steps(); ++step) {
        int const next = at ^ ((from ^ to) & bits_[as_size(step)]);
        if (next != at) visit(step, at, next);
        at = next;
    }
}

void RecursiveRoutes::carried(int position, int step, std::function<void(int, int)> const& visit) const {
    int const done = done_[as_size(step)];
    int const corrected = done | bits_[as_size(step)];
    int const origin = position & ~done;
    int const destination = target(position, step) & corrected;
    for_each_subset(done, [&](int o) { for_each_subset(all_ & ~corrected, [&](int d) { visit(origin | o, destination | d); }); });
}

/// The blocks vary in all bits but one: the origin in the corrected bits, the destination in the bits not yet corrected.
Index RecursiveRoutes::carried_count(int, int) const {
    return (Index{all_} + 1) / 2;
}

} // namespace tessera::detail
