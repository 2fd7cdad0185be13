// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the collective operation that equals a plan, and the peak memory of a rank.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// The collective operation of all ranks, in groups that do not communicate with each other.
struct NamedCollective {
    enum class Kind {
        Nothing,       ///< no rank's elements change
        LocalSlice,    ///< each rank drops a part of its elements
        Broadcast,     ///< one rank gives all its elements to each other rank
        Scatter,       ///< one rank divides its elements among the others
        Gather,        ///< one rank receives all elements of the others
        AllGather,     ///< each rank receives all elements of the others
        AllToAll,      ///< each rank divides its elements among all others
        Permutation,   ///< each rank sends all its elements to one rank and receives from one rank
        ReduceScatter, ///< all ranks have addends of the same sums, and each receives a part of the sums;
                       ///< groups with copies of the addends receive different parts
        AllReduce,     ///< each rank receives all sums
        Reduce,        ///< one rank receives all sums
        None           ///< no single collective operation equals the plan
    };
    Kind kind = Kind::None;
    Index groups = 0; ///< number of groups in which elements move
    Index ranks = 0;  ///< ranks per group; 0 if the groups differ in size
    friend bool operator==(NamedCollective const&, NamedCollective const&) = default;
};

/// Returns the collective operation that equals a plan. Returns nothing if the search is not possible or too expensive: a part of
/// an array moves, or elements change their indices (a copy, a section); sums other than of one whole array; more than
/// `most_messages` messages. Cost: the messages.
[[nodiscard]] std::optional<NamedCollective> collective_of(MultiPlan const& plan, Index most_messages = Index{1} << 16);

/// Returns "an all-to-all among 8 ranks", "4 all-gathers among 2 ranks each", "no one collective", ...
[[nodiscard]] std::string collective_text(NamedCollective const& collective);
/// Returns the name for JSON, such as "all-to-all".
[[nodiscard]] std::string_view collective_name(NamedCollective::Kind kind);

/// Returns the bytes that each rank, 0 .. plan.ranks()-1, holds in its parts of the arrays before and after. Both exist at the same
/// time during the move. An array that several copies read, or several write, counts once.
[[nodiscard]] std::vector<Index> held_bytes(MultiPlan const& plan);
/// Returns the largest of these numbers.
[[nodiscard]] Index peak_bytes(MultiPlan const& plan);

} // namespace tessera
