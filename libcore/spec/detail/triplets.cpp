// SPDX-License-Identifier: BSD-3-Clause
// Tessera: completes, counts and checks triplets.
#include "libcore/spec/detail/triplets.hpp"

#include "libcore/base/arithmetic.hpp"

#include <fmt/format.h>
#include <limits>

namespace tessera::notation {

namespace {

/// Returns how many of first, first + stride, ... do not pass `last`.
std::optional<Index> count_to(Index first, Index last, Index stride) {
    if (stride == 0 || stride == std::numeric_limits<Index>::min()) return std::nullopt;
    auto const span = stride > 0 ? checked_sub(last, first) : checked_sub(first, last);
    if (!span) return std::nullopt;
    if (*span < 0) return 0;
    return checked_add(*span / (stride > 0 ? stride : -stride), 1);
}

} // namespace

std::optional<ResolvedTriplet> resolved_triplet(Triplet const& triplet, Index lower, Index extent, bool half_open) {
    auto const end = checked_add(lower, extent);
    auto const upper = end ? checked_sub(*end, 1) : std::nullopt;
    if (!upper) return std::nullopt;
    if (triplet.scalar) return ResolvedTriplet{*triplet.first, 1, 1};
    bool const forward = triplet.stride > 0;
    ResolvedTriplet range{triplet.first.value_or(forward ? lower : *upper), triplet.stride, 0};
    std::optional<Index> last = triplet.last ? triplet.last : (forward ? *upper : lower);
    if (triplet.last && half_open) last = checked_add(*last, forward ? -1 : 1);
    auto const count = last ? count_to(range.first, *last, range.stride) : std::nullopt;
    if (!count) return std::nullopt;
    range.count = *count;
    return range;
}

CopyMap::Range checked_triplet(Triplet const& triplet, bool half_open, Index lower, Index extent, std::string const& what,
                               Diagnostics& diagnostics) {
    auto const range = resolved_triplet(triplet, lower, extent, half_open);
    if (!range) {
        diagnostics.fail(triplet.place, "this range does not fit 64 bits");
        return {};
    }
    if (range->count == 0) return {0, range->stride, 0};
    // Checking both ends is enough. The last index cannot overflow, because it does not pass the triplet's own end.
    for (Index const index : {range->first, range->first + (range->count - 1) * range->stride})
        if (index < lower || index - lower >= extent) {
            diagnostics.fail(triplet.place, extent == 0 ? fmt::format("{} is empty; it has no index {}", what, index)
                                                        : fmt::format("index {} lies outside {}, which is {}:{}", index, what,
                                                                      lower, lower + extent - 1));
            return {};
        }
    return {range->first - lower, range->stride, range->count};
}

} // namespace tessera::notation
