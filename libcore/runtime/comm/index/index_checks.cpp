// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks that indices name elements of an array.
#include "libcore/runtime/comm/index/index_checks.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

Result<void> check_indices(Mapping const& mapping, IndexListView const& indices, std::span<Index const> list, Rank rank) {
    auto const wrong = std::ranges::find_if(list, [&](Index index) { return index < 0 || index >= mapping.volume(); });
    if (wrong == list.end()) return {};
    auto const number = as_size(wrong - list.begin());
    return fail(
        fmt::format("rank {}: index {} (number {} of its list, from 0) names no element of {}, which has {}; expected 0 to {}",
                    rank, indices.text(number), number, mapping.array().name, mapping.volume(), mapping.volume() - 1));
}

} // namespace tessera
