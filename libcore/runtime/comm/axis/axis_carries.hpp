// SPDX-License-Identifier: BSD-3-Clause
// Tessera: exchanges the summaries of runs within the axis groups of a scan.
#pragma once

#include "libcore/comm/axis_plan.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <vector>

namespace tessera {

/// Direction of a walk along a line.
enum class AxisDirection { Up, Down };

/// One element (total) per run and line; the lines of a run are consecutive. If segmented, one byte per run and line follows:
/// whether a segment begins within the run. All lie in one block of memory, which is a message.
class AxisSummaries {
  public:
    AxisSummaries(Index runs, Run lines, Index element_bytes, bool segmented)
        : runs_(runs), lines_(lines), element_bytes_(element_bytes), segmented_(segmented),
          memory_(runs * lines.size() * (element_bytes + (segmented ? 1 : 0))) {}

    [[nodiscard]] Index runs() const { return runs_; }
    [[nodiscard]] Run lines() const { return lines_; }
    [[nodiscard]] bool segmented() const { return segmented_; }
    /// Returns the address of a run's total for the first of lines(), or for line `line`.
    [[nodiscard]] std::byte* total(Index run) { return total(run, lines_.begin); }
    [[nodiscard]] std::byte* total(Index run, Index line) {
        return memory_.data() + (run * lines_.size() + line - lines_.begin) * element_bytes_;
    }
    /// Returns the address of the byte that tells whether a segment begins within the run. Precondition: segmented().
    [[nodiscard]] std::byte* start(Index run, Index line) {
        return memory_.data() + runs_ * lines_.size() * element_bytes_ + run * lines_.size() + line - lines_.begin;
    }
    [[nodiscard]] Buffer& memory() { return memory_; }

    /// Copies the lines of `other` from this to `other`; copy_totals_from() copies totals in the other direction.
    void copy_to(AxisSummaries& other);
    void copy_totals_from(AxisSummaries& other);

  private:
    Index runs_;
    Run lines_;
    Index element_bytes_;
    bool segmented_;
    Buffer memory_;
};

/// Computes the carry of each run: the combination of all preceding elements of its line, from the last segment start on.
class AxisCarries {
  public:
    /// For the rank at this position of the grid, which must hold something. All arguments must outlive this. Ranks of the
    /// plan are ranks of `comm`.
    AxisCarries(Communicator const& comm, AxisPlan const& plan, Index position, Combiner const& combiner);

    /// Replaces each total in `mine` by the carry of its run. `mine`: this rank's summaries of all its lines. Collective over
    /// the group. All its ranks pass the same direction, and either all use segments or none.
    void exchange(AxisSummaries& mine, AxisDirection direction) const;

  private:
    using Parts = std::vector<AxisSummaries>; // by coordinate
    [[nodiscard]] Run piece_of(Index coord) const;
    void swap(Parts& outgoing, Parts& incoming) const;
    void walk(Parts& parts, AxisDirection direction) const;

    Communicator const& comm_;
    AxisPlan const& plan_;
    Combiner const& combiner_;
    Index coord_;
    Index lines_;
    std::vector<Rank> group_; // by coordinate
    bool gathers_;
};

} // namespace tessera
