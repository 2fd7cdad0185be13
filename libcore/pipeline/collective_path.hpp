// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a resharding as a sequence of collectives, as machine learning frameworks perform it.
#pragma once

#include "libcore/redist/named_collective.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// One collective along one or several axes of the mesh.
struct ReshardStep {
    NamedCollective::Kind kind = NamedCollective::Kind::None;
    std::string target; ///< sharding of the array after the step: "P(None,('x','y'))"
    RedistTotals totals;
    Index peak_bytes = 0; ///< both parts together, on the rank with the most
};

/// The sequence of collectives that moves the fewest bytes to a rank within a peak memory; of equal ones the shortest.
struct CollectivePath {
    std::string mesh;   ///< "x=4, y=2"
    std::string source; ///< "P('y',None,'x')"
    std::vector<ReshardStep> steps;
    Index moved = 0; ///< elements moved by all steps
    Index peak_bytes = 0;
    bool within = true; ///< false: no sequence stays within the memory, and this one has the least peak

    // The sequence through a full copy on every rank. Planners that treat one axis at a time fall back to it.
    Index moved_by_copy = 0;
    Index peak_bytes_by_copy = 0;

    /// Returns whether a framework may use the full copy. It may if no single collective of its repertoire performs the change:
    /// there are several steps, or ranks exchange their parts (DTensor has no permutation).
    [[nodiscard]] bool copy_likely() const;
};

/// Returns the cheapest sequence whose steps hold at most `memory` bytes on each rank, before and after together. The steps are
/// those of DTensor, Shardy and XLA: all-gather of the innermost axes of a dimension; slice along a new innermost axis; all-to-all
/// between the innermost axes of two dimensions; exchange of two axes of equal size. Each step is planned and counted as `redist`
/// would execute it. Returns nothing in these cases: the two mappings are not shards in plain blocks on one mesh (ranks 0 to n-1 on
/// both sides); not the whole array moves; the mesh has more than five axes; there are too many sequences.
[[nodiscard]] std::optional<CollectivePath> shortest_collectives(RedistPlan const& plan,
                                                                 std::optional<Index> memory = std::nullopt);

} // namespace tessera
