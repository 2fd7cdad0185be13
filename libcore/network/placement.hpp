// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the placement of ranks on nodes.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/topology.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tessera {

/// The node of each rank of a schedule, by position. No two ranks share a node.
struct Placement {
    std::vector<int> node;

    [[nodiscard]] static Placement row_major(int ranks);
    /// Makes a placement by name: `row-major`, `column-major` (the first dimension of a grid network varies fastest), `blocked`
    /// (tile by tile, so that consecutive ranks are neighbours), `random:SEED`. Errors: fewer nodes than ranks, an unknown name
    /// (suggests the nearest).
    [[nodiscard]] static Result<Placement> make(std::string_view how, int ranks, Topology const& topology);

    /// Reads the nodes of ranks 0, 1, 2, ..., separated by blanks, commas or line ends. Errors: the number of nodes is not the
    /// number of ranks; a node listed twice or outside the network.
    [[nodiscard]] static Result<Placement> from_list(std::string_view text, int ranks, Topology const& topology);
};

} // namespace tessera
