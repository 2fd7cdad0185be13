// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks that indices name elements of an array.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/index/index_list_view.hpp"
#include "libcore/mapping/mapping.hpp"

#include <span>

namespace tessera {

/// Error: names the first index that is no element, and the rank. `list`: the indices as 64-bit numbers. Not collective.
[[nodiscard]] Result<void> check_indices(Mapping const& mapping, IndexListView const& indices, std::span<Index const> list,
                                         Rank rank);

} // namespace tessera
