// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sorts the elements of lines across the ranks of a group.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <compare>
#include <cstdint>
#include <vector>

namespace tessera {

/// The sort key of an element of a line. No two are equal.
struct LineElement {
    Index line = 0;
    std::uint64_t key = 0; ///< see SortKey
    Index index = 0;       ///< global index along the line
    friend auto operator<=>(LineElement const&, LineElement const&) = default;
};

/// Returns for each of this rank's elements the number of smaller elements on all ranks. A sample sort: each rank sorts its
/// own elements, cuts them by a regular sample of all, and sends each rank its range. So for any distribution no rank gets
/// much more than its share. Needs some 80 bytes per element. Collective.
[[nodiscard]] std::vector<Index> places_among_all(Communicator const& comm, std::vector<LineElement> const& own);

} // namespace tessera
