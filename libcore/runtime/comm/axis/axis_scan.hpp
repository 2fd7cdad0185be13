// SPDX-License-Identifier: BSD-3-Clause
// Tessera: scans along a dimension of a distributed array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/axis_plan.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/runtime/comm/axis/axis_carries.hpp"
#include "libcore/runtime/comm/axis/axis_lines.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mpi.h>
#include <optional>

namespace tessera {

struct AxisScanOptions {
    AxisDirection direction = AxisDirection::Up;
    bool exclusive = false; ///< without the element itself; the first of a line gets what changes nothing
    bool segmented = false; ///< in segments, each for itself
};

/// target[i] = source[..] op ... op source[i] along one dimension, on every mapping: block, cyclic, aligned, replicated (each copy
/// for itself). Planned once, executed as often as one likes. What is the same on one process, but for the rounding of floats.
class AxisScan {
  public:
    /// Ranks of the mapping are ranks of `comm`; `dim` counts the array's dimensions from 0. Collective over `comm`.
    /// Errors: the mapping names ranks that the communicator does not have; no such dimension; the operation is not for the type.
    [[nodiscard]] static Result<AxisScan> make(Mapping mapping, int dim, ReduceOp op, MPI_Comm comm, AxisScanOptions options = {});
    /// By an operation that is ready, such as the caller's own (Combiner::of). Operands stand in the order in which the line is
    /// walked, so that it need not be commutative: downwards, the last element stands first. Error besides: the operation is for
    /// elements of another length.
    [[nodiscard]] static Result<AxisScan> make(Mapping mapping, int dim, Combiner combiner, MPI_Comm comm,
                                               AxisScanOptions options = {});

    /// source, target: this rank's part in the standard layout; they may be the same. `starts`, where there are segments: a byte
    /// for each element, laid out as they are; one that is not 0 begins a segment (walking down, ends it). `where`: which elements
    /// take part, null for all; the others change nothing, and their places in the target stay as they are, but a segment begins
    /// wherever `starts` says so. Collective.
    void execute(std::byte const* source, std::byte* target, std::uint8_t const* starts = nullptr, Context const* where = nullptr);

    [[nodiscard]] AxisPlan const& plan() const { return *plan_; }
    /// Of this rank's part; nothing where it holds nothing.
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }

  private:
    AxisScan(AxisPlan plan, Combiner combiner, Comm comm, AxisScanOptions options);

    struct Walk;
    void scan_all(std::byte const* source, std::byte* target, std::uint8_t const* starts);
    void summarize(Walk const& walk, AxisSummaries& summaries) const;
    void finish(Walk const& walk, AxisSummaries& carries) const;
    void finish_row(Walk const& walk, Run run, Index first, std::byte* carry, Buffer& next) const;

    std::shared_ptr<AxisPlan const> plan_;
    Combiner combiner_;
    Comm comm_;
    AxisScanOptions options_;
    std::optional<Index> position_; // where this rank holds something
    std::optional<LocalLayout> layout_;
    std::vector<Run> runs_; // local, ascending
};

} // namespace tessera
