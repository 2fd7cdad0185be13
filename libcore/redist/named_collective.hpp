// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the collective operation that a plan equals, and what a rank holds at most.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// What all ranks do together, in groups that do not hear of each other.
struct NamedCollective {
    enum class Kind {
        Nothing,       ///< every rank has what it had
        LocalSlice,    ///< every rank drops a part of what it has
        Broadcast,     ///< one rank gives all it has to each of the others
        Scatter,       ///< one rank deals out what it has
        Gather,        ///< one rank takes all that the others have
        AllGather,     ///< each takes all that the others have
        AllToAll,      ///< each deals out what it has to every other
        Permutation,   ///< each gives all it has to one other, and takes all it gets from one
        ReduceScatter, ///< all have addends of the same sums; each takes a part of these, of groups with copies each group another
                       ///< part
        AllReduce,     ///< each takes all of them
        Reduce,        ///< one rank takes all of them
        None           ///< no one collective does it
    };
    Kind kind = Kind::None;
    Index groups = 0; ///< in which something moves
    Index ranks = 0;  ///< of each group; 0 where they are not equally many
    friend bool operator==(NamedCollective const&, NamedCollective const&) = default;
};

/// The name of the messages of a plan. Nothing where it is not sought: arrays of which a part moves, or in other places
/// than before (a copy, a section; of sums, other than one array whole), and more than `most_messages`. Cost: the messages.
[[nodiscard]] std::optional<NamedCollective> collective_of(MultiPlan const& plan, Index most_messages = Index{1} << 16);

/// "an all-to-all among 8 ranks", "4 all-gathers among 2 ranks each", "no one collective".
[[nodiscard]] std::string collective_text(NamedCollective const& collective);
/// "all-to-all", for JSON.
[[nodiscard]] std::string_view collective_name(NamedCollective::Kind kind);

/// The bytes that each rank, 0 .. plan.ranks()-1, has in its parts of the arrays before and after, both of which it holds while
/// they move. An array that several copies read, or several write, counts once.
[[nodiscard]] std::vector<Index> held_bytes(MultiPlan const& plan);
/// The most of them.
[[nodiscard]] Index peak_bytes(MultiPlan const& plan);

} // namespace tessera
