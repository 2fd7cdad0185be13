// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of operations along a dimension of a distributed array, by round.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/axis_plan.hpp"
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/schedule/message_set.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// The messages of one round, of all groups.
struct AxisRound {
    std::string what; ///< for example "summaries of runs"
    MessageSet messages;
};

/// Returns the rounds of a scan, or of an enumeration with numbers of 8 bytes. `summary_bytes`: bytes of an element, plus one if
/// there are segments. Errors: as MessageSet::of.
[[nodiscard]] Result<std::vector<AxisRound>> scan_rounds(AxisPlan const& plan, Index summary_bytes);

/// Returns the rounds of a ranking, which is a sample sort. The volume of the second and third round depends on the elements; here
/// every rank of a group gets an equal share of each other rank's elements. Errors: as MessageSet::of.
[[nodiscard]] Result<std::vector<AxisRound>> ranking_rounds(AxisPlan const& plan);

/// Returns the rounds of a reduction along the dimension, one round per step. `algorithm`: a reduction with known steps.
/// Errors: as MessageSet::of.
[[nodiscard]] Result<std::vector<AxisRound>> reduction_rounds(AxisPlan const& plan, CollectiveAlgorithm const& algorithm);

/// An index of a dimension; both count from 0.
struct AxisIndex {
    int dim = 0;
    Index index = 0;
};
/// Returns the rounds of a spread of the index of the plan's dimension, one round per step. `later`: indices of other dimensions;
/// only their owners take part. `algorithm`: a broadcast with known steps. Errors: as MessageSet::of.
[[nodiscard]] Result<std::vector<AxisRound>> spread_rounds(AxisPlan const& plan, Index index, std::vector<AxisIndex> const& later,
                                                           CollectiveAlgorithm const& algorithm);

} // namespace tessera
