// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the ranks of a mapping work together along one dimension of its array.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/schedule/message_set.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Consecutive indices of a dimension that one coordinate owns.
struct AxisRun {
    Run indices;
    Index coord = 0;
};

/// A line is all elements of an array whose indices agree but for dimension `dim`; its elements lie, run by run, on the ranks of
/// one axis group: those with the same coordinates elsewhere, and the same copy. Every rank of a group holds parts of the same
/// lines.
///
/// A scan is a pass over what a rank holds, which gives a summary (a combination of elements) of every run of every line; an
/// exchange of summaries within the group, which gives what stands before each run; and a second pass (pC*, 4.3.3 and 4.4.2 name
/// the idea: summaries of scanset boundaries within the axis group).
class AxisPlan {
  public:
    /// How summaries travel.
    enum class Exchange {
        Gather,   ///< everybody gets all of them, in one round
        Transpose ///< everybody gets all of some lines, and gives back what stands before each run: two rounds
    };

    /// `dim`: of the array, from 0. Error: there is no such dimension. Cost: the runs of the dimension, all coordinates' together.
    [[nodiscard]] static Result<AxisPlan> make(Mapping mapping, int dim);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] int dim() const { return dim_; }
    [[nodiscard]] Index coords() const { return mapping_.dim(dim_).coords(); } ///< ranks of a group
    /// All runs of the dimension, ascending.
    [[nodiscard]] std::vector<AxisRun> const& runs() const { return runs_; }
    [[nodiscard]] Index runs_of(Index coord) const { return run_counts_[as_size(coord)]; }

    /// The real ranks of the group of a position, by their coordinate in `dim`. Precondition: the position holds a copy.
    [[nodiscard]] std::vector<Rank> group(Index position) const;
    /// How many lines go through what a position holds.
    [[nodiscard]] Index lines(Index position) const;
    /// Transpose: the lines that the member with this coordinate gets, of `lines`.
    [[nodiscard]] Run lines_of(Index coord, Index lines) const;

    /// What is cheaper for so many lines: Gather as long as a rank gets no more than a few KiB. The same on all ranks of a group.
    [[nodiscard]] Exchange exchange(Index lines, Index summary_bytes) const;

    /// The messages of each round, among the ranks of the whole mapping; none where the dimension is not distributed.
    /// Errors: as MessageSet::of. Cost: the messages.
    [[nodiscard]] Result<std::vector<MessageSet>> rounds(Index summary_bytes) const;

  private:
    AxisPlan(Mapping mapping, int dim) : mapping_(std::move(mapping)), dim_(dim) {}

    Mapping mapping_;
    int dim_;
    std::vector<AxisRun> runs_;
    std::vector<Index> run_counts_; // by coordinate
};

} // namespace tessera
