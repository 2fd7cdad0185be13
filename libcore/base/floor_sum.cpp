// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sums of rounded quotients along an arithmetic progression, in closed form.
#include "libcore/base/floor_sum.hpp"

#include <utility>

namespace tessera {

namespace {

/// For start, step < divisor, computes the moments from those with step and divisor exchanged: both count the same lattice points.
FloorMoments moments(WideIndex count, WideIndex start, WideIndex step, WideIndex divisor) {
    WideIndex const last = count - 1;
    if (count <= 0) return {};
    if (start >= divisor || step >= divisor) {
        WideIndex const by_step = step / divisor;
        WideIndex const by_start = start / divisor;
        FloorMoments const rest = moments(count, start % divisor, step % divisor, divisor);
        WideIndex const sum_1 = last * count / 2;                  // sum of i
        WideIndex const sum_2 = last * count * (last + count) / 6; // sum of i^2
        FloorMoments all;
        all.quotients = by_step * sum_1 + by_start * count + rest.quotients;
        all.weighted = by_step * sum_2 + by_start * sum_1 + rest.weighted;
        all.squares = by_step * by_step * sum_2 + by_start * by_start * count + 2 * by_step * by_start * sum_1 + rest.squares +
                      2 * by_start * rest.quotients + 2 * by_step * rest.weighted;
        return all;
    }
    WideIndex const most = (step * last + start) / divisor; // the last quotient
    if (most == 0) return {};
    FloorMoments const other = moments(most, divisor - start - 1, divisor, step);
    FloorMoments all;
    all.quotients = last * most - other.quotients;
    all.weighted = (most * last * count - other.squares - other.quotients) / 2;
    all.squares = last * most * (most + 1) - 2 * other.weighted - 2 * other.quotients - all.quotients;
    return all;
}

struct Division {
    Index quotient;
    Index remainder;
};

/// Divides count*step + start by the divisor. A division of 128 bits costs several times as much as one of 64 bits.
Division divided(Index count, Index step, Index start, Index divisor) {
    if (Index product = 0; !__builtin_mul_overflow(count, step, &product) && !__builtin_add_overflow(product, start, &product))
        return {product / divisor, product % divisor};
    WideIndex const product = WideIndex{count} * step + start;
    return {static_cast<Index>(product / divisor), static_cast<Index>(product % divisor)};
}

} // namespace

WideIndex floor_sum(Index count, Index start, Index step, Index divisor) {
    WideIndex sum = 0;
    while (count > 0) {
        sum += WideIndex{count} * (count - 1) / 2 * (step / divisor) + WideIndex{count} * (start / divisor);
        step %= divisor;
        start %= divisor;
        if (step == 0) break;
        auto const [quotient, remainder] = divided(count, step, start, divisor);
        count = quotient;
        start = remainder;
        step = std::exchange(divisor, step);
    }
    return sum;
}

FloorMoments floor_moments(Index count, Index start, Index step, Index divisor) {
    return moments(count, start, step, divisor);
}

} // namespace tessera
