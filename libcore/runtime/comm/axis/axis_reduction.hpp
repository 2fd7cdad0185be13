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
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <memory>
#include <mpi.h>
#include <optional>
#include <string_view>

namespace tessera {

/// Computes one element per line along a dimension, on every rank that holds a part of the line, bitwise the same on all of
/// them. Planned once, executed any number of times.
class AxisReduction {
  public:
    /// `dim` counts the array's dimensions from 0. `algorithm`, `machine`: as for collective_named. Collective over `comm`.
    /// Errors: those of AxisScan::make; unknown algorithm.
    [[nodiscard]] static Result<AxisReduction> make(Mapping const& mapping, int dim, ReduceOp op, MPI_Comm comm,
                                                    std::string_view algorithm = "auto", Machine const* machine = nullptr);
    /// Makes a reduction for a given combiner, such as the caller's own (Combiner::of). If it is not commutative, it combines
    /// the elements of a line in the order of their indices, for every mapping. Then the algorithm is not used: ranks exchange
    /// summaries of the runs as in a scan, and the rank with the end of the line broadcasts the result. Further error: the
    /// operation is for elements of another length.
    [[nodiscard]] static Result<AxisReduction> make(Mapping const& mapping, int dim, Combiner combiner, MPI_Comm comm,
                                                    std::string_view algorithm = "auto", Machine const* machine = nullptr);

    /// Returns the number of elements that this rank gets, one per line.
    [[nodiscard]] Index lines() const { return group_ ? group_->lines : 0; }
    /// `source`: this rank's part in the standard layout. `result`: lines() elements: the array without the dimension, in
    /// memory order, dense (see place_lines). `where`: the active elements; null means all. A line without any gets the
    /// identity. Collective.
    void execute(std::byte const* source, std::byte* result, Context const* where = nullptr);
    /// The two halves of execute(), so that a program can compute meanwhile. When begin() returns, the source may be written
    /// again; until end() the result must not be touched. Collective::begin says what travels between them. Both calls are
    /// collective.
    void begin(std::byte const* source, std::byte* result, Context const* where = nullptr);
    void end();

  private:
    AxisReduction(Communicator all, AxisPlan plan, Combiner combiner);
    void reduce_own(std::byte const* source, std::byte* result, Context const* where);
    void finish_in_order(std::byte* result);

    Combiner combiner_;
    std::shared_ptr<AxisPlan const> plan_;
    bool in_order_;                   // the operation is not commutative, and several ranks hold parts of the lines
    std::optional<Communicator> all_; // set if in_order_
    std::optional<AxisGroup> group_;  // empty if this rank holds nothing
    std::optional<Collective> collective_;
    std::optional<AxisSummaries> summaries_; // of the reduction in progress, if in_order_
    std::byte* result_ = nullptr;
};

/// Copies a dense result to the elements of a layout of the array without the dimension (without_dimension). The standard
/// layout has gaps if blocks are shorter than those of other ranks.
void place_lines(LocalLayout const& layout, Index element_bytes, std::byte const* lines, std::byte* array);

} // namespace tessera
