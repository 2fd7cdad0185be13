// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a run, the half-open interval that all sets are made of.
#pragma once

#include "libcore/base/index.hpp"

#include <algorithm>

namespace tessera {

/// The indices begin <= x < end. Empty if end <= begin.
struct Run {
    Index begin = 0;
    Index end = 0;

    [[nodiscard]] constexpr Index size() const { return end > begin ? end - begin : 0; }
    [[nodiscard]] constexpr bool empty() const { return end <= begin; }
    [[nodiscard]] constexpr bool contains(Index x) const { return begin <= x && x < end; }
    friend bool operator==(Run const&, Run const&) = default;
};

[[nodiscard]] constexpr Run intersection(Run a, Run b) {
    return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

} // namespace tessera
