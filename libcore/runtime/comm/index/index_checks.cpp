// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whether indices name elements of an array.
#include "libcore/runtime/comm/index/index_checks.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

Result<void> check_indices(Mapping const& mapping, std::span<Index const> indices) {
    auto const wrong = std::ranges::find_if(indices, [&](Index index) { return index < 0 || index >= mapping.volume(); });
    if (wrong == indices.end()) return {};
    return fail(fmt::format("index {} (number {} of its rank) is none of {}, which has {} elements", *wrong,
                            wrong - indices.begin(), mapping.array().name, mapping.volume()));
}

} // namespace tessera
