// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the node of each rank.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// The node of each rank. Ranks and nodes count from 0.
class RankNodes {
  public:
    /// Parses how a launcher places `ranks` ranks on nodes of 8 ranks each: "8" or "8:block" puts ranks 0 to 7 on the first
    /// node. "8:cyclic" puts one rank on each node in turn, as Slurm's --distribution=cyclic and mpirun's --map-by node do.
    /// Error: any other text.
    [[nodiscard]] static Result<RankNodes> parse(std::string_view text, Index ranks);
    /// Makes the placement from a list with the node of each rank.
    [[nodiscard]] static RankNodes listed(std::vector<Index> nodes);

    [[nodiscard]] Index node_of(Rank rank) const { return nodes_[as_size(rank)]; }
    [[nodiscard]] bool same(Rank a, Rank b) const { return node_of(a) == node_of(b); }
    [[nodiscard]] bool is_one() const; ///< true if all ranks are on one node
    [[nodiscard]] Index ranks() const { return std::ssize(nodes_); }

  private:
    explicit RankNodes(std::vector<Index> nodes) : nodes_(std::move(nodes)) {}

    std::vector<Index> nodes_;
};

} // namespace tessera
