// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements of lines, sorted by the ranks that hold parts of them together.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <compare>
#include <cstdint>
#include <vector>

namespace tessera {

/// An element of a line, as it is sorted: no two are equal.
struct LineElement {
    Index line = 0;
    std::uint64_t key = 0; ///< see SortKey
    Index index = 0;       ///< along the line, global
    friend auto operator<=>(LineElement const&, LineElement const&) = default;
};

/// For each of this rank's elements how many of all ranks' elements are smaller. A sample sort: everybody sorts its own, cuts them
/// where a regular sample of all says, and sends each rank its range; so nobody gets much more than its share, however they lie.
/// Takes some 80 bytes per element. Collective.
[[nodiscard]] std::vector<Index> places_among_all(Comm const& comm, std::vector<LineElement> const& own);

} // namespace tessera
