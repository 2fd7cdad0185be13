// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the exchange of summaries within the axis groups of a scan.
#pragma once

#include "libcore/comm/axis_plan.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <vector>

namespace tessera {

/// In which direction a line is walked.
enum class AxisDirection { Up, Down };

/// One element for each run of some lines, those of a run next to each other; behind them all, where there are segments, a byte for
/// each: does one begin within the run? As one piece of memory, which is a message.
class AxisSummaries {
  public:
    AxisSummaries(Index runs, Run lines, Index element_bytes, bool segmented)
        : runs_(runs), lines_(lines), element_bytes_(element_bytes), segmented_(segmented),
          memory_(runs * lines.size() * (element_bytes + (segmented ? 1 : 0))) {}

    [[nodiscard]] Index runs() const { return runs_; }
    [[nodiscard]] Run lines() const { return lines_; }
    [[nodiscard]] bool segmented() const { return segmented_; }
    /// Of the first line of lines() or, of all that the summaries have, of line `line`.
    [[nodiscard]] std::byte* total(Index run) { return total(run, lines_.begin); }
    [[nodiscard]] std::byte* total(Index run, Index line) {
        return memory_.data() + (run * lines_.size() + line - lines_.begin) * element_bytes_;
    }
    /// Precondition: segmented().
    [[nodiscard]] std::byte* start(Index run, Index line) {
        return memory_.data() + runs_ * lines_.size() * element_bytes_ + run * lines_.size() + line - lines_.begin;
    }
    [[nodiscard]] Buffer& memory() { return memory_; }

    /// What these have of the lines of `other`, into it; or the other way round.
    void copy_to(AxisSummaries& other);
    void copy_totals_from(AxisSummaries& other);

  private:
    Index runs_;
    Run lines_;
    Index element_bytes_;
    bool segmented_;
    Buffer memory_;
};

/// Finds what stands before each run: the combination of all elements of its line there, from the last beginning of a segment on.
class AxisCarries {
  public:
    /// Of the rank at this position of the grid, which holds something. All must outlive it. Ranks of the plan are ranks of `comm`.
    AxisCarries(Comm const& comm, AxisPlan const& plan, Index position, Combiner const& combiner);

    /// `mine`: this rank's summaries of all its lines; afterwards what stands before each run is in the place of its total.
    /// Collective over the group, whose ranks give the same direction, and all give segments or none.
    void exchange(AxisSummaries& mine, AxisDirection direction) const;

  private:
    using Parts = std::vector<AxisSummaries>; // by coordinate
    [[nodiscard]] Run piece_of(Index coord) const;
    void swap(Parts& outgoing, Parts& incoming) const;
    void walk(Parts& parts, AxisDirection direction) const;

    Comm const& comm_;
    AxisPlan const& plan_;
    Combiner const& combiner_;
    Index coord_;
    Index lines_;
    std::vector<Rank> group_; // by coordinate
    bool gathers_;
};

} // namespace tessera
