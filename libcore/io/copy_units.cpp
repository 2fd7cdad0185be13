// SPDX-License-Identifier: BSD-3-Clause
// Tessera: units, the entries in the journal of a copy.
#include "libcore/io/copy_units.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <numeric>

namespace tessera {

namespace {

/// One dimension of a part, in steps of a chunk or of an index.
struct CutLength {
    Index step = 1;
    Index steps = 1;       ///< steps of the part
    bool anywhere = false; ///< units may have any length, not only one that divides the part
};

/// Returns the length in steps of chunks (between_chunks), or of indices within one chunk.
CutLength length_of(StoredShape const& target, std::size_t d, Index part, bool between_chunks) {
    Index const extent = std::max<Index>(target.extents[d], 1);
    Index const chunk = target.chunk[d];
    if (between_chunks) return {chunk, std::max<Index>(1, std::min(part, ceil_div(extent, chunk) * chunk) / chunk), part >= extent};
    return {1, std::min(part, chunk), part >= std::min(chunk, extent)}; // units start again in every chunk
}

/// Returns the largest divisor of `whole` that is at most `most`.
Index divisor_up_to(Index whole, Index most) {
    for (Index length = std::min(whole, most); length > 1; --length)
        if (whole % length == 0) return length;
    return 1;
}

/// Calls cut(d, length, most) for one dimension after the other, until a unit is short enough. `most`: the number of steps that
/// would be short enough. `cut` returns the unit's new length in steps.
template <class Cut>
void cut_slowest_first(StoredShape const& target, Extents const& part, Index element_bytes, Index most_bytes, Cut const& cut) {
    Index bytes = element_bytes;
    Extents lengths; // lengths of a unit
    for (std::size_t d = 0; d < part.size(); ++d) {
        CutLength const length = length_of(target, d, part[d], part[d] > target.chunk[d]);
        lengths.push_back(length.step * length.steps);
        bytes *= lengths[d];
    }
    for (bool const between_chunks : {true, false}) {
        if (!between_chunks && target.whole_chunks) return;
        for (auto dim = target.permutation.rbegin(); dim != target.permutation.rend() && bytes > most_bytes; ++dim) {
            auto const d = as_size(*dim);
            if (between_chunks && part[d] <= target.chunk[d]) continue;
            CutLength const length = length_of(target, d, part[d], between_chunks);
            Index const rest = bytes / lengths[d];
            lengths[d] = length.step * cut(d, length, std::max<Index>(1, most_bytes / rest / length.step));
            bytes = rest * lengths[d];
        }
    }
}

} // namespace

Extents unit_of_parts(StoredShape const& target, Extents const& part, Index element_bytes, Index most_bytes) {
    Extents unit = part;
    cut_slowest_first(target, part, element_bytes, most_bytes, [&](std::size_t d, CutLength const& length, Index most) {
        Index const steps = length.anywhere ? std::min(length.steps, most) : divisor_up_to(length.steps, most);
        unit[d] = length.step * steps;
        return steps;
    });
    return unit;
}

Extents parts_of_long_units(StoredShape const& target, Extents const& part, Index element_bytes, Index most_bytes) {
    Extents shape = part;
    cut_slowest_first(target, part, element_bytes, most_bytes, [&](std::size_t d, CutLength const& length, Index most) {
        if (length.anywhere || length.steps <= most) return std::min(length.steps, most);
        Index best = most; // among the lengths that are long enough, the one with the smallest remainder
        for (Index steps = most; steps > most / 2; --steps)
            if (length.steps % steps < length.steps % best) best = steps;
        shape[d] = length.step * (length.steps - length.steps % best);
        return best;
    });
    return shape;
}

Extents parts_of_whole_stripes(StoredShape const& target, Extents shape, Index element_bytes, Index stripe) {
    if (target.chunk != target.extents) return shape;
    Index row = element_bytes; // bytes within one index of the dimension
    for (int const dim : target.permutation) {
        auto const d = as_size(dim);
        Index const all = row * target.extents[d];
        if (shape[d] < target.extents[d]) {
            Index const rows = stripe / std::gcd(stripe, row); // smallest number of rows that is a whole number of stripes
            bool const begin_with_stripes = all % stripe == 0 || all == element_bytes * chunk_elements(target);
            if (begin_with_stripes && shape[d] > rows) shape[d] -= shape[d] % rows;
            return shape;
        }
        row = all;
    }
    return shape;
}

bool consists_of_units(StoredShape const& target, Extents const& part, Extents const& unit) {
    for (std::size_t d = 0; d < part.size(); ++d) {
        bool const to_the_end = part[d] >= target.extents[d];
        bool const of_chunks = unit[d] < target.chunk[d] && part[d] >= target.chunk[d];
        if (!to_the_end && !of_chunks && part[d] % unit[d] != 0) return false;
    }
    return true;
}

} // namespace tessera
