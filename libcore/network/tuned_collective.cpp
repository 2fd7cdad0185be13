// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measured times of broadcasts and reductions on a machine.
#include "libcore/network/tuned_collective.hpp"

#include <algorithm>

namespace tessera {
namespace {

constexpr double farthest = 8; ///< largest accepted ratio of the lengths

/// Returns the ratio of the longer to the shorter length.
double ratio_between(Index a, Index b) {
    return static_cast<double>(std::max(a, b)) / static_cast<double>(std::max(Index{1}, std::min(a, b)));
}

} // namespace

TunedCollective const* nearest_tuned(std::span<TunedCollective const> table, std::string_view operation, int ranks, Index bytes) {
    TunedCollective const* nearest = nullptr;
    double least = farthest;
    for (TunedCollective const& row : table) {
        if (row.operation != operation || row.ranks != ranks) continue;
        double const away = ratio_between(row.bytes, bytes);
        bool const nearer = away < least || (away == least && (nearest == nullptr || row.bytes < nearest->bytes));
        if (!nearer) continue;
        nearest = &row;
        least = away;
    }
    return nearest;
}

} // namespace tessera
