// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reductions along a dimension of a distributed array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/axis_plan.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/runtime/comm/axis/axis_carries.hpp"
#include "libcore/runtime/comm/axis/axis_group.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <memory>
#include <mpi.h>
#include <optional>
#include <string_view>

namespace tessera {

/// One element for each line along a dimension, on every rank that holds a part of the line: to the last bit the same on all of
/// them. Planned once, executed as often as one likes.
class AxisReduction {
  public:
    /// `dim` counts the array's dimensions from 0; `algorithm` and `machine`: as collective_named takes them. Collective over
    /// `comm`. Errors: as AxisScan::make; no such algorithm.
    [[nodiscard]] static Result<AxisReduction> make(Mapping const& mapping, int dim, ReduceOp op, MPI_Comm comm,
                                                    std::string_view algorithm = "auto", Machine const* machine = nullptr);
    /// By an operation that is ready, such as the caller's own (Combiner::of). One that is not commutative combines the elements of
    /// a line in the order of their indices, on every mapping; then the algorithm does not matter: summaries of the runs travel as
    /// in a scan, and the rank with the end of the line sends the result. Error besides: the operation is for elements of another
    /// length.
    [[nodiscard]] static Result<AxisReduction> make(Mapping const& mapping, int dim, Combiner combiner, MPI_Comm comm,
                                                    std::string_view algorithm = "auto", Machine const* machine = nullptr);

    /// How many elements this rank gets: its lines.
    [[nodiscard]] Index lines() const { return group_ ? group_->lines : 0; }
    /// `source`: this rank's part in the standard layout. `result`: lines() elements: the array without the dimension, in the
    /// order of memory, dense (see place_lines). `where`: which elements count, null for all; a line without any gives what changes
    /// nothing. Collective.
    void execute(std::byte const* source, std::byte* result, Context const* where = nullptr);
    /// execute() in two halves, so that a program computes meanwhile: when begin() returns, the source may be written again; until
    /// end() the result is not touched. What is under way between them, Collective::begin says. Collective, both.
    void begin(std::byte const* source, std::byte* result, Context const* where = nullptr);
    void end();

  private:
    AxisReduction(Comm all, AxisPlan plan, Combiner combiner);
    void reduce_own(std::byte const* source, std::byte* result, Context const* where);
    void finish_in_order(std::byte* result);

    Combiner combiner_;
    std::shared_ptr<AxisPlan const> plan_;
    bool in_order_;                  // the operation is not commutative, and several ranks hold the lines
    std::optional<Comm> all_;        // then
    std::optional<AxisGroup> group_; // where this rank holds something
    std::optional<Collective> collective_;
    std::optional<AxisSummaries> summaries_; // then, of the reduction under way
    std::byte* result_ = nullptr;
};

/// Copies a dense result to where a layout of the array without the dimension (without_dimension) has its elements. Where blocks
/// are shorter than those of other ranks the standard layout has gaps.
void place_lines(LocalLayout const& layout, Index element_bytes, std::byte const* lines, std::byte* array);

} // namespace tessera
