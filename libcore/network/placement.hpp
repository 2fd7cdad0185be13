// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which rank sits on which node.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/topology.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tessera {

/// node[position], all different.
struct Placement {
    std::vector<int> node;

    [[nodiscard]] static Placement row_major(int ranks);
    /// `row-major`, `column-major` (of a 2-D or N-D grid topology), `blocked` (consecutive ranks fill sub-cubes of the grid),
    /// `random:SEED`, or the text of a file with one node number per rank. Errors: fewer nodes than ranks, a node twice, ...
    [[nodiscard]] static Result<Placement> make(std::string_view how, int ranks, Topology const& topology);
};

} // namespace tessera
