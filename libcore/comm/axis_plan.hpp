// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cooperation of ranks along one dimension of a distributed array.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/schedule/message_set.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Consecutive indices of a dimension with one owner coordinate.
struct AxisRun {
    Run indices;
    Index coord = 0;
};

/// A plan for operations along dimension `dim`. A line is the set of all elements whose indices agree except in `dim`. The ranks of
/// one axis group store the elements of a line, run by run. They have the same coordinates in the other dimensions, and the same
/// copy. Every rank of a group holds parts of the same lines.
///
/// A scan has three parts. In a first pass each rank computes a summary (a combination of elements) of every run of every line. An
/// exchange of summaries within the group gives the prefix before each run. A second pass completes the scan. (pC*, 4.3.3 and 4.4.2
/// name the idea: summaries of scanset boundaries within the axis group.)
class AxisPlan {
  public:
    /// The ways in which the ranks of a group exchange summaries.
    enum class Exchange {
        Gather,   ///< every rank gets all summaries, in one round
        Transpose ///< every rank gets all summaries of some lines, and returns the prefix before each run: two rounds
    };

    /// Makes the plan. `dim`: dimension of the array, from 0. Error: there is no such dimension. Cost: the runs of all coordinates.
    [[nodiscard]] static Result<AxisPlan> make(Mapping mapping, int dim);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] int dim() const { return dim_; }
    [[nodiscard]] Index coords() const { return mapping_.dim(dim_).coords(); } ///< number of ranks per group
    /// Returns all runs of the dimension, ascending.
    [[nodiscard]] std::vector<AxisRun> const& runs() const { return runs_; }
    [[nodiscard]] Index runs_of(Index coord) const { return run_counts_[as_size(coord)]; }

    /// Returns the real ranks of a position's group, by their coordinate in `dim`. Precondition: the position holds a copy.
    [[nodiscard]] std::vector<Rank> group(Index position) const;
    /// Returns the number of lines that pass through a position's elements.
    [[nodiscard]] Index lines(Index position) const;
    /// Returns the range of lines, of `lines`, that the member with this coordinate gets in a Transpose.
    [[nodiscard]] Run lines_of(Index coord, Index lines) const;

    /// Returns the cheaper exchange for this number of lines: Gather while a rank gets only a few KiB. All ranks of a group get the
    /// same result.
    [[nodiscard]] Exchange exchange(Index lines, Index summary_bytes) const;

    /// Returns the messages of each round, among the ranks of the whole mapping. Returns none if the dimension is not distributed.
    /// Errors: as MessageSet::of. Cost: the messages.
    [[nodiscard]] Result<std::vector<MessageSet>> rounds(Index summary_bytes) const;

  private:
    AxisPlan(Mapping mapping, int dim) : mapping_(std::move(mapping)), dim_(dim) {}

    Mapping mapping_;
    int dim_;
    std::vector<AxisRun> runs_;
    std::vector<Index> run_counts_; // indexed by coordinate
};

} // namespace tessera
