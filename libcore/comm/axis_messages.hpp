// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of operations along a dimension of a distributed array, round by round.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/axis_plan.hpp"
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/schedule/message_set.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Messages that go at the same time, of all groups.
struct AxisRound {
    std::string what; ///< "summaries of runs"
    MessageSet messages;
};

/// A scan, or an enumeration with numbers of 8 bytes. `summary_bytes`: of an element, and one more where there are segments.
/// Errors: as MessageSet::of.
[[nodiscard]] Result<std::vector<AxisRound>> scan_rounds(AxisPlan const& plan, Index summary_bytes);

/// A ranking: a sample sort. What the second and third round move depends on the elements: here every rank of a group gets an equal
/// share of what each other one has. Errors: as MessageSet::of.
[[nodiscard]] Result<std::vector<AxisRound>> ranking_rounds(AxisPlan const& plan);

/// A reduction along the dimension, a round for each step. `algorithm`: one of reductions, whose steps are known.
/// Errors: as MessageSet::of.
[[nodiscard]] Result<std::vector<AxisRound>> reduction_rounds(AxisPlan const& plan, CollectiveAlgorithm const& algorithm);

/// An index of a dimension; both from 0.
struct AxisIndex {
    int dim = 0;
    Index index = 0;
};
/// A spread of the index of the plan's dimension, a round for each step. `later`: indices of other dimensions, of which only the
/// owners take part. `algorithm`: one of broadcasts, whose steps are known. Errors: as MessageSet::of.
[[nodiscard]] Result<std::vector<AxisRound>> spread_rounds(AxisPlan const& plan, Index index, std::vector<AxisIndex> const& later,
                                                           CollectiveAlgorithm const& algorithm);

} // namespace tessera
