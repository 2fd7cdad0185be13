// SPDX-License-Identifier: BSD-3-Clause
// Tessera: other ranks for the target's processors, so that as little as possible moves.
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

/// What moves, before and after.
struct RelabelledVolume {
    RedistTotals totals;
    Index bytes_between_nodes = 0; ///< 0 where nodes are not asked for
};

/// An arrangement of targets whose ranks are others now.
struct NewRanks {
    Processors processors; ///< with all its ranks
    /// Whose place it takes: an arrangement that something else lies on too, and whose ranks stay as they are. Empty: it kept its
    /// name, and all that lie on it are relabelled.
    std::string instead_of;
};

struct Relabelling {
    MultiPlan plan; ///< to the same mappings, on the new ranks
    RelabelledVolume before;
    RelabelledVolume after;
    std::vector<NewRanks> arrangements;
};

/// Deals the ranks of each arrangement of target processors out anew among its processors, so that the fewest bytes move between
/// ranks: an assignment problem over the exact volumes that each rank holds already of what each processor gets. Arrays on one
/// arrangement are relabelled together; ranks outside the sections that are used stay. Where nothing is saved nothing changes.
///
/// With `nodes` the fewest bytes move between nodes and, of all such assignments, the fewest between ranks. That is exact where the
/// source has no copies; else copies on one node count as one.
///
/// A relabelled arrangement keeps its name unless the sources, or `others` (by name), use it too: then it gets one of its own, so
/// that a directive with its ranks changes nothing else.
///
/// Cost: the pairs of a target processor and a rank that holds a part of it (times the ranks of a node), see best_assignment.
/// Errors: more than 20 million such pairs, with their number; `nodes` are of fewer ranks than the plan's.
[[nodiscard]] Result<Relabelling> relabelled(MultiPlan const& plan, std::optional<RankNodes> const& nodes = std::nullopt,
                                             std::set<std::string> const& others = {});

} // namespace tessera
