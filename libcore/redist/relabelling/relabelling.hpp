// SPDX-License-Identifier: BSD-3-Clause
// Tessera: new ranks for the target's processors, so that as little as possible moves.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/processors.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/redist/relabelling/rank_nodes.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tessera {

/// The volume that moves, before or after the relabelling.
struct RelabelledVolume {
    RedistTotals totals;
    Index bytes_between_nodes = 0; ///< 0 if no nodes were given
};

/// An arrangement of target processors with new ranks.
struct NewRanks {
    Processors processors; ///< the arrangement with all its ranks
    /// Name of the arrangement that it replaces for the targets. That arrangement keeps its ranks, because other arrays use it.
    /// Empty: the arrangement kept its name, and all arrays on it are relabelled.
    std::string instead_of;
};

struct Relabelling {
    MultiPlan plan; ///< the plan to the same mappings on the new ranks
    RelabelledVolume before;
    RelabelledVolume after;
    std::vector<NewRanks> arrangements;
};

/// Reassigns the ranks of each arrangement of target processors, so that the fewest bytes move between ranks. This is an assignment
/// problem over the exact volume that each rank already holds of each processor's part. Arrays on one arrangement are relabelled
/// together. Ranks outside the used sections stay. Nothing changes if nothing is saved.
///
/// With `nodes`, the fewest bytes move between nodes and, among such assignments, the fewest between ranks. This is exact if the
/// source has no copies; otherwise copies on one node count as one.
///
/// A relabelled arrangement keeps its name unless the sources or `others` (names) use it too. In that case it gets a new name, so
/// that a directive with its ranks changes nothing else.
///
/// Cost: the pairs of a target processor and a rank that holds a part of it (times the ranks of a node), see best_assignment.
/// Errors: more than 20 million such pairs (the message gives their number); `nodes` has fewer ranks than the plan.
[[nodiscard]] Result<Relabelling> relabelled(MultiPlan const& plan, std::optional<RankNodes> const& nodes = std::nullopt,
                                             std::set<std::string> const& others = {});

} // namespace tessera
