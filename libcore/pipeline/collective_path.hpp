// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a redistribution of shards as frameworks do it: one collective after the other.
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
    std::string target; ///< what the array is sharded as afterwards: "P(None,('x','y'))"
    RedistTotals totals;
    Index peak_bytes = 0; ///< before and after together, on the rank that has most
};

/// The sequence that moves the fewest bytes to a rank, then the shortest.
struct CollectivePath {
    std::string mesh;   ///< "x=4, y=2"
    std::string source; ///< "P('y',None,'x')"
    std::vector<ReshardStep> steps;
    Index moved = 0; ///< elements, of all steps
    Index peak_bytes = 0;

    // The way through a full copy on every rank, which planners fall back to that know one axis at a time.
    Index moved_by_copy = 0;
    Index peak_bytes_by_copy = 0;

    /// May a framework take the full copy? Where no single collective of its repertoire does it: several steps, or ranks that
    /// change places (DTensor has no permutation).
    [[nodiscard]] bool copy_likely() const;
};

/// The steps are those of DTensor, Shardy and XLA: all-gather of the innermost axes of a dimension, slice along a new innermost
/// axis, all-to-all from innermost of one to innermost of another dimension, exchange of two axes of one size. Each is planned and
/// counted as `redist` would move it. Nothing where the two are no shards in plain blocks on one mesh (ranks 0 to n-1 on both
/// sides), where the whole array does not move, or where the mesh has more than five axes or there are too many ways to try.
[[nodiscard]] std::optional<CollectivePath> shortest_collectives(RedistPlan const& plan);

} // namespace tessera
