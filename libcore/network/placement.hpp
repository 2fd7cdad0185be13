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

/// The node that each rank of a schedule, by its position, runs on; no two share one.
struct Placement {
    std::vector<int> node;

    [[nodiscard]] static Placement row_major(int ranks);
    /// `row-major`, `column-major` (the first dimension of a grid network counts fastest), `blocked` (tile by tile, so that
    /// consecutive ranks are neighbours), `random:SEED`. Errors: fewer nodes than ranks, an unknown name (suggests the nearest).
    [[nodiscard]] static Result<Placement> make(std::string_view how, int ranks, Topology const& topology);

    /// The node of rank 0, 1, 2, ..., separated by blanks, commas or line ends. Errors: not one node per rank, a node twice or
    /// outside the network.
    [[nodiscard]] static Result<Placement> from_list(std::string_view text, int ranks, Topology const& topology);
};

} // namespace tessera
