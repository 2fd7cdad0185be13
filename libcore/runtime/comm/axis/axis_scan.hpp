// SPDX-License-Identifier: BSD-3-Clause
// Tessera: scans along a dimension of a distributed array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/axis_plan.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/runtime/comm/axis/axis_carries.hpp"
#include "libcore/runtime/comm/axis/axis_lines.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mpi.h>
#include <optional>

namespace tessera {

struct AxisScanOptions {
    AxisDirection direction = AxisDirection::Up;
    bool exclusive = false; ///< without the element itself; the first element of a line gets the identity
    bool segmented = false; ///< each segment is scanned separately
};

/// Computes target[i] = source[..] op ... op source[i] along one dimension, for every mapping: block, cyclic, aligned,
/// replicated (each copy separately). Planned once, executed any number of times. The result equals that on one process, up to
/// rounding of floats.
class AxisScan {
  public:
    /// Ranks of the mapping are ranks of `comm`; `dim` counts the array's dimensions from 0. Collective over `comm`. Errors:
    /// the mapping names ranks that the communicator does not have; no such dimension; the type does not support the
    /// operation.
    [[nodiscard]] static Result<AxisScan> make(Mapping mapping, int dim, ReduceOp op, MPI_Comm comm, AxisScanOptions options = {});
    /// Makes a scan for a given combiner, such as the caller's own (Combiner::of). It need not be commutative: operands keep
    /// the order of the walk, so with direction Down the last element comes first. Further error: the operation is for
    /// elements of another length.
    [[nodiscard]] static Result<AxisScan> make(Mapping mapping, int dim, Combiner combiner, MPI_Comm comm,
                                               AxisScanOptions options = {});

    /// source, target: this rank's part in the standard layout; they may be the same. `starts`, if segmented: one byte per
    /// element in the same layout. A byte that is not 0 begins a segment (with direction Down it ends one). `where`: the
    /// active elements; null means all. Inactive elements contribute nothing and keep their values in the target, but `starts`
    /// is valid for them too. Collective.
    void execute(std::byte const* source, std::byte* target, std::uint8_t const* starts = nullptr, Context const* where = nullptr);

    [[nodiscard]] AxisPlan const& plan() const { return *plan_; }
    /// Returns the layout of this rank's part. Empty if it holds nothing.
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }

  private:
    AxisScan(AxisPlan plan, Combiner combiner, Communicator comm, AxisScanOptions options);

    struct Walk;
    void scan_all(std::byte const* source, std::byte* target, std::uint8_t const* starts);
    void summarize(Walk const& walk, AxisSummaries& summaries) const;
    void finish(Walk const& walk, AxisSummaries& carries) const;
    void finish_row(Walk const& walk, Run run, Index first, std::byte* carry, Buffer& next) const;

    std::shared_ptr<AxisPlan const> plan_;
    Combiner combiner_;
    Communicator comm_;
    AxisScanOptions options_;
    std::optional<Index> position_; // empty if this rank holds nothing
    std::optional<LocalLayout> layout_;
    std::vector<Run> runs_; // local, ascending
};

} // namespace tessera
